import { type Html, html, pageOf } from './html.ts';
import { scopeDescription } from './scope-descriptions.ts';

export type Rendered = ReturnType<typeof pageOf>;

export type SignInView = {
  /** Where the form goes. */
  action: string;
  basePath: string;
  csrf: string;
  email?: string | undefined;
  problem?: SignInProblem | undefined;
  /** The application that waits for the sign-in, if one does. */
  application?: string | undefined;
  formAction?: string | undefined;
};

export type SignInProblem = { field: 'email' | 'password'; text: string };

export function signInPage(view: SignInView): Rendered {
  const { problem, application } = view;
  const describes = (field: SignInProblem['field']) =>
    problem?.field === field ? html` aria-invalid="true" aria-describedby="problem"` : undefined;
  const focus = (field: SignInProblem['field']) =>
    (problem?.field ?? (view.email ? 'password' : 'email')) === field ? html` autofocus` : undefined;
  return pageOf({
    title: problem ? 'Error: sign in' : 'Sign in',
    formAction: view.formAction,
    body: html`<h1>Sign in</h1>
<p class="soft">${
      application === undefined
        ? 'Sign in to see and withdraw the applications you connected.'
        : html`<strong>${application}</strong> asks for access to your seller account. Sign in to decide.`
    }</p>
${
  problem &&
  html`<div class="note bad" role="alert"><h2>You are not signed in</h2>
<ul><li><a href="#${problem.field}" id="problem">${problem.text}</a></li></ul></div>`
}
<form method="post" action="${view.action}">
<input type="hidden" name="csrf" value="${view.csrf}">
<div class="field"><label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="254" required value="${view.email}"${describes('email')}${focus('email')}></div>
<div class="field"><label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1000" required${describes('password')}${focus('password')}></div>
<button class="main wide-button" name="action" value="sign-in">Sign in</button>
</form>
${
  application === undefined
    ? undefined
    : html`<div class="foot small"><form method="post" action="${view.action}"><input type="hidden" name="csrf" value="${view.csrf}"><button class="link" name="action" value="deny">Cancel and go back to ${application}</button></form>
<p><a href="${view.basePath}/grants">Connected applications</a></p></div>`
}`,
  });
}

export type ConsentView = {
  action: string;
  basePath: string;
  csrf: string;
  clientName: string;
  clientId: string;
  redirectHost: string;
  sellerId: string;
  email: string;
  rights: readonly string[];
  formAction: string;
};

export function consentPage(view: ConsentView): Rendered {
  const hidden = html`<input type="hidden" name="csrf" value="${view.csrf}">`;
  return pageOf({
    title: `Connect ${view.clientName}`,
    formAction: view.formAction,
    body: html`<h1>Connect ${view.clientName}?</h1>
<p>This application asks for access to your seller account. Allow it only if you know it and started this yourself.</p>
<dl class="facts">
<dt>Seller</dt><dd><strong>${view.sellerId}</strong></dd>
<dt>Signed in as</dt><dd>${view.email}</dd>
<dt>Application id</dt><dd><code>${view.clientId}</code></dd>
<dt>Returns to</dt><dd><strong>${view.redirectHost}</strong></dd>
</dl>
<h2>It will be able to</h2>
<ul class="rights">${view.rights.map(rightItem)}</ul>
<p class="small soft">It never sees your password. You can withdraw this at any time under <a href="${view.basePath}/grants">connected applications</a>.</p>
<div class="choice">
<form method="post" action="${view.action}">${hidden}<button name="action" value="deny">Deny</button></form>
<form method="post" action="${view.action}">${hidden}<button class="main" name="action" value="allow">Allow</button></form>
</div>
<div class="foot small"><form method="post" action="${view.action}">${hidden}<button class="link" name="action" value="switch">Not you? Use another account</button></form></div>`,
  });
}

function rightItem(right: string): Html {
  const { title, details } = scopeDescription(right);
  return html`<li><strong>${title}</strong><span class="small soft">${details}</span></li>`;
}

export type ConnectedApplication = {
  clientId: string;
  name: string;
  rights: readonly string[];
  since: number;
  lastUse: number | undefined;
};

