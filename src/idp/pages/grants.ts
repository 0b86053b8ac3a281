import { type Connection, connectionsOf, withdraw } from '../connections.ts';
import { contextOf, type Exchange, redirect, sendProviderPage } from './exchange.ts';
import { csrfToken, readForm } from './form.ts';
import { grantsPage } from './grants-page.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';
import { checkPasskeySignIn, passkeySignInForm } from './passkey-sign-in.ts';
import { pagePlace } from './second-step/page-place.ts';
import { continueSignIn } from './second-step/second-step.ts';
import { signedInAccount } from './session.ts';
import { checkSignInForm, type SignInState } from './sign-in-form.ts';
import { signInPage } from './sign-in-page.ts';
import { memberOfForm, signedInMember } from './signed-in-member.ts';

/** The seller's page of connected applications, or the sign-in page before it. */
export async function serveGrants(exchange: Exchange): Promise<void> {
  const account = await signedInAccount(exchange);
  if (account === undefined) return showSignIn(exchange, { status: 200 });
  const member = await signedInMember(exchange);
  const connections = member === undefined ? [] : await connectionsOf(exchange.db, member, exchange.now());
  const page = grantsPage(exchange, {
    email: account.email,
    member,
    connections,
    cacheSeconds: exchange.cacheSeconds,
    withdrawn: member && (await withdrawnName(exchange, member.id, connections)),
  });
  sendProviderPage(exchange, 200, page);
}

export async function submitGrantsSignIn(exchange: Exchange): Promise<void> {
  const form = await readForm(exchange);
  if (form.get('action') === 'passkey') return submitPasskey(exchange, form);
  const outcome = await checkSignInForm(exchange, form);
  if ('status' in outcome) {
    return showSignIn(exchange, { ...outcome, email: form.get('email') ?? '' });
  }
  await continueSignIn(exchange, pagePlace(exchange, '/grants'), outcome.account);
}

async function submitPasskey(exchange: Exchange, form: URLSearchParams): Promise<void> {
  const outcome = await checkPasskeySignIn(exchange, form);
  if ('status' in outcome) return showSignIn(exchange, outcome);
  await pagePlace(exchange, '/grants').complete(outcome.account);
}

/** Withdraws the access of one application to the seller, also if a colleague connected it. */
export async function submitWithdrawal(exchange: Exchange): Promise<void> {
  const form = await readForm(exchange);
  const account = await signedInAccount(exchange);
  if (account === undefined) return redirect(exchange, `${exchange.basePath}/grants`);
  const member = await memberOfForm(exchange, form);
  const clientId = (form.get('client_id') ?? '').replaceAll('\0', '');
  const ended = await withdraw(exchange.db, member, clientId);
  if (ended > 0) {
    exchange.log.info({ accountId: member.id, clientId }, 'a seller withdrew the access of an application');
    setWithdrawnCookie(exchange, member.id, clientId);
  }
  redirect(exchange, `${exchange.basePath}/grants`);
}

const WITHDRAWN_COOKIE = '_withdrawn';
const WITHDRAWN_MS = 60_000;
const withdrawnCookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/** For the next page only. The cookie is signed, so that a link cannot make the page claim that an access has ended. */
function setWithdrawnCookie(exchange: Exchange, accountId: string, clientId: string): void {
  const value = `${accountId}.${encodeURIComponent(clientId)}`;
  contextOf(exchange).cookies.set(WITHDRAWN_COOKIE, value, { ...withdrawnCookie, maxAge: WITHDRAWN_MS });
}

/** The name of the application whose access this account has just withdrawn. */
async function withdrawnName(
  exchange: Exchange,
  accountId: string,
  connected: readonly Connection[],
): Promise<string | undefined> {
  const { cookies } = contextOf(exchange);
  const value = cookies.get(WITHDRAWN_COOKIE, { signed: true });
  if (value === undefined) return undefined;
  cookies.set(WITHDRAWN_COOKIE, null, withdrawnCookie);
  const [owner, id = ''] = value.split(/\.(.*)/s, 2);
  const clientId = decodeURIComponent(id);
  if (owner !== accountId || connected.some((application) => application.clientId === clientId)) return undefined;
  // Rejects for one that is disabled.
  const client = await exchange.provider.Client.find(clientId).catch(() => undefined);
  return client?.clientName ?? 'the application';
}

async function showSignIn(exchange: Exchange, state: SignInState): Promise<void> {
  const { basePath } = exchange;
  const { status, retryAfter, email, problem } = state;
  const demo = await exchange.shownSignIn();
  const action = `${basePath}/sign-in`;
  const passkey = passkeySignInForm(exchange, action);
  const script = `${basePath}${PASSKEY_SCRIPT}`;
  const page = signInPage({ action, basePath, csrf: csrfToken(exchange), email, problem, demo, passkey, script });
  sendProviderPage(exchange, status, page, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}
