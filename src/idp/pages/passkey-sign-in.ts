import type { Html } from '../../pages/html.ts';
import { type Account, accountById } from '../accounts.ts';
import { secondFactorOf } from '../factors/factors.ts';
import { usedPasskey } from '../factors/passkey-answers.ts';
import { endFactorHelp } from './ended-help.ts';
import type { Exchange } from './exchange.ts';
import { challengeUse, requestForm } from './passkey-form.ts';
import type { SignInState } from './sign-in-form.ts';

/** The button of a sign-in page; undefined where nobody signs in so. */
export function passkeySignInForm(exchange: Exchange, path: string): Html | undefined {
  if (exchange.factors.setting === 'off') return undefined;
  return requestForm(exchange, { path, action: 'passkey', button: 'Sign in with a passkey' }, 'sign-in');
}

/**
 * Signs in by a passkey alone: it is something that the person has, and it has checked the person, so it counts as both steps. Nobody
 * can guess it, so that attempts are not throttled.
 */
export async function checkPasskeySignIn(
  exchange: Exchange,
  form: URLSearchParams,
): Promise<{ account: Account } | SignInState> {
  const { db, factors, now, log, mayUseDemo } = exchange;
  const ceremony = factors.site && { db, site: factors.site, use: challengeUse(exchange, 'sign-in'), now: now() };
  const passkey = ceremony && (await usedPasskey(ceremony, form.get('answer') ?? ''));
  const account = passkey && (await accountById(db, passkey.accountId));
  const isOffered = account && secondFactorOf(account, factors.setting) !== 'off';
  if (isOffered && (!account.demo || mayUseDemo())) {
    await endFactorHelp(exchange, account.id);
    log.info({ accountId: account.id }, 'a seller signed in with a passkey');
    return { account };
  }
  log.info('a sign-in with a passkey failed');
  const text = 'This passkey was not accepted. Sign in with your password, or ask for a new page and try again.';
  return { status: 400, problem: { field: 'email', text } };
}
