import { html } from '../../../pages/html.ts';
import { type Account, accountById } from '../../accounts.ts';
import { changePassword } from '../../password-change.ts';
import { hashPassword } from '../../password-hash.ts';
import { type Exchange, PageError, redirect, sendProviderPage } from '../exchange.ts';
import { csrfToken, readForm } from '../form.ts';
import { startSession } from '../session.ts';
import { accountPage } from './account-page.ts';
import { newPasswordFields, readNewPassword } from './new-password.ts';
import { setNotice } from './notice.ts';

/** `GET /account/password` */
export async function servePassword(exchange: Exchange, account: Account): Promise<void> {
  showPassword(exchange, account, { status: 200 });
}

/** `POST /account/password`: this browser stays signed in, in a new session; all others are signed out. */
export async function submitPassword(exchange: Exchange, account: Account): Promise<void> {
  const { db, log, now, basePath } = exchange;
  const form = await readForm(exchange);
  if (account.demo && exchange.isPublicDemo)
    throw new PageError(403, 'access_denied', 'the sign-ins of a public demo cannot be changed');
  const chosen = readNewPassword(exchange, form, account.email);
  if ('problem' in chosen) return showPassword(exchange, account, { status: 400, problem: chosen.problem });
  const passwordHash = await hashPassword(chosen.password);
  const change = { operation: 'change password', passwordHash, nowMs: now(), facts: exchange.requestFacts() } as const;
  const isChanged = await changePassword(db, account.id, change);
  if (!isChanged) return redirect(exchange, `${basePath}/account`);
  exchange.wakeMail();
  log.info({ accountId: account.id }, 'a person changed their password');
  const changed = await accountById(db, account.id);
  if (changed !== undefined) await startSession(exchange, { accountId: changed.id, passwordKey: changed.passwordKey });
  setNotice(exchange, account.id, 'password changed');
  redirect(exchange, `${basePath}/account`);
}

function showPassword(exchange: Exchange, account: Account, state: { status: number; problem?: string }): void {
  const page = accountPage(exchange, {
    ...{ title: 'Change password', isError: state.problem !== undefined, section: '/account' },
    account,
    body: html`<form method="post" action="${exchange.basePath}/account/password">
<input type="hidden" name="csrf" value="${csrfToken(exchange)}">
${newPasswordFields(account.email, state.problem)}
<p class="small">You stay signed in here and are signed out of all other browsers. Connected applications keep their access.</p>
<button class="main">Change password</button> <a href="${exchange.basePath}/account">Cancel</a>
</form>`,
  });
  sendProviderPage(exchange, state.status, page);
}
