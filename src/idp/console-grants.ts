import type { Grant, default as OidcProvider, Session } from 'oidc-provider';
import type { Sql } from '../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import { NAMED_RIGHTS } from '../domain/authorization/rights.ts';
import type { Choice } from './chosen-member.ts';
import { SESSION_SECONDS } from './lifetimes.ts';
import { isOperatorConsole } from './operator/operator-console-client.ts';
import { digest } from './secrets.ts';

/*
 * The grants of the two consoles. They have no refresh token: while the browser is signed in here, each gets its next access token
 * with `prompt=none`, without a page. Only for that, for the choice of another seller, and only for these clients, a grant is used
 * again (decisions 46 and 55). All other authorizations ask for consent.
 *
 * A session has one such grant for each seller that the person opened, and a person of the operator has one. A record of the kind `ConsoleGrant` names it: its id is made
 * of session and member, so that tabs that write at the same moment write different records. (A session of an earlier release names
 * its only grant itself.)
 */

type Authorization = {
  readonly provider: OidcProvider;
  readonly client?: { readonly clientId: string } | undefined;
  readonly account?: { readonly accountId: string } | undefined;
  readonly session?: Session | undefined;
  readonly prompts: ReadonlySet<string>;
  readonly result?: object | undefined;
};

/** The grant that this authorization uses without asking; undefined when the person has to be asked. */
export async function reusableGrant(
  { provider, client, account, session, prompts, result }: Authorization,
  db: Sql,
  now: number,
) {
  if (client === undefined || account === undefined || session === undefined) return undefined;
  const { clientId } = client;
  if (clientId !== EMBEDDED_CONSOLE_CLIENT && !isOperatorConsole(clientId)) return undefined;
  if (!prompts.has('none') && (result as Choice | undefined)?.select_account === undefined) return undefined;
  const memberId = account.accountId;
  const grantId = await grantIdOf(db, { session, memberId, clientId });
  const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (grantId === undefined || grant?.accountId !== memberId) return undefined;
  if (!(await keepReusable(db, { session, memberId, clientId, grantId }, now))) return undefined;
  if (!isOperatorConsole(clientId)) keepNarrow(grant);
  return grant;
}

/**
 * A grant from before these rights existed renews without them, and without a page. The console asks for all of them by name, and a
 * silent sign-in never widens a grant (decision 51). The change is not stored.
 */
function keepNarrow(grant: Grant): void {
  const had = grant.getOIDCScopeEncountered().split(' ');
  const missing = NAMED_RIGHTS.filter((right) => !had.includes(right));
  if (missing.length > 0) grant.rejectOIDCScope(missing.join(' '));
}

/** Whose grant it is: in the operator's console `memberId` is the account of a person of the operator. */
type GrantOwner = { session: Session; memberId: string; clientId: string };
type ConsoleGrant = GrantOwner & { grantId: string };

/**
 * The grant can be used again for as long as the session, from now on; then it expires, and the page of connected applications
 * no longer lists it. False when the seller has withdrawn it or it has expired. An update, not an upsert: a grant that is
 * withdrawn at this moment must not come back.
 */
export async function keepReusable(
  db: Sql,
  { session, memberId, clientId, grantId }: ConsoleGrant,
  now: number,
): Promise<boolean> {
  const expiresAt = now + SESSION_SECONDS * 1000;
  const updated = await db.run(
    "UPDATE idp_record SET expires_at = $2 WHERE kind = 'Grant' AND id = $1 AND expires_at > $3",
    [digest(grantId), expiresAt, now],
  );
  if (updated !== 1) return false;
  await db.run(
    `INSERT INTO idp_record (kind, id, payload, grant_id, account_id, client_id, uid, created_at, expires_at)
     VALUES ('ConsoleGrant', $1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (kind, id) DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
    [
      recordId(session, memberId),
      JSON.stringify({ grantId }),
      digest(grantId),
      memberId,
      clientId,
      digest(session.uid),
      now,
      expiresAt,
    ],
  );
  return true;
}

/** Ends a console's grant of this session and member, with its tokens, when a new one replaces it. */
export async function endConsoleGrants(
  { provider, db }: { provider: OidcProvider; db: Sql },
  { session, memberId, clientId }: GrantOwner,
): Promise<void> {
  const records = await db.all<{ payload: string }>(
    "DELETE FROM idp_record WHERE kind = 'ConsoleGrant' AND id = $1 RETURNING payload",
    [recordId(session, memberId)],
  );
  const ownId = session.grantIdFor(clientId);
  for (const grantId of new Set([...records.map(grantIdIn), ...(ownId === undefined ? [] : [ownId])])) {
    const grant = await provider.Grant.find(grantId);
    if (grant?.accountId === memberId) await grant.destroy();
  }
}

async function grantIdOf(db: Sql, { session, memberId, clientId }: GrantOwner): Promise<string | undefined> {
  const select = "SELECT payload FROM idp_record WHERE kind = 'ConsoleGrant' AND id = $1";
  const record = await db.get<{ payload: string }>(select, [recordId(session, memberId)]);
  return record === undefined ? session.grantIdFor(clientId) : grantIdIn(record);
}

const grantIdIn = ({ payload }: { payload: string }) => (JSON.parse(payload) as { grantId: string }).grantId;

const recordId = ({ uid }: Session, memberId: string) => digest(`${uid} ${memberId}`);
