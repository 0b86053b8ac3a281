import { html } from '../../../pages/html.ts';
import type { Page } from '../../../pages/page.ts';
import type { Account } from '../../accounts.ts';
import type { TotpSetup } from '../../factors/totp.ts';
import { appSetupFields } from '../app-setup.ts';
import type { Exchange } from '../exchange.ts';
import { csrfField } from '../form.ts';
import { creationForm } from '../passkey-form.ts';
import { PASSKEY_SCRIPT } from '../passkey-script.ts';
import { providerPage } from '../provider-page.ts';
import { cancelForm, problemNote, type StepProblem } from './second-step-page.ts';
import type { SignInPlace } from './sign-in-place.ts';

type SetUpView = {
  readonly setup: TotpSetup;
  /** The factors were removed because the person had lost them. */
  readonly isAfterHelp: boolean;
  readonly problem: StepProblem | undefined;
};

/** For a person who must have a second step and has none. */
export async function setUpPage(
  exchange: Exchange,
  place: SignInPlace,
  account: Account,
  { setup, isAfterHelp, problem }: SetUpView,
): Promise<Page> {
  const hidden = csrfField(exchange);
  const view = { path: place.path, action: 'second-new-passkey', button: 'Add a passkey' };
  const passkey = creationForm(exchange, view, { ...account, passkeys: [] });
  return providerPage({
    title: problem ? 'Error: set up two-step sign-in' : 'Set up two-step sign-in',
    formAction: place.formAction,
    script: passkey && `${exchange.basePath}${PASSKEY_SCRIPT}`,
    body: html`<h1>Set up two-step sign-in</h1>
<p>${
      isAfterHelp
        ? 'Your lost passkeys, app and recovery codes were removed. Set up a new passkey or app; then you go on.'
        : 'The operator of the marketplace requires a second step beside the password. Set it up once; then you go on.'
    }</p>
${problemNote(problem)}
${passkey && html`<section class="stack"><h2>Passkey</h2>\n<p class="small soft">Your device checks your finger, face or PIN.</p>\n${passkey}</section>`}
<section class="stack"><h2>Authenticator app</h2>
<form method="post" action="${place.path}">${hidden}
${await appSetupFields(exchange, account, setup, problem?.isOfNewApp ? problem.text : undefined)}
<button class="main wide-button" name="action" value="second-app">Add the app and continue</button></form></section>
${cancelForm(place, hidden)}`,
  });
}
