import type { Sql } from '../../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../../domain/authorization/console-client.ts';
import { recordChange } from '../audit-entries.ts';
import { type Connection, connectionsOf, withdraw } from '../connections.ts';
import type { Member } from '../members.ts';
import { changeMaker } from './change-maker.ts';
import { contextOf, type Exchange, redirect, sendProviderPage } from './exchange.ts';
import { csrfToken, readForm } from './form.ts';
import { grantsPage } from './grants-page.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';
import { checkPasskeySignIn, passkeySignInForm } from './passkey-sign-in.ts';
import { mustBeOwnPage, pagePlace } from './second-step/page-place.ts';
import { continueSignIn } from './second-step/second-step.ts';
import { signedInAccount } from './session.ts';
import { checkSignInForm, type SignInState } from './sign-in-form.ts';
import { signInPage } from './sign-in-page.ts';
import { keepAskedSeller, memberOfForm, sellerLinks, signedInMember } from './signed-in-member.ts';

/** The seller's page of connected applications, or the sign-in page before it. */
export async function serveGrants(exchange: Exchange): Promise<void> {
  const account = await signedInAccount(exchange);
  if (account === undefined) {
    keepAskedSeller(exchange);
    return showSignIn(exchange, { status: 200 });
  }
  const member = await signedInMember(exchange);
  const connections = member === undefined ? [] : await connectionsOf(exchange.db, member, exchange.now());
  const page = grantsPage(exchange, {
    account,
    member,
    otherSellers: await sellerLinks(exchange, member),
    connections,
    cacheSeconds: exchange.cacheSeconds,
    withdrawn: member && (await withdrawnAccess(exchange, member.id, connections)),
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
  await mustBeOwnPage(exchange, outcome.account);
  await continueSignIn(exchange, pagePlace(exchange, '/grants'), outcome.account);
}

async function submitPasskey(exchange: Exchange, form: URLSearchParams): Promise<void> {
  const outcome = await checkPasskeySignIn(exchange, form);
  if ('status' in outcome) return showSignIn(exchange, outcome);
  await pagePlace(exchange, '/grants').complete(outcome.account);
}

/** Withdraws the access of one application to the seller: an owner also what a colleague gave. */
export async function submitWithdrawal(exchange: Exchange): Promise<void> {
  const form = await readForm(exchange);
  const account = await signedInAccount(exchange);
  if (account === undefined) return redirect(exchange, `${exchange.basePath}/grants`);
  const member = await memberOfForm(exchange, form);
  const clientId = (form.get('client_id') ?? '').replaceAll('\0', '');
  const ended = await withdraw(exchange.db, member, clientId, recordingOf(exchange, member, clientId));
  if (ended > 0) {
    exchange.log.info({ accountId: member.id, clientId }, 'a seller withdrew the access of an application');
    setWithdrawnCookie(exchange, member.id, clientId);
  }
  redirect(exchange, `${exchange.basePath}/grants`);
}

function recordingOf(exchange: Exchange, member: Member, id: string) {
  const { sellerId } = member;
  return async (tx: Sql, grants: number) => {
    if (id === EMBEDDED_CONSOLE_CLIENT) return;
    const change = { operation: 'withdraw application', sellerId, details: { id, grants } };
    await recordChange(tx, changeMaker(exchange, member), change);
  };
}

const WITHDRAWN_COOKIE = '_withdrawn';
const WITHDRAWN_MS = 60_000;
const withdrawnCookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/** For the next page only. The cookie is signed, so that a link cannot make the page claim that an access has ended. */
function setWithdrawnCookie(exchange: Exchange, accountId: string, clientId: string): void {
  const value = `${accountId}.${encodeURIComponent(clientId)}`;
  contextOf(exchange).cookies.set(WITHDRAWN_COOKIE, value, { ...withdrawnCookie, maxAge: WITHDRAWN_MS });
}

/** What this member has just withdrawn, in words. */
async function withdrawnAccess(
  exchange: Exchange,
  memberId: string,
  connected: readonly Connection[],
): Promise<string | undefined> {
  const { cookies } = contextOf(exchange);
  const value = cookies.get(WITHDRAWN_COOKIE, { signed: true });
  if (value === undefined) return undefined;
  cookies.set(WITHDRAWN_COOKIE, null, withdrawnCookie);
  const [owner, id = ''] = value.split(/\.(.*)/s, 2);
  const clientId = decodeURIComponent(id);
  const left = connected.find((application) => application.clientId === clientId);
  if (owner !== memberId || left?.people.some((person) => person.memberId === memberId)) return undefined;
  // Rejects for one that is disabled.
  const client = await exchange.provider.Client.find(clientId).catch(() => undefined);
  const name = client?.clientName ?? 'the application';
  if (left === undefined) return `The access of ${name} has ended.`;
  return `The access that you gave ${name} has ended. It keeps the access that others of this seller gave.`;
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
