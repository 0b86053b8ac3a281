import { type Html, html } from '../../pages/html.ts';
import type { Page } from '../../pages/page.ts';
import type { DemoPerson, ShownSignIn } from '../demo-data.ts';
import { providerPage } from './provider-page.ts';

type SignInView = {
  /** The URL of the form. */
  action: string;
  basePath: string;
  csrf: string;
  email?: string | undefined;
  problem?: SignInProblem | undefined;
  /** The name of the application that asks for access; absent when the seller came without one. */
  application?: string | undefined;
  /** Whose accounts sign in to the application: a seller's unless it says otherwise. */
  person?: DemoPerson | undefined;
  /** Why the person is asked, without an application. */
  reason?: string | undefined;
  formAction?: string | undefined;
  /** What a demo is signed in to with. */
  demo?: ShownSignIn | undefined;
  /** The form that signs in with a passkey, and the script that it needs; absent where there are no passkeys. */
  passkey?: Html | undefined;
  script?: string | undefined;
};

export type SignInProblem = { field: 'email' | 'password'; text: string };

export function signInPage(view: SignInView): Page {
  const { problem, application, demo } = view;
  const describes = (field: SignInProblem['field']) =>
    problem?.field === field ? html` aria-invalid="true" aria-describedby="problem"` : undefined;
  const focus = (field: SignInProblem['field']) =>
    (problem?.field ?? (view.email ? 'password' : 'email')) === field ? html` autofocus` : undefined;
  return providerPage({
    title: problem ? 'Error: sign in' : 'Sign in',
    formAction: view.formAction,
    script: view.passkey && view.script,
    body: html`<h1>Sign in</h1>
<p class="soft">${
      application === undefined
        ? (view.reason ?? 'Sign in to see and withdraw the applications you connected.')
        : view.person === 'operator'
          ? html`<strong>${application}</strong>: for the people of the marketplace's operator.`
          : html`<strong>${application}</strong> asks for access to your seller account. Sign in to decide.`
    }</p>
${
  problem &&
  html`<div class="note bad" role="alert"><h2>You are not signed in</h2>
<ul><li><a href="#${problem.field}" id="problem">${problem.text}</a></li></ul></div>`
}
${
  demo &&
  html`<div class="note advice"><p>This is a demo. Sign in with <code>${demo.email}</code> and the password <code>${demo.password}</code>.</p></div>`
}
<form method="post" action="${view.action}">
<input type="hidden" name="csrf" value="${view.csrf}">
<div class="field"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required value="${view.email}"${describes('email')}${focus('email')}></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1000" required${describes('password')}${focus('password')}></div>
<button class="main wide-button" name="action" value="sign-in">Sign in</button>
</form>
<p class="small second"><a href="${view.basePath}/forgot">Forgot password?</a></p>
${view.passkey}${
  application === undefined
    ? undefined
    : html`<div class="foot small"><form method="post" action="${view.action}"><input type="hidden" name="csrf" value="${view.csrf}"><button class="link" name="action" value="deny">Cancel and go back to ${application}</button></form>
${view.person !== 'operator' && html`<p><a href="${view.basePath}/grants">Connected applications</a></p>`}</div>`
}`,
  });
}
