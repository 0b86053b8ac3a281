import type { Sql } from '../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import type { RequestFacts } from './current-request.ts';
import { SESSION_SECONDS } from './lifetimes.ts';
import { payloadOf } from './record-payload.ts';
import { digest } from './secrets.ts';

/** A browser in which a person is signed in. */
export type OwnSession = {
  /** The digest of the session's uid. It opens nothing. */
  id: string;
  device: string;
  /** Empty when it is not known. */
  address: string;
  signedInAt: number;
  /** The last authorization of the browser. */
  usedAt: number;
};

type SessionRow = {
  id: string;
  device: string | null;
  address: string | null;
  signed_in_at: number | null;
  used_at: number | null;
  created_at: number;
  expires_at: number;
};

/** The last used one comes first. A session of an earlier release has no row with its device. */
export async function sessionsOf(db: Sql, accountId: string, nowMs: number): Promise<OwnSession[]> {
  const rows = await db.all<SessionRow>(
    `SELECT r.uid AS id, s.device, s.address, s.signed_in_at, s.used_at, r.created_at, r.expires_at
     FROM idp_record r LEFT JOIN idp_sign_in s ON s.id = r.uid
     WHERE r.account_id = $1 AND r.kind = 'Session' AND r.expires_at > $2`,
    [accountId, nowMs],
  );
  return rows.map(sessionOf).sort((a, b) => b.usedAt - a.usedAt);
}

function sessionOf(row: SessionRow): OwnSession {
  const { id, device, address, signed_in_at, used_at, created_at, expires_at } = row;
  return {
    id,
    device: device ?? 'Unknown device',
    address: address ?? '',
    signedInAt: signed_in_at ?? created_at,
    usedAt: used_at ?? expires_at - SESSION_SECONDS * 1000,
  };
}

export type SessionUse = { uid: string; accountId: string; signedInAt: number; nowMs: number };

/**
 * Records that a session is stored, in the same transaction. False when it must not be: it was ended while a request used it, or its
 * person was removed. A new sign-in in the same session replaces the device and the address.
 */
export async function useSession(tx: Sql, use: SessionUse, { device, address }: RequestFacts): Promise<boolean> {
  const row = await tx.get<{ ended: number }>(
    `INSERT INTO idp_sign_in (id, account_id, device, address, signed_in_at, used_at, ended)
     SELECT $1, a.id, $3, $4, CAST($5 AS BIGINT), CAST($6 AS BIGINT), 0 FROM idp_account a WHERE a.id = $2
     ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at, signed_in_at = excluded.signed_in_at,
       device = CASE WHEN excluded.signed_in_at > idp_sign_in.signed_in_at THEN excluded.device ELSE idp_sign_in.device END,
       address = CASE WHEN excluded.signed_in_at > idp_sign_in.signed_in_at THEN excluded.address ELSE idp_sign_in.address END
     RETURNING ended`,
    [digest(use.uid), use.accountId, device, address, use.signedInAt, use.nowMs],
  );
  return row?.ended === 0;
}

/**
 * Signs one browser out, also of the console, which cannot use its grants again. Other applications keep their grants. False when the
 * person has no such session.
 */
export async function endOneSession(tx: Sql, { id, accountId }: { id: string; accountId: string }): Promise<boolean> {
  const marked = await tx.run('UPDATE idp_sign_in SET ended = 1 WHERE id = $1 AND account_id = $2 AND ended = 0', [
    id,
    accountId,
  ]);
  const [session] = await tx.all<{ payload: string }>(
    "DELETE FROM idp_record WHERE uid = $1 AND account_id = $2 AND kind = 'Session' RETURNING payload",
    [id, accountId],
  );
  if (marked === 0 && session === undefined) return false;
  const grants = await tx.all<{ grant_id: string }>(
    "SELECT grant_id FROM idp_record WHERE uid = $1 AND kind = 'ConsoleGrant'",
    [id],
  );
  const ids = new Set(grants.map(({ grant_id }) => grant_id));
  if (session !== undefined) for (const grantId of ownGrants(session.payload)) ids.add(digest(grantId));
  for (const grantId of ids) await tx.run('DELETE FROM idp_record WHERE grant_id = $1', [grantId]);
  return true;
}

type SessionPayload = { authorizations?: Record<string, { grantId?: string } | undefined> };

/** A session of an earlier release names the console's grant itself. */
function ownGrants(payload: string): string[] {
  const { authorizations } = payloadOf(payload, '') as SessionPayload;
  const grantId = authorizations?.[EMBEDDED_CONSOLE_CLIENT]?.grantId;
  return grantId === undefined ? [] : [grantId];
}
