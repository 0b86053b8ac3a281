import { html } from '../../../pages/html.ts';
import type { Account } from '../../accounts.ts';
import { addPasskey } from '../../factors/factor-changes.ts';
import { createdPasskey } from '../../factors/passkey-answers.ts';
import { passkeysOf } from '../../factors/passkeys.ts';
import { type Exchange, sendProviderPage } from '../exchange.ts';
import { factorOwnerOf } from '../factor-owner.ts';
import { readForm } from '../form.ts';
import { challengeUse, creationForm } from '../passkey-form.ts';
import { passkeyName } from '../passkey-name.ts';
import { PASSKEY_SCRIPT } from '../passkey-script.ts';
import { backLink, ensureMayChange, finishFactorChange, SECURITY, securityPage } from './security-frame.ts';

/** `GET /account/security/new-passkey` */
export function serveNewPasskey(exchange: Exchange, account: Account): Promise<void> {
  ensureMayChange(exchange, account);
  return showNewPasskey(exchange, account);
}

/** `POST /account/security/new-passkey` */
export async function submitNewPasskey(exchange: Exchange, account: Account): Promise<void> {
  const form = await readForm(exchange);
  ensureMayChange(exchange, account);
  const { db, factors, now } = exchange;
  const use = challengeUse(exchange, `add ${account.id}`);
  const created =
    factors.site && (await createdPasskey({ db, site: factors.site, use, now: now() }, form.get('answer') ?? ''));
  const outcome = created
    ? await addPasskey(factorOwnerOf(exchange, account), { ...created, name: passkeyName(form) })
    : { problem: 'The passkey was not accepted. Try again.' };
  if ('problem' in outcome) return showNewPasskey(exchange, account, outcome.problem);
  finishFactorChange(exchange, account, outcome, 'passkey added');
}

async function showNewPasskey(exchange: Exchange, account: Account, problem?: string): Promise<void> {
  const { basePath, db } = exchange;
  const view = {
    ...{ path: `${basePath}${SECURITY}/new-passkey`, action: 'add', button: 'Add a passkey', isMain: true },
    fields: html`<div class="field"><label for="name">Name, such as the device</label>
<input id="name" name="name" maxlength="60" required autocomplete="off"></div>`,
  };
  const form = creationForm(exchange, view, { ...account, passkeys: await passkeysOf(db, account.id) });
  const page = securityPage(exchange, account, {
    title: 'Add a passkey',
    problem,
    body: html`<div class="stack"><p>Your device asks for your finger, face or PIN, and creates the passkey.</p>
<noscript><p>Passkeys need JavaScript. Allow it for this page, or add an authenticator app.</p></noscript>
${form}${backLink(exchange)}</div>`,
    script: `${basePath}${PASSKEY_SCRIPT}`,
  });
  sendProviderPage(exchange, problem === undefined ? 200 : 400, page);
}
