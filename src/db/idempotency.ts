import { createHash } from 'node:crypto';
import { DAY_MS } from '../domain/duration.ts';
import type { IdempotentRequest, KeyReused } from '../domain/idempotent-request.ts';
import { type Db, type Sql, violatedConstraint } from './db.ts';

/** How long a key is stored. */
export const KEY_LIFETIME_MS = DAY_MS;

type Steps<Created extends object, Rejection extends { rejected: string }> = {
  /** Builds the answer to a repeated request from the id that the first one stored. */
  repeat(tx: Sql, createdId: string): Promise<Created | Rejection>;
  create(tx: Sql, nowMs: number): Promise<(Created & { createdId: string }) | Rejection>;
};

/** Creates something once for an idempotency key, also when the requests are concurrent. Without a request `create` always runs. */
export function oncePerKey<Created extends object, Rejection extends { rejected: string }>(
  db: Db,
  now: () => number,
  request: IdempotentRequest | undefined,
  steps: Steps<Created, Rejection>,
): Promise<Created | Rejection | KeyReused> {
  const run = () => db.transaction((tx) => oncePerKeyIn(tx, now(), request, steps));
  return request ? repeatedIfUsed(run) : run();
}

/** The same in the caller's transaction, which `repeatedIfUsed` must run. */
export async function oncePerKeyIn<Created extends object, Rejection extends { rejected: string }>(
  tx: Sql,
  nowMs: number,
  request: IdempotentRequest | undefined,
  steps: Steps<Created, Rejection>,
): Promise<Created | Rejection | KeyReused> {
  const earlier = request ? await earlierUse(tx, request, nowMs) : { kind: 'new' as const };
  if (earlier.kind === 'conflict') return { rejected: 'keyReused' };
  if (earlier.kind === 'repeated') return steps.repeat(tx, earlier.createdId);
  const created = await steps.create(tx, nowMs);
  if (request && !('rejected' in created)) await recordUse(tx, request, created.createdId, nowMs);
  return created;
}

/** A request, and the id of what it creates. Without a request there is no key. */
export type NewKeyUse = { readonly request: IdempotentRequest | undefined; readonly createdId: string };

/**
 * Uses the keys of several requests, no two of which have the same key, and returns the earlier use of each. New keys cost one statement.
 * On PostgreSQL a key that a concurrent transaction uses first is a collision, and the transaction is repeated. Not in one that
 * `seesLatest`.
 */
export async function useKeys(tx: Sql, uses: readonly NewKeyUse[], nowMs: number): Promise<KeyUse[]> {
  const used = await tx.many<{ made_id: string }>(
    `INSERT INTO idempotency_key (caller, operation, key, body_hash, made_id, created_ms)
     VALUES {rows: text key, text key, text key, text, text, bigint}
     ON CONFLICT (caller, operation, key) DO UPDATE SET body_hash = excluded.body_hash, made_id = excluded.made_id,
       created_ms = excluded.created_ms
      WHERE idempotency_key.created_ms <= excluded.created_ms - ${KEY_LIFETIME_MS}
     RETURNING made_id`,
    uses.flatMap(({ request, createdId }) =>
      request === undefined ? [] : [[...keyOf(request), hashOf(request.body), createdId, nowMs]],
    ),
  );
  const isNew = new Set(used.map(({ made_id }) => made_id));
  const found: KeyUse[] = [];
  for (const { request, createdId } of uses)
    found.push(request === undefined || isNew.has(createdId) ? { kind: 'new' } : await earlierUse(tx, request, nowMs));
  return found;
}

/** Runs a transaction again when a concurrent one used a key first: the second run finds what that one created. */
export async function repeatedIfUsed<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (violatedConstraint(error) !== 'unique') throw error;
    return run();
  }
}

const IS_KEY = 'caller = $1 AND operation = $2 AND key = $3';
const keyOf = ({ caller, operation, key }: IdempotentRequest) => [caller, operation, key];

/** The earlier use of a key: none, by the same request, or by another request (`conflict`). */
export type KeyUse = { kind: 'new' } | { kind: 'repeated'; createdId: string } | { kind: 'conflict' };

async function earlierUse(tx: Sql, request: IdempotentRequest, nowMs: number): Promise<KeyUse> {
  const row = await tx.get<{ body_hash: string; made_id: string }>(
    `SELECT body_hash, made_id FROM idempotency_key WHERE ${IS_KEY} AND created_ms > $4`,
    [...keyOf(request), nowMs - KEY_LIFETIME_MS],
  );
  if (!row) return { kind: 'new' };
  return row.body_hash === hashOf(request.body) ? { kind: 'repeated', createdId: row.made_id } : { kind: 'conflict' };
}

/** Stores neither the body nor the answer, which may hold secrets: the answer is built again. */
async function recordUse(tx: Sql, request: IdempotentRequest, createdId: string, nowMs: number): Promise<void> {
  const expired = [...keyOf(request), nowMs - KEY_LIFETIME_MS];
  await tx.run(`DELETE FROM idempotency_key WHERE ${IS_KEY} AND created_ms <= $4`, expired);
  await tx.run(
    `INSERT INTO idempotency_key (caller, operation, key, body_hash, made_id, created_ms)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [...keyOf(request), hashOf(request.body), createdId, nowMs],
  );
}

/** Replaces what is stored for the key, for work that goes on after the transaction that used it. */
export async function recordProgress(tx: Sql, request: IdempotentRequest, createdId: string): Promise<void> {
  await tx.run(`UPDATE idempotency_key SET made_id = $4 WHERE ${IS_KEY}`, [...keyOf(request), createdId]);
}

const hashOf = (body: unknown) => createHash('sha256').update(JSON.stringify(body, sortedMembers)).digest('base64url');

/** Bodies with the same members in another order are equal. */
function sortedMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
