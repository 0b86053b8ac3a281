import type { Sql } from '../../db/db.ts';
import type { Attempt } from '../../domain/notifications/delivery.ts';
import { deliveryOutcome } from '../../domain/notifications/delivery-outcome.ts';
import type { SeenDelivery, SeenDestination } from '../../domain/notifications/oversight.ts';
import { type DeliveryRow, deliveryOf } from '../deliveries/delivery-table.ts';
import { type AttemptRow, attemptOf, loggedFacts } from '../deliveries/logged-delivery.ts';

/** The deliveries of these rows, in their order, with at most `maxAttempts` of the last attempts of each. */
export async function seenDeliveries(
  sql: Sql,
  rows: readonly DeliveryRow[],
  destinations: ReadonlyMap<string, SeenDestination>,
  { nowMs, maxAttempts }: { nowMs: number; maxAttempts: number },
): Promise<SeenDelivery[]> {
  const facts = await loggedFacts(sql, rows);
  const attempts = await attemptsOf(sql, rows, maxAttempts);
  return rows.flatMap((row, n) => {
    const destination = destinations.get(row.channel_id);
    if (destination === undefined) return [];
    const { body: _none, ...delivery } = deliveryOf(row, '');
    const { item, lastAttempt } = facts[n] ?? {};
    const outcome = deliveryOutcome({ ...delivery, lastAttempt }, destination, nowMs);
    return [{ ...delivery, destination, item, attempted: attempts.get(row.delivery_id) ?? [], outcome }];
  });
}

async function attemptsOf(sql: Sql, rows: readonly DeliveryRow[], max: number): Promise<Map<string, Attempt[]>> {
  const found = await sql.many<AttemptRow & { delivery_id: string }>(
    `SELECT attempt.delivery_id, attempt.number, attempt.started_ms, attempt.duration_ms, attempt.code, attempt.error
       FROM (VALUES {rows: text, bigint}) AS k
       JOIN delivery_attempt AS attempt ON attempt.delivery_id = k.column1 AND attempt.number > k.column2`,
    rows.filter(({ attempts }) => attempts > 0).map((row) => [row.delivery_id, row.attempts - max]),
  );
  found.sort((a, b) => a.number - b.number);
  const attempts = new Map<string, Attempt[]>();
  for (const row of found) {
    const list = attempts.get(row.delivery_id) ?? [];
    attempts.set(row.delivery_id, list);
    list.push(attemptOf(row));
  }
  return attempts;
}
