import { type Html, html } from '../../../pages/html.ts';
import type { Page } from '../../../pages/page.ts';
import type { Account } from '../../accounts.ts';
import { type FactorHelp, removalTimeOf } from '../../factors/factor-help-table.ts';
import type { SecondStep } from '../../factors/second-step-rule.ts';
import type { Exchange } from '../exchange.ts';
import { csrfField } from '../form.ts';
import { requestForm } from '../passkey-form.ts';
import { PASSKEY_SCRIPT } from '../passkey-script.ts';
import { providerPage } from '../provider-page.ts';
import type { SignInPlace } from './sign-in-place.ts';

export type StepProblem = {
  readonly status: number;
  readonly text: string;
  readonly retryAfter?: number;
  /** It is about the code of a new app. */
  readonly isOfNewApp?: boolean;
};

/** Asks for a passkey, a code of the app, or a recovery code. It does not name the person: who knows the password learns no more. */
export function secondStepPage(
  exchange: Exchange,
  place: SignInPlace,
  { account, factors, help }: SecondStep & { readonly account: Account },
  problem: StepProblem | undefined,
): Page {
  const { passkeys, app } = factors;
  const hidden = csrfField(exchange);
  const [first] = passkeys;
  const passkey =
    first &&
    requestForm(
      exchange,
      { path: place.path, action: 'second-passkey', button: 'Use a passkey', isMain: app === undefined },
      `second-step ${first.accountId}`,
      passkeys,
    );
  return providerPage({
    title: problem ? 'Error: two-step sign-in' : 'Two-step sign-in',
    formAction: place.formAction,
    script: passkey && `${exchange.basePath}${PASSKEY_SCRIPT}`,
    body: html`<h1>Two-step sign-in</h1>
<p class="soft">Your password is right. Confirm that it is you.</p>
${problemNote(problem)}${helpNote(help)}
<div class="stack">${
      app &&
      html`<form method="post" action="${place.path}">${hidden}
<div class="field"><label for="code">Code from your authenticator app</label>
<input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="20" required autofocus${problem && html` aria-invalid="true" aria-describedby="not-signed-in"`}></div>
<button class="main wide-button" name="action" value="second-code">Continue</button>
</form>`
    }
${passkey}
<details class="small"${app === undefined && passkey === undefined && html` open`}><summary>Use a recovery code</summary>
<form method="post" action="${place.path}">${hidden}
<div class="field"><label for="recovery">Recovery code</label>
<input id="recovery" name="code" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="40" required></div>
<button class="wide-button" name="action" value="second-code">Continue with this code</button>
</form></details>
${!account.demo && help === undefined && helpForm(place, hidden)}</div>
${cancelForm(place, hidden)}`,
  });
}

export const problemNote = (problem: StepProblem | undefined): Html | undefined =>
  problem &&
  html`<div class="note bad" role="alert"><h2>You are not signed in</h2>
<ul><li><a href="#code" id="not-signed-in">${problem.text}</a></li></ul></div>`;

const helpForm = ({ path }: SignInPlace, hidden: Html): Html =>
  html`<details class="small"><summary>I lost all of these</summary>
<p>After three days we remove your passkeys, your app and your recovery codes, and you set up new ones. Until then you get an e-mail every day, with a link to stop it. Signing in with one of them stops it, too.</p>
<form method="post" action="${path}">${hidden}<button class="wide-button" name="action" value="second-help">Ask for the removal</button></form></details>`;

function helpNote(help: FactorHelp | undefined): Html | undefined {
  const at = help && removalTimeOf(help);
  if (at === undefined) return undefined;
  return html`
<div class="note advice" role="status"><p>Your passkeys, your app and your recovery codes will be removed on <strong>${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC</strong>, because you lost them. Sign in then and set up new ones. If you find one, sign in with it: that stops the removal.</p></div>`;
}

export const cancelForm = ({ path }: SignInPlace, hidden: Html): Html =>
  html`<div class="foot small"><form method="post" action="${path}">${hidden}<button class="link" name="action" value="second-cancel">Start again with another account</button></form></div>`;
