import type { Session } from 'oidc-provider';
import { type Account, accountById } from '../accounts.ts';
import { type JudgedSignIn, setCurrentSignIn } from '../current-request.ts';
import { isSetUpDue } from '../factors/second-step-rule.ts';
import { SESSION_SECONDS } from '../lifetimes.ts';
import { digest } from '../secrets.ts';
import { endOneSession } from '../sessions.ts';
import { contextOf, type Exchange } from './exchange.ts';

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

/**
 * Signs in outside of an authorization. It ends the old session first, whose cookie another person may know. Throws, and stores none,
 * when the password was replaced since the sign-in was judged (`session-start.ts`).
 */
export async function startSession(exchange: Exchange, signIn: JudgedSignIn): Promise<void> {
  await endSession(exchange);
  await saveSession(exchange, new exchange.provider.Session(), signIn);
}

/**
 * Signs in again. What this browser is signed in to as the same person stays, such as the console; the id of the session is a new
 * one, because another person may know the old cookie.
 */
export async function renewSession(exchange: Exchange, signIn: JudgedSignIn): Promise<void> {
  const session = await currentSession(exchange);
  if (session.accountId !== signIn.accountId) return startSession(exchange, signIn);
  session.resetIdentifier();
  await saveSession(exchange, session, signIn);
}

async function saveSession(exchange: Exchange, session: Session, signIn: JudgedSignIn): Promise<void> {
  const { provider } = exchange;
  setCurrentSignIn(signIn);
  session.loginAccount({ accountId: signIn.accountId, transient: true });
  const id = await session.save(SESSION_SECONDS);
  const options = { httpOnly: true, sameSite: 'lax', signed: true, path: '/' } as const;
  contextOf(exchange).cookies.set(provider.cookieName('session'), id, options);
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
