import { createHash } from 'node:crypto';
import type { Sql } from './db.ts';

/** A request that must have its effect once, however often it is sent (decision 7). */
export type IdempotentRequest = {
  /** The application and the seller: keys of others do not count. */
  caller: string;
  operation: string;
  key: string;
  body: unknown;
};

/** How long a key is remembered. */
export const KEY_LIFETIME_MS = 24 * 3_600_000;

/** What became of the key before: nothing, the id that was made then, or another request used it. */
export type Earlier = { kind: 'new' } | { kind: 'repeated'; madeId: string } | { kind: 'conflict' };

export async function earlierUse(tx: Sql, request: IdempotentRequest, nowMs: number): Promise<Earlier> {
  const row = await tx.get<{ body_hash: string; made_id: string }>(
    `SELECT body_hash, made_id FROM idempotency_key
     WHERE caller = $1 AND operation = $2 AND key = $3 AND created_ms > $4`,
    [request.caller, request.operation, request.key, nowMs - KEY_LIFETIME_MS],
  );
  if (!row) return { kind: 'new' };
  return row.body_hash === hashOf(request.body) ? { kind: 'repeated', madeId: row.made_id } : { kind: 'conflict' };
}

/** Neither the body nor the answer is kept: the answer is built again, so that no secret lies here. */
export async function rememberUse(tx: Sql, request: IdempotentRequest, madeId: string, nowMs: number): Promise<void> {
  await tx.run('DELETE FROM idempotency_key WHERE caller = $1 AND operation = $2 AND key = $3 AND created_ms <= $4', [
    request.caller,
    request.operation,
    request.key,
    nowMs - KEY_LIFETIME_MS,
  ]);
  await tx.run(
    `INSERT INTO idempotency_key (caller, operation, key, body_hash, made_id, created_ms)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [request.caller, request.operation, request.key, hashOf(request.body), madeId, nowMs],
  );
}

const hashOf = (body: unknown) => createHash('sha256').update(JSON.stringify(body, inOrder)).digest('base64url');

/** The same members in another order are the same body. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
