import { SESSION_SECONDS } from '../configuration.ts';
import { contextOf, type Exchange } from './exchange.ts';

/** The account that this browser is signed in to; undefined when there is none. */
export async function sessionAccountId(exchange: Exchange): Promise<string | undefined> {
  const session = await exchange.provider.Session.get(contextOf(exchange) as never);
  return session.accountId;
}

/** Signs in outside of an authorization. It ends the old session first, whose cookie somebody else may know. */
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

/** Signs this browser out. Applications keep their grants. */
export async function endSession(exchange: Exchange): Promise<void> {
  const { provider } = exchange;
  const context = contextOf(exchange);
  const session = await provider.Session.get(context as never);
  if (session.accountId !== undefined) await session.destroy();
  context.cookies.set(provider.cookieName('session'), null, { signed: true, path: '/' });
}
