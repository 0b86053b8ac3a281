import { accountById } from '../accounts.ts';
import { type Exchange, sendProviderPage } from './exchange.ts';
import { csrfToken, readForm } from './form.ts';
import { endSession, sessionAccountId } from './session.ts';
import { signedOutPage, signOutPage } from './sign-out-page.ts';

/** A link from anywhere leads here, so it only asks: the button signs out. */
export async function serveSignOut(exchange: Exchange): Promise<void> {
  const { db, basePath, consoleUrl } = exchange;
  const accountId = await sessionAccountId(exchange);
  const account = accountId === undefined ? undefined : await accountById(db, accountId);
  if (account === undefined) return sendProviderPage(exchange, 200, signedOutPage(basePath, consoleUrl));
  sendProviderPage(exchange, 200, signOutPage({ basePath, csrf: csrfToken(exchange), consoleUrl, ...account }));
}

export async function submitSignOut(exchange: Exchange): Promise<void> {
  await readForm(exchange);
  await endSession(exchange);
  sendProviderPage(exchange, 200, signedOutPage(exchange.basePath, exchange.consoleUrl));
}
