import type { Sql } from '../../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../../domain/authorization/console-client.ts';
import { DELEGABLE_SCOPES } from '../../domain/authorization/rights.ts';
import { accountById } from '../accounts.ts';
import { payloadOf } from '../adapter.ts';
import { removeRecords } from '../cleanup.ts';
import { CONSOLE_NAME } from '../console-client.ts';
import { contextOf, type Exchange, redirect, sendPage } from './exchange.ts';
import { csrfToken, readForm } from './form.ts';
import { type ConnectedApplication, grantsPage } from './grants-page.ts';
import { sessionAccountId, startSession } from './session.ts';
import { checkSignInForm, type PageParts } from './sign-in-form.ts';
import { type SignInProblem, signInPage } from './sign-in-page.ts';

/** The seller's page of connected applications, or the sign-in page before it. */
export async function serveGrants(exchange: Exchange, parts: PageParts): Promise<void> {
  const account = await signedInAccount(exchange, parts);
  if (account === undefined) return showSignIn(exchange, 200, {});
  const applications = await connectedApplications(parts.db, account.id, parts.now());
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

export async function submitGrantsSignIn(exchange: Exchange, parts: PageParts): Promise<void> {
  const form = await readForm(exchange);
  const outcome = await checkSignInForm(exchange, form, parts);
  if ('status' in outcome) {
    const { status, problem, retryAfter } = outcome;
    return showSignIn(exchange, status, { problem, retryAfter, email: form.get('email') ?? '' });
  }
  await startSession(exchange, outcome.account.id);
  redirect(exchange, `${exchange.basePath}/grants`);
}

/** Withdraws all grants of this account to one application. */
export async function submitWithdrawal(exchange: Exchange, parts: PageParts): Promise<void> {
  const form = await readForm(exchange);
  const account = await signedInAccount(exchange, parts);
  if (account === undefined) return redirect(exchange, `${exchange.basePath}/grants`);
  const clientId = (form.get('client_id') ?? '').replaceAll('\0', '');
  const ended = await withdraw(parts.db, account.id, clientId);
  if (ended > 0) {
    parts.log.info({ accountId: account.id, clientId }, 'a seller withdrew the access of an application');
    setWithdrawnCookie(exchange, account.id, clientId);
  }
  redirect(exchange, `${exchange.basePath}/grants`);
}

async function signedInAccount(exchange: Exchange, { db }: PageParts) {
  const id = await sessionAccountId(exchange);
  return id === undefined ? undefined : accountById(db, id);
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

/**
 * The applications with a grant, whether or not one of their tokens is still valid: the service asks for the same when it
 * decides which of them may have notification destinations (decision 38).
 */
async function connectedApplications(db: Sql, accountId: string, now: number): Promise<ConnectedApplication[]> {
  const rows = await db.all<GrantRow>(
    `SELECT g.client_id, c.name, g.payload, g.created_at, g.used_at
     FROM idp_record g LEFT JOIN idp_client c ON c.id = g.client_id
     WHERE g.account_id = $1 AND g.kind = 'Grant' AND g.expires_at > $2
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
    name: clientId === EMBEDDED_CONSOLE_CLIENT ? CONSOLE_NAME : (grants[0]?.name ?? clientId),
    scopes: DELEGABLE_SCOPES.filter((scope) => scopes.has(scope)),
    connectedAt: Math.min(...grants.map((grant) => grant.created_at)),
    lastRenewedAt: uses.length === 0 ? undefined : Math.max(...uses),
  };
}

function scopesOf(payload: string): string[] {
  const { openid } = payloadOf(payload, '') as { openid?: { scope?: string } };
  return openid?.scope?.split(' ') ?? [];
}

/**
 * Deletes the grants, which ends the access at once, then their codes and tokens. A token that is issued at this moment has
 * no grant and is not valid. Returns how many grants there were.
 */
async function withdraw(db: Sql, accountId: string, clientId: string): Promise<number> {
  const grants = await db.all<{ grant_id: string }>(
    "DELETE FROM idp_record WHERE account_id = $1 AND kind = 'Grant' AND client_id = $2 RETURNING grant_id",
    [accountId, clientId],
  );
  for (const { grant_id } of grants) await removeRecords(db, 'grant_id', grant_id);
  return grants.length;
}
