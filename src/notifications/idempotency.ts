import { createHash } from 'node:crypto';
import { type Db, type Sql, violatedConstraint } from '../db/db.ts';

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

/** The key was used before, with another body. */
export type KeyReused = { rejected: 'keyReused' };

/** Does a thing once for an idempotency key, however often and at once it is asked for. */
export async function oncePerKey<Made extends object, Rejection extends { rejected: string }>(
  db: Db,
  now: () => number,
  request: IdempotentRequest | undefined,
  how: {
    repeat(tx: Sql, madeId: string): Promise<Made | Rejection>;
    make(tx: Sql, nowMs: number): Promise<(Made & { madeId: string }) | Rejection>;
  },
): Promise<Made | Rejection | KeyReused> {
  const work = async (tx: Sql): Promise<Made | Rejection | KeyReused> => {
    const nowMs = now();
    const earlier = request ? await earlierUse(tx, request, nowMs) : { kind: 'new' as const };
    if (earlier.kind === 'conflict') return { rejected: 'keyReused' };
    if (earlier.kind === 'repeated') return how.repeat(tx, earlier.madeId);
    const made = await how.make(tx, nowMs);
    if (request && !('rejected' in made)) await rememberUse(tx, request, made.madeId, nowMs);
    return made;
  };
  try {
    return await db.transaction(work);
  } catch (error) {
    // Somebody else used the key at this moment, and has made it now.
    if (!request || violatedConstraint(error) !== 'unique') throw error;
    return db.transaction(work);
  }
}

/** What became of the key before: nothing, the id that was made then, or another request used it. */
type Earlier = { kind: 'new' } | { kind: 'repeated'; madeId: string } | { kind: 'conflict' };

async function earlierUse(tx: Sql, request: IdempotentRequest, nowMs: number): Promise<Earlier> {
  const row = await tx.get<{ body_hash: string; made_id: string }>(
    `SELECT body_hash, made_id FROM idempotency_key
     WHERE caller = $1 AND operation = $2 AND key = $3 AND created_ms > $4`,
    [request.caller, request.operation, request.key, nowMs - KEY_LIFETIME_MS],
  );
  if (!row) return { kind: 'new' };
  return row.body_hash === hashOf(request.body) ? { kind: 'repeated', madeId: row.made_id } : { kind: 'conflict' };
}

/** Neither the body nor the answer is kept: the answer is built again, so that no secret lies here. */
async function rememberUse(tx: Sql, request: IdempotentRequest, madeId: string, nowMs: number): Promise<void> {
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
