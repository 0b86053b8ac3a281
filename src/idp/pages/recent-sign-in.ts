import { isRecentSignIn } from '../../domain/authorization/recent-sign-in.ts';
import { type Exchange, redirect, sendProviderPage } from './exchange.ts';
import { csrfToken, readForm } from './form.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';
import { checkPasskeySignIn, passkeySignInForm } from './passkey-sign-in.ts';
import { backOf, mustBeOwnPage, pagePlace } from './second-step/page-place.ts';
import { continueSignIn } from './second-step/second-step.ts';
import { currentSession, signedInAccount } from './session.ts';
import { checkSignInForm, type SignInState } from './sign-in-form.ts';
import { signInPage } from './sign-in-page.ts';

/** Whether this browser's person signed in a short time ago: what changes factors, members or secrets needs that. */
export async function hasRecentSignIn(exchange: Exchange): Promise<boolean> {
  const { accountId, loginTs } = await currentSession(exchange);
  return accountId !== undefined && isRecentSignIn(loginTs && loginTs * 1000, exchange.now());
}

/** Lets the person sign in again; then the browser goes to `back`, a page of the provider without its base path. */
export function askToSignInAgain(exchange: Exchange, back: string): void {
  redirect(exchange, signInAgainPath(exchange, back));
}

const signInAgainPath = ({ basePath }: Exchange, back: string) =>
  `${basePath}/sign-in/again?back=${encodeURIComponent(back)}`;

/** `GET /sign-in/again` */
export function serveSignInAgain(exchange: Exchange): Promise<void> {
  return showSignInAgain(exchange, { status: 200 });
}

/** `POST /sign-in/again` */
export async function submitSignInAgain(exchange: Exchange): Promise<void> {
  const form = await readForm(exchange);
  const place = pagePlace(exchange, backOf(exchange));
  if (form.get('action') === 'passkey') {
    const outcome = await checkPasskeySignIn(exchange, form);
    return 'status' in outcome ? showSignInAgain(exchange, outcome) : place.complete(outcome.account);
  }
  const outcome = await checkSignInForm(exchange, form);
  if ('status' in outcome) return showSignInAgain(exchange, { ...outcome, email: form.get('email') ?? '' });
  await mustBeOwnPage(exchange, outcome.account);
  return continueSignIn(exchange, place, outcome.account);
}

async function showSignInAgain(exchange: Exchange, { status, retryAfter, email, problem }: SignInState): Promise<void> {
  const { basePath } = exchange;
  const account = await signedInAccount(exchange);
  const page = signInPage({
    ...{ basePath, problem },
    action: signInAgainPath(exchange, backOf(exchange)),
    csrf: csrfToken(exchange),
    email: email ?? account?.email,
    reason: account ? 'You signed in more than 10 minutes ago. Sign in again to go on.' : 'Sign in to go on.',
    demo: await exchange.shownSignIn(account?.kind),
    passkey: passkeySignInForm(exchange, signInAgainPath(exchange, backOf(exchange))),
    script: `${basePath}${PASSKEY_SCRIPT}`,
  });
  sendProviderPage(exchange, status, page, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}
