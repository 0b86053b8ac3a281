import type { Account } from '../../accounts.ts';
import {
  type FactorOutcome,
  nameAPasskey,
  newRecoveryCodes,
  removeAPasskey,
  removeApp,
} from '../../factors/factor-changes.ts';
import { factorsOf } from '../../factors/factors.ts';
import { type Exchange, sendProviderPage } from '../exchange.ts';
import { factorOwnerOf } from '../factor-owner.ts';
import { csrfField, readForm } from '../form.ts';
import { passkeyName } from '../passkey-name.ts';
import { type Notice, takeNotice } from './notice.ts';
import { securityBody } from './security-body.ts';
import { ensureMayChange, ensureOffered, finishFactorChange, securityPage } from './security-frame.ts';

/** `GET /account/security` */
export function serveSecurity(exchange: Exchange, account: Account): Promise<void> {
  return showSecurity(exchange, account);
}

async function showSecurity(exchange: Exchange, account: Account, problem?: string): Promise<void> {
  ensureOffered(exchange, account);
  const body = securityBody({
    basePath: exchange.basePath,
    hidden: csrfField(exchange),
    factors: await factorsOf(exchange.db, account.id),
    hasPasskeys: exchange.factors.site !== undefined,
  });
  const page = securityPage(exchange, account, {
    ...{ title: 'Security', body, problem },
    notice: takeNotice(exchange, account.id),
  });
  sendProviderPage(exchange, problem === undefined ? 200 : 400, page);
}

/** `POST /account/security/passkey`: another name, or the end of a passkey. */
export async function submitPasskey(exchange: Exchange, account: Account): Promise<void> {
  const form = await readForm(exchange);
  ensureMayChange(exchange, account);
  const owner = factorOwnerOf(exchange, account);
  const id = (form.get('id') ?? '').replaceAll('\0', '');
  if (form.get('action') === 'name')
    return finish(exchange, account, await nameAPasskey(owner, id, passkeyName(form)), 'passkey renamed');
  return finish(exchange, account, await removeAPasskey(owner, id), 'passkey removed');
}

/** `POST /account/security/remove-app` */
export async function submitAppRemoval(exchange: Exchange, account: Account): Promise<void> {
  await readForm(exchange);
  ensureMayChange(exchange, account);
  return finish(exchange, account, await removeApp(factorOwnerOf(exchange, account)), 'authenticator app removed');
}

/** `POST /account/security/recovery-codes` */
export async function submitNewCodes(exchange: Exchange, account: Account): Promise<void> {
  await readForm(exchange);
  ensureMayChange(exchange, account);
  return finish(exchange, account, await newRecoveryCodes(factorOwnerOf(exchange, account)), 'recovery codes replaced');
}

async function finish(exchange: Exchange, account: Account, outcome: FactorOutcome, done: Notice): Promise<void> {
  if ('problem' in outcome) return showSecurity(exchange, account, outcome.problem);
  finishFactorChange(exchange, account, outcome, done);
}
