import type { Account } from '../accounts.ts';
import { retryAfterSeconds } from '../attempt-throttle.ts';
import type { Exchange } from './exchange.ts';
import { recordFailure } from './recorded-sign-in.ts';
import type { SignInProblem } from './sign-in-page.ts';

/** What the sign-in page shows after a failed attempt. */
type SignInFailure = { status: number; problem: SignInProblem; retryAfter?: number };

/** What the sign-in page shows: at first nothing of a failure. */
export type SignInState = Partial<SignInFailure> & { status: number; email?: string };

/** The account that the form signs in to, or why there is none. */
export async function checkSignInForm(
  exchange: Exchange,
  form: URLSearchParams,
): Promise<{ account: Account } | SignInFailure> {
  const { req, signIn, log } = exchange;
  const email = form.get('email') ?? '';
  const password = form.get('password') ?? '';
  if (email.trim() === '' || email.length > 254 || email.includes('\0')) {
    return { status: 400, problem: { field: 'email', text: 'Enter your e-mail address.' } };
  }
  if (password === '' || password.length > 1000) {
    return { status: 400, problem: { field: 'password', text: 'Enter your password.' } };
  }
  const result = await signIn(req, email, password);
  if (result.kind === 'signed in') {
    log.info({ accountId: result.account.id }, 'a seller signed in');
    return { account: result.account };
  }
  if (result.kind === 'wrong') {
    log.info('a sign-in failed');
    await recordFailure(exchange, email, 'wrong password');
    return {
      status: 400,
      problem: { field: 'password', text: 'The e-mail address or the password is not right.' },
    };
  }
  if (result.kind === 'disabled') {
    log.info('a sign-in was refused: it is disabled');
    await recordFailure(exchange, email, 'disabled');
    const text = 'This sign-in is disabled. Ask the operator of the marketplace to enable it.';
    return { status: 403, problem: { field: 'email', text } };
  }
  const retryAfter = retryAfterSeconds(result.waitMs);
  log.warn({ retryAfter }, 'a sign-in was throttled after too many attempts');
  const text = `Too many attempts. Try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}.`;
  return { status: 429, problem: { field: 'password', text }, retryAfter };
}
