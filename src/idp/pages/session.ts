import type { Session } from 'oidc-provider';
import { type Account, accountById, isUnchanged } from '../accounts.ts';
import { isSetUpDue } from '../factors/second-step-rule.ts';
import { SESSION_SECONDS } from '../lifetimes.ts';
import { digest } from '../secrets.ts';
import { endOneSession } from '../sessions.ts';
import { contextOf, type Exchange, PageError } from './exchange.ts';

/** The person who is signed in with this browser; undefined when there is none, or a second factor must be set up first. */
export async function signedInAccount(exchange: Exchange): Promise<Account | undefined> {
  const { db, factors } = exchange;
  const { accountId } = await currentSession(exchange);
  const account = accountId === undefined ? undefined : await accountById(db, accountId);
  return account === undefined || (await isSetUpDue(db, account, factors.setting)) ? undefined : account;
}

/** This browser's session; a new one, which is not stored, when it has none. */
export function currentSession(exchange: Exchange): Promise<Session> {
  return exchange.provider.Session.get(contextOf(exchange) as never);
}

/** Signs in outside of an authorization. It ends the old session first, whose cookie another person may know. */
export async function startSession(exchange: Exchange, account: Account): Promise<void> {
  await endSession(exchange);
  await saveSession(exchange, new exchange.provider.Session(), account);
}

/**
 * Signs in again. What this browser is signed in to as the same person stays, such as the console; the id of the session is a new
 * one, because another person may know the old cookie.
 */
export async function renewSession(exchange: Exchange, account: Account): Promise<void> {
  const session = await currentSession(exchange);
  if (session.accountId !== account.id) return startSession(exchange, account);
  session.resetIdentifier();
  await saveSession(exchange, session, account);
}

async function saveSession(exchange: Exchange, session: Session, account: Account): Promise<void> {
  const { provider, db } = exchange;
  const { id: accountId } = account;
  session.loginAccount({ accountId, transient: true });
  const id = await session.save(SESSION_SECONDS);
  await refuseReplaced(exchange, account, () =>
    db.transaction((tx) => endOneSession(tx, { id: digest(session.uid), accountId })),
  );
  const options = { httpOnly: true, sameSite: 'lax', signed: true, path: '/' } as const;
  contextOf(exchange).cookies.set(provider.cookieName('session'), id, options);
}

/**
 * Call it after a sign-in is stored. A change of the password ends what is stored before it; `undo` ends what was stored after it by
 * somebody whose old password was being checked.
 */
export async function refuseReplaced({ db }: Exchange, account: Account, undo: () => Promise<unknown>): Promise<void> {
  if (await isUnchanged(db, account)) return;
  await undo();
  throw new PageError(403, 'access_denied', 'the password was changed meanwhile; sign in with the new one');
}

/** Signs this browser out, also of the console, which cannot use its grants again. Other applications keep their grants. */
export async function endSession(exchange: Exchange): Promise<void> {
  const { db } = exchange;
  const { uid, accountId } = await currentSession(exchange);
  if (accountId !== undefined) await db.transaction((tx) => endOneSession(tx, { id: digest(uid), accountId }));
  dropSessionCookie(exchange);
}

/** After the end of its session. */
export function dropSessionCookie(exchange: Exchange): void {
  const name = exchange.provider.cookieName('session');
  contextOf(exchange).cookies.set(name, null, { signed: true, path: '/' });
}
