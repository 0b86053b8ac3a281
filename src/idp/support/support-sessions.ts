import type { Sql } from '../../db/db.ts';
import type { SupportEnd, SupportPosition, SupportSession } from '../../domain/accounts/support-session.ts';
import { digest } from '../secrets.ts';

/* The table of support sessions. */

type Row = {
  id: string;
  seller_id: string;
  operator_id: string;
  reason: string;
  created_at: number;
  expires_at: number;
  ended_at: number | null;
  ended_by: SupportEnd | null;
};

const COLUMNS = 'id, seller_id, operator_id, reason, created_at, expires_at, ended_at, ended_by';

/** Violates `unique` when there is one with this id. */
export async function insertSupport(tx: Sql, session: SupportSession, token: string): Promise<void> {
  const { sessionId, sellerId, operatorId, reason, begunMs, untilMs } = session;
  await tx.run(
    `INSERT INTO idp_support_session (id, seller_id, operator_id, reason, token, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [sessionId, sellerId, operatorId, reason, digest(token), begunMs, untilMs],
  );
}

export async function supportById(db: Sql, id: string): Promise<SupportSession | undefined> {
  const row = await db.get<Row>(`SELECT ${COLUMNS} FROM idp_support_session WHERE id = $1`, [id]);
  return row && sessionOf(row);
}

/** The session whose token this is, while the token is accepted and the seller is enabled. */
export async function supportByToken(db: Sql, token: string, nowMs: number): Promise<SupportSession | undefined> {
  const row = await db.get<Row>(
    `SELECT ${COLUMNS} FROM idp_support_session WHERE token = $1 AND ended_by IS NULL AND expires_at > $2
       AND EXISTS (SELECT 1 FROM idp_seller s WHERE s.seller_id = idp_support_session.seller_id AND s.disabled_at IS NULL)`,
    [digest(token), nowMs],
  );
  return row && sessionOf(row);
}

type Asked = {
  readonly sellerId?: string | undefined;
  readonly before?: SupportPosition | undefined;
  readonly limit: number;
};

/** The newest first, of one seller or of all. */
export async function supportSessions(db: Sql, { sellerId, before, limit }: Asked): Promise<SupportSession[]> {
  const { atMs, id } = before ?? { atMs: Number.MAX_SAFE_INTEGER, id: '' };
  const ofSeller = sellerId === undefined ? '' : 'seller_id = $4 AND';
  const rows = await db.all<Row>(
    `SELECT ${COLUMNS} FROM idp_support_session
     WHERE ${ofSeller} created_at <= $1 AND (created_at < $1 OR id < $2) ORDER BY created_at DESC, id DESC LIMIT $3`,
    [atMs, id, limit, ...(sellerId === undefined ? [] : [sellerId])],
  );
  return rows.map(sessionOf);
}

/** Another token for the same session: the one before is accepted no more. False when the session has ended. */
export async function replaceToken(tx: Sql, id: string, token: string, nowMs: number): Promise<boolean> {
  const sql =
    'UPDATE idp_support_session SET token = $2 WHERE id = $1 AND ended_by IS NULL AND expires_at > $3 AND token IS NOT NULL';
  return (await tx.run(sql, [id, digest(token), nowMs])) === 1;
}

/** False when it had ended already, also by two requests at the same time. */
export async function endSupportSession(
  tx: Sql,
  { id, nowMs, by }: { id: string; nowMs: number; by: SupportEnd },
): Promise<boolean> {
  const sql =
    'UPDATE idp_support_session SET token = NULL, ended_at = $2, ended_by = $3 WHERE id = $1 AND ended_by IS NULL AND expires_at > $2';
  return (await tx.run(sql, [id, nowMs, by])) === 1;
}

/** With the sign-ins of a person of the operator. */
export async function endSupportOf(tx: Sql, operatorId: string): Promise<void> {
  await tx.run(
    `UPDATE idp_support_session SET token = NULL, ended_by = 'sign-in'
     WHERE operator_id = $1 AND token IS NOT NULL AND ended_by IS NULL`,
    [operatorId],
  );
}

const sessionOf = (row: Row): SupportSession => ({
  ...{ sessionId: row.id, sellerId: row.seller_id, operatorId: row.operator_id, reason: row.reason },
  ...{ begunMs: row.created_at, untilMs: row.expires_at },
  ...(row.ended_by !== null && { endedBy: row.ended_by }),
  ...(row.ended_at !== null && { endedMs: row.ended_at }),
});