export type GrantsView = {
  basePath: string;
  csrf: string;
  email: string;
  sellerId: string;
  applications: readonly ConnectedApplication[];
  withdrawn?: string | undefined;
};

export function grantsPage(view: GrantsView): Rendered {
  const hidden = html`<input type="hidden" name="csrf" value="${view.csrf}">`;
  const applicationItem = (application: ConnectedApplication) => html`<li>
<h2>${application.name}</h2>
<p class="small soft">Id <code>${application.clientId}</code><br>Connected since ${day(application.since)}${
    application.lastUse === undefined ? undefined : html` · last renewed ${moment(application.lastUse)}`
  }</p>
<ul class="small">${application.rights.map((right) => html`<li>${scopeDescription(right).title}</li>`)}</ul>
<form method="post" action="${view.basePath}/grants/withdraw">${hidden}<input type="hidden" name="client_id" value="${application.clientId}">
<button class="danger" aria-label="Withdraw the access of ${application.name}">Withdraw access</button></form></li>`;
  return pageOf({
    title: 'Connected applications',
    body: html`<div class="top wide"><h1>Connected applications</h1>
<form method="post" action="${view.basePath}/sign-out">${hidden}<button class="link">Sign out</button></form></div>
<p class="soft">Seller <strong>${view.sellerId}</strong>, signed in as ${view.email}</p>
${
  view.withdrawn === undefined
    ? undefined
    : html`<div class="note good" role="status"><p>The access of ${view.withdrawn} has ended.</p></div>`
}
${
  view.applications.length === 0
    ? html`<p>No application has access to your seller account.</p>
<p class="small soft">When you connect one, it shows up here, and you can withdraw its access at any time.</p>`
    : html`<p>These applications act for you. Withdrawing ends the access at once; the application has to ask you again.</p>
<ul class="apps">${view.applications.map(applicationItem)}</ul>`
}`,
  });
}

export function signedOutPage(basePath: string): Rendered {
  return pageOf({
    title: 'Signed out',
    body: html`<h1>You are signed out</h1>
<p>Connected applications keep their access. You can withdraw it after signing in.</p>
<p><a href="${basePath}/grants">Sign in again</a></p>`,
  });
}

export type ErrorView = { basePath: string; code: string; details?: string | undefined };

/** What went wrong, in words for the person in front of it; code and details are for the application's maker. */
export function errorPage({ basePath, code, details }: ErrorView): Rendered {
  const [title, advice] = inWords(code, details);
  return pageOf({
    title,
    body: html`<h1>${title}</h1>
<p>${advice}</p>
<dl class="facts small"><dt>Error</dt><dd><code>${code}</code></dd>${
      details === undefined ? undefined : html`<dt>Details</dt><dd>${details}</dd>`
    }</dl>
<p class="small"><a href="${basePath}/grants">Connected applications</a></p>`,
  });
}

function inWords(code: string, details: string | undefined): [string, string] {
  if (/session|expired/.test(details ?? '')) {
    return [
      'This page has expired',
      'It was open for too long, or was used already. Go back to the application and start connecting again.',
    ];
  }
  switch (code) {
    case 'invalid_client':
      return ['Unknown application', 'The application that sent you here is not registered. Nothing was given to it.'];
    case 'invalid_redirect_uri':
      return [
        'The application gave a wrong address',
        'It asked to send you to an address that it has not registered, so you stay here. Nothing was given to it.',
      ];
    case 'not_found':
      return ['There is no such page', 'The address may be mistyped, or the page has ended.'];
    case 'too_many_requests':
      return ['Too many attempts', 'Wait a moment, then try again.'];
    case 'temporarily_unavailable':
    case 'server_error':
      return ['Something went wrong here', 'It is not your fault, and nothing was changed. Try again in a moment.'];
    case 'access_denied':
      return ['Nothing was given', 'The request was refused.'];
    default:
      return [
        'The application asked in a wrong way',
        'Its request cannot be answered. Nothing was given to it. Go back, and tell its maker what stands below.',
      ];
  }
}

function day(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 10)}</time>`;
}

function moment(time: number): Html {
  const iso = new Date(time).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}
