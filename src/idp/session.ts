import { contextOf, type Exchange } from './exchange.ts';
import { SESSION_SECONDS } from './provider.ts';

/** Who is signed in here, if anyone. */
export async function signedInId(exchange: Exchange): Promise<string | undefined> {
  const session = await exchange.provider.Session.get(contextOf(exchange) as never);
  return session.accountId;
}

/** Signs in outside of an authorization. A session from before ends: its cookie may be known to somebody else. */
export async function startSession(exchange: Exchange, accountId: string): Promise<void> {
  await endSession(exchange);
  const { provider } = exchange;
  const session = new provider.Session();
  session.loginAccount({ accountId, transient: true });
  const id = await session.save(SESSION_SECONDS);
  contextOf(exchange).cookies.set(provider.cookieName('session'), id, {
    httpOnly: true,
    sameSite: 'lax',
    signed: true,
    path: '/',
  });
}

/** Applications keep their grants: signing out is about this browser. */
export async function endSession(exchange: Exchange): Promise<void> {
  const { provider } = exchange;
  const context = contextOf(exchange);
  const session = await provider.Session.get(context as never);
  if (session.accountId !== undefined) await session.destroy();
  context.cookies.set(provider.cookieName('session'), null, { signed: true, path: '/' });
}
