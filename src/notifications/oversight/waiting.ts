import type { Sql } from '../../db/db.ts';
import { attemptCause } from '../../domain/notifications/delivery-outcome.ts';
import type { LastFailure, SeenDestination, Waiting } from '../../domain/notifications/oversight.ts';
import { type AttemptRow, attemptOf } from '../deliveries/logged-delivery.ts';

/** Deliveries of one destination that are looked at: it may have hundreds of thousands. */
const MAX_COUNTED = 1_000;

const open = 'delivery.channel_id = k.column1 AND delivery.settled_ms IS NULL';
const oldestOf = (order: 'ASC' | 'DESC') => `(SELECT MIN(w.created_ms) FROM (
    SELECT delivery.created_ms FROM delivery WHERE ${open} ORDER BY delivery.due_ms ${order} LIMIT ${MAX_COUNTED / 2}) AS w)`;

/**
 * By destination. No index has open deliveries in the order of their age, because it would be written three times for each. Those that
 * are due first never were tried, those that are due last were tried most often: the oldest is at one of the ends.
 */
export async function waitingAt(sql: Sql, destinationIds: readonly string[]): Promise<Map<string, Waiting>> {
  const rows = await sql.many<{ id: string; open: number; oldest_due: number | null; oldest_tried: number | null }>(
    `SELECT k.column1 AS id,
       (SELECT COUNT(*) FROM (SELECT 1 FROM delivery WHERE ${open} LIMIT ${MAX_COUNTED + 1}) AS w) AS open,
       ${oldestOf('ASC')} AS oldest_due, ${oldestOf('DESC')} AS oldest_tried
     FROM (VALUES {rows: text}) AS k`,
    destinationIds.map((id) => [id]),
  );
  return new Map(
    rows.map((row): [string, Waiting] => {
      const oldest = [row.oldest_due, row.oldest_tried].filter((ms) => ms !== null);
      const oldestMs = oldest.length === 0 ? undefined : Math.min(...oldest);
      return [row.id, { count: Math.min(row.open, MAX_COUNTED), isMore: row.open > MAX_COUNTED, oldestMs }];
    }),
  );
}

type Tried = { delivery_id: string; attempts: number };

/** Deliveries among which the last failure is: those that are tried again later, and those that failed for good. */
const TRIED = 20;

/** By destination. */
export async function lastFailures(sql: Sql, failing: readonly SeenDestination[]): Promise<Map<string, LastFailure>> {
  const failures = new Map<string, LastFailure>();
  for (const { destinationId } of failing) {
    const tried = await sql.all<Tried>(
      `SELECT delivery_id, attempts FROM (SELECT delivery_id, attempts FROM delivery
           WHERE channel_id = $1 AND settled_ms IS NULL ORDER BY due_ms DESC LIMIT ${MAX_COUNTED / 2}) AS w WHERE attempts > 0
       UNION ALL SELECT * FROM (SELECT delivery_id, attempts FROM delivery
           WHERE channel_id = $1 AND state IN ('DEAD', 'EXPIRED', 'CANCELED') ORDER BY created_ms DESC, delivery_id DESC LIMIT ${TRIED}) AS v`,
      [destinationId],
    );
    const attempts = await sql.many<AttemptRow & { delivery_id: string }>(
      `SELECT attempt.delivery_id, attempt.number, attempt.started_ms, attempt.duration_ms, attempt.code, attempt.error
       FROM (VALUES {rows: text, bigint}) AS k
         JOIN delivery_attempt AS attempt ON attempt.delivery_id = k.column1 AND attempt.number = k.column2`,
      tried.filter((one) => one.attempts > 0).map((one) => [one.delivery_id, one.attempts]),
    );
    const found = attempts
      .filter(({ duration_ms }) => duration_ms !== null)
      .sort((a, b) => b.started_ms - a.started_ms)
      .map((row) => ({ row, cause: attemptCause(attemptOf(row)) }))
      .find(({ cause }) => cause !== undefined);
    if (found?.cause === undefined) continue;
    const { delivery_id: deliveryId, started_ms: atMs, code } = found.row;
    failures.set(destinationId, { deliveryId, atMs, code: code ?? undefined, cause: found.cause });
  }
  return failures;
}
