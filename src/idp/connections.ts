import type { Db, Sql } from '../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import { DELEGABLE_SCOPES, OFFLINE_ACCESS } from '../domain/authorization/rights.ts';
import { removeRecordsOf } from './cleanup.ts';
import { CONSOLE_NAME } from './console-client.ts';
import { renewalEnd } from './lifetimes.ts';
import type { Member } from './members.ts';
import { payloadOf } from './record-payload.ts';

/** An application that one or several people of a seller gave access to. */
export type Connection = {
  clientId: string;
  name: string;
  scopes: readonly string[];
  connectedAt: number;
  /** When it last got an access token, which lives 15 minutes. */
  lastUsedAt: number | undefined;
  /** When its access ends unless a person connects it again; undefined where each access needs a person anyway. */
  endsAt: number | undefined;
  /** The members who connected it, and when each of them's grant was last used. */
  people: readonly { memberId: string; email: string; lastUsedAt: number | undefined }[];
  /** It has no access now: the application is disabled, or each sign-in that connected it. */
  isPaused: boolean;
};

/** Whose view it is: a member of the seller. */
type Viewer = Pick<Member, 'id' | 'sellerId'>;

/** An owner may withdraw what anybody of the seller gave, everybody else what they gave (decision 52). */
export const mayWithdraw = ({ people }: Connection, { id, role }: Pick<Member, 'id' | 'role'>): boolean =>
  role === 'owner' || people.some(({ memberId }) => memberId === id);

type GrantRow = {
  client_id: string;
  account_id: string;
  email: string;
  name: string | null;
  payload: string;
  created_at: number;
  used_at: number | null;
  expires_at: number;
  is_paused: number;
};

/**
 * The console is the person itself at work, no application that acts for the seller: people see and end only
 * their own sign-in to it.
 */
const ownConsoleOnly = (clientId: string, memberId: string) =>
  `(${clientId} <> '${EMBEDDED_CONSOLE_CLIENT}' OR ${memberId} = $2)`;

/**
 * The applications with a grant of anybody of the seller, whether or not one of their tokens is still valid: the service asks for the
 * same when it decides which of them may have notification destinations (decision 38). The last connected one comes first.
 */
export async function connectionsOf(db: Sql, { id, sellerId }: Viewer, now: number): Promise<Connection[]> {
  const rows = await db.all<GrantRow>(
    `SELECT g.client_id, g.account_id, a.email, c.name, g.payload, g.created_at, g.used_at, g.expires_at,
       CASE WHEN a.disabled_at IS NULL AND s.disabled_at IS NULL AND c.disabled_at IS NULL THEN 0 ELSE 1 END AS is_paused
     FROM idp_member m JOIN idp_account a ON a.id = m.account_id JOIN idp_seller s ON s.seller_id = m.seller_id
       JOIN idp_record g ON g.account_id = m.id AND g.kind = 'Grant' AND g.expires_at > $3
       LEFT JOIN idp_client c ON c.id = g.client_id
     WHERE m.seller_id = $1 AND ${ownConsoleOnly('g.client_id', 'm.id')}
     ORDER BY g.created_at DESC, g.id`,
    [sellerId, id, now],
  );
  return [...Map.groupBy(rows, (row) => row.client_id)].map(([clientId, grants]) => connectionOf(clientId, grants));
}

function connectionOf(clientId: string, grants: readonly GrantRow[]): Connection {
  const scopes = new Set(grants.flatMap((grant) => scopesOf(grant.payload)));
  const byMember = Map.groupBy(grants, ({ account_id }) => account_id);
  return {
    clientId,
    name: clientId === EMBEDDED_CONSOLE_CLIENT ? CONSOLE_NAME : (grants[0]?.name ?? clientId),
    scopes: DELEGABLE_SCOPES.filter((scope) => scopes.has(scope)),
    connectedAt: Math.min(...grants.map((grant) => grant.created_at)),
    lastUsedAt: lastUse(grants),
    endsAt: scopes.has(OFFLINE_ACCESS) ? Math.max(...grants.map((grant) => renewalEnd(grant.expires_at))) : undefined,
    people: Array.from(byMember, ([memberId, given]) => ({
      ...{ memberId, email: given[0]?.email ?? '' },
      lastUsedAt: lastUse(given),
    })),
    isPaused: grants.every(({ is_paused }) => is_paused === 1),
  };
}

function lastUse(grants: readonly GrantRow[]): number | undefined {
  const uses = grants.flatMap((grant) => grant.used_at ?? []);
  return uses.length === 0 ? undefined : Math.max(...uses);
}

/** The rights of a stored grant. */
export function scopesOf(payload: string): string[] {
  const { openid } = payloadOf(payload, '') as { openid?: { scope?: string } };
  return openid?.scope?.split(' ') ?? [];
}

/**
 * Ends the access of an application to the seller, as far as the member may withdraw it: an owner ends the grants of all people, because
 * the application acts for the seller as long as one is left. It deletes the grants, which ends the access at once, then their codes and
 * tokens. A token that is issued at this moment has no grant and is not valid. Returns how many grants there were; `onWithdrawn` runs in
 * the transaction.
 */
export async function withdraw(
  db: Db,
  { id, sellerId }: Viewer,
  clientId: string,
  onWithdrawn: (tx: Sql, grants: number) => Promise<void>,
): Promise<number> {
  const grants = await db.transaction(async (tx) => {
    const deleted = await tx.all<{ grant_id: string }>(
      `DELETE FROM idp_record WHERE kind = 'Grant' AND client_id = $3
         AND account_id IN (SELECT m.id FROM idp_member m WHERE m.seller_id = $1)
         AND ${ownConsoleOnly('client_id', 'account_id')}
         AND (account_id = $2 OR EXISTS (SELECT 1 FROM idp_member o WHERE o.id = $2 AND o.seller_id = $1 AND o.role = 'owner'))
       RETURNING grant_id`,
      [sellerId, id, clientId],
    );
    if (deleted.length > 0) await onWithdrawn(tx, deleted.length);
    return deleted;
  });
  for (const { grant_id } of grants) await removeRecordsOf(db, 'grant_id', grant_id);
  return grants.length;
}
