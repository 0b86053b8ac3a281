import type { Sql } from '../db/db.ts';
import { DELEGABLE_SCOPES } from '../domain/authorization/rights.ts';
import { accountById } from './accounts.ts';
import { payloadOf } from './adapter.ts';
import { contextOf, csrfToken, type Exchange, readForm, redirect, sendPage } from './exchange.ts';
import { type InteractionParts, judgeSignIn } from './interaction.ts';
import { type ConnectedApplication, grantsPage, type SignInProblem, signedOutPage, signInPage } from './pages.ts';
import { endSession, signedInId, startSession } from './session.ts';

/** The seller's page of connected applications; without a sign-in, the way to it. */
export async function serveGrants(exchange: Exchange, parts: InteractionParts, now: number): Promise<void> {
  const account = await signedInAccount(exchange, parts);
  if (account === undefined) return showSignIn(exchange, 200, {});
  const applications = await connectedApplications(parts.db, account.id, now);
  const page = grantsPage({
    basePath: exchange.basePath,
    csrf: csrfToken(exchange),
    email: account.email,
    sellerId: account.sellerId,
    applications,
    withdrawn: await withdrawnName(exchange, account.id, applications),
  });
  sendPage(exchange, 200, page);
}

export async function takeGrantsSignIn(exchange: Exchange, parts: InteractionParts): Promise<void> {
  const form = await readForm(exchange);
  const outcome = await judgeSignIn(exchange, form, parts);
  if ('status' in outcome) {
    const { status, problem, retryAfter } = outcome;
    return showSignIn(exchange, status, { problem, retryAfter, email: form.get('email') ?? '' });
  }
  await startSession(exchange, outcome.account.id);
  redirect(exchange, `${exchange.basePath}/grants`);
}

/** Decision: withdrawing is per application, all its grants from this account at once. */
export async function takeWithdrawal(exchange: Exchange, parts: InteractionParts): Promise<void> {
  const form = await readForm(exchange);
  const account = await signedInAccount(exchange, parts);
  if (account === undefined) return redirect(exchange, `${exchange.basePath}/grants`);
  const clientId = (form.get('client_id') ?? '').replaceAll('\0', '');
  const ended = await withdraw(parts.db, account.id, clientId);
  if (ended > 0) {
    parts.log.info({ accountId: account.id, clientId }, 'a seller withdrew the access of an application');
    noteWithdrawal(exchange, account.id, clientId);
  }
  redirect(exchange, `${exchange.basePath}/grants`);
}

export async function takeSignOut(exchange: Exchange): Promise<void> {
  await readForm(exchange);
  await endSession(exchange);
  sendPage(exchange, 200, signedOutPage(exchange.basePath));
}

async function signedInAccount(exchange: Exchange, { db }: InteractionParts) {
  const id = await signedInId(exchange);
  return id === undefined ? undefined : accountById(db, id);
}

const WITHDRAWN_COOKIE = '_withdrawn';
const WITHDRAWN_MS = 60_000;
const withdrawnCookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;

/** For the next page only, and signed: a link cannot make it say that something has ended. */
function noteWithdrawal(exchange: Exchange, accountId: string, clientId: string): void {
  const value = `${accountId}.${encodeURIComponent(clientId)}`;
  contextOf(exchange).cookies.set(WITHDRAWN_COOKIE, value, { ...withdrawnCookie, maxAge: WITHDRAWN_MS });
}

/** Of the application whose access this account has just ended. */
async function withdrawnName(
  exchange: Exchange,
  accountId: string,
  connected: readonly ConnectedApplication[],
): Promise<string | undefined> {
  const { cookies } = contextOf(exchange);
  const value = cookies.get(WITHDRAWN_COOKIE, { signed: true });
  if (value === undefined) return undefined;
  cookies.set(WITHDRAWN_COOKIE, null, withdrawnCookie);
  const [owner, id = ''] = value.split(/\.(.*)/s, 2);
  const clientId = decodeURIComponent(id);
  if (owner !== accountId || connected.some((application) => application.clientId === clientId)) return undefined;
  return (await exchange.provider.Client.find(clientId))?.clientName ?? 'the application';
}

type SignInState = { email?: string; problem?: SignInProblem; retryAfter?: number | undefined };

function showSignIn(exchange: Exchange, status: number, { retryAfter, ...state }: SignInState): void {
  const { basePath } = exchange;
  const page = signInPage({ action: `${basePath}/sign-in`, basePath, csrf: csrfToken(exchange), ...state });
  sendPage(exchange, status, page, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}

type GrantRow = { client_id: string; name: string | null; payload: string; created_at: number; used_at: number | null };

/** One entry for each application that can still get or use a token. */
async function connectedApplications(db: Sql, accountId: string, now: number): Promise<ConnectedApplication[]> {
  const rows = await db.all<GrantRow>(
    `SELECT g.client_id, c.name, g.payload, g.created_at, g.used_at
     FROM idp_record g LEFT JOIN idp_client c ON c.id = g.client_id
     WHERE g.account_id = $1 AND g.kind = 'Grant' AND g.expires_at > $2 AND EXISTS (
       SELECT 1 FROM idp_record t
       WHERE t.grant_id = g.id AND t.kind <> 'Grant' AND t.consumed_at IS NULL AND t.expires_at > $2)
     ORDER BY g.created_at DESC, g.id`,
    [accountId, now],
  );
  const byClient = Map.groupBy(rows, (row) => row.client_id);
  return [...byClient].map(([clientId, grants]) => applicationOf(clientId, grants));
}

function applicationOf(clientId: string, grants: readonly GrantRow[]): ConnectedApplication {
  const scopes = new Set(grants.flatMap((grant) => scopesOf(grant.payload)));
  const uses = grants.flatMap((grant) => grant.used_at ?? []);
  return {
    clientId,
    name: grants[0]?.name ?? clientId,
    rights: DELEGABLE_SCOPES.filter((right) => scopes.has(right)),
    since: Math.min(...grants.map((grant) => grant.created_at)),
    lastUse: uses.length === 0 ? undefined : Math.max(...uses),
  };
}

function scopesOf(payload: string): string[] {
  const { openid } = payloadOf(payload, '') as { openid?: { scope?: string } };
  return openid?.scope?.split(' ') ?? [];
}

/** Ends codes, tokens and refresh tokens with the grants. What is issued at this moment has no grant and is no good. */
async function withdraw(db: Sql, accountId: string, clientId: string): Promise<number> {
  return db.run(
    `DELETE FROM idp_record WHERE grant_id IN (
       SELECT id FROM idp_record WHERE account_id = $1 AND kind = 'Grant' AND client_id = $2)`,
    [accountId, clientId],
  );
}
