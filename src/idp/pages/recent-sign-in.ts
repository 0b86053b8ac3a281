import { isRecentSignIn } from '../../domain/authorization/recent-sign-in.ts';
import { type Exchange, redirect, sendProviderPage } from './exchange.ts';
import { csrfToken, readForm } from './form.ts';
import { recordSignIn } from './recorded-sign-in.ts';
import { currentSession, renewSession, signedInAccount } from './session.ts';
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
  const outcome = await checkSignInForm(exchange, form);
  if ('status' in outcome) return showSignInAgain(exchange, { ...outcome, email: form.get('email') ?? '' });
  await recordSignIn(exchange, outcome.account);
  await renewSession(exchange, outcome.account.id);
  redirect(exchange, `${exchange.basePath}${backOf(exchange)}`);
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
    demo: await exchange.shownSignIn(),
  });
  sendProviderPage(exchange, status, page, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}

const DEFAULT_BACK = '/grants';

/** Only a page of ours: anybody can write the address. */
function backOf({ req }: Exchange): string {
  const back = URL.parse(req.url ?? '', 'http://provider')?.searchParams.get('back') ?? DEFAULT_BACK;
  return /^(?:\/[a-z][a-z0-9-]{0,40}){1,4}$/.test(back) ? back : DEFAULT_BACK;
}
