import type { Row, Sql } from '../../db/db.ts';
import {
  type AttemptOutcome,
  type DeliveryState,
  nextAttemptMs,
  type RetryPlan,
} from '../../domain/notifications/delivery.ts';
import { type Attempted, type Claimed, deliveriesIn } from '../deliveries/delivery-attempt.ts';
import { lockLanes, setLanes } from '../deliveries/lane.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';
import { updateHealth } from '../health/destination-health.ts';
import { Tally } from '../tally.ts';

export type SettlementTimes = {
  retries: RetryPlan;
  testRetries: RetryPlan;
  /** A destination that only fails for this long is suspended. */
  suspendAfterMs: number;
};

/**
 * Stores the outcomes of attempts: see `DeliveryQueue.settle`. For a transaction that `seesLatest`: the lanes are locked while it
 * reads and changes their deliveries, and the lease is checked with the change. Returns what it suspended.
 */
export async function settleAttempts(
  tx: Sql,
  attempted: readonly Attempted[],
  now: number,
  { times, sellerEvents }: { times: SettlementTimes; sellerEvents: SellerEvents },
): Promise<Tally> {
  const tally = new Tally();
  const leases = await leasesOf(tx, attempted);
  const isHeld = ({ claimed }: Attempted) =>
    deliveriesIn(claimed).some(({ deliveryId }) => leases.get(deliveryId) === claimed.lease);
  const held = attempted.filter(isHeld);
  // In the order of other transactions, or they would wait for each other: destinations, lanes, deliveries.
  await updateHealth(tx, held, now, { suspendAfterMs: times.suspendAfterMs, sellerEvents, tally });
  const destinationIds = attempted.map(({ claimed }) => claimed.delivery.destinationId);
  // All at once, in this order: none depends on the answer to another.
  await Promise.all([
    lockLanes(tx, destinationIds),
    updateStates(tx, held, now, times),
    // A delivery may have been deleted with its destination.
    insertAttempts(tx, attempted, (deliveryId) => leases.has(deliveryId)),
    setLanes(tx, destinationIds, now),
  ]);
  return tally;
}

/** The current lease of each delivery, null when nobody holds it. Deleted deliveries are missing. */
async function leasesOf(tx: Sql, attempted: readonly Attempted[]): Promise<Map<string, string | null>> {
  const rows = await tx.many<{ delivery_id: string; lease: string | null }>(
    `SELECT delivery.delivery_id, delivery.lease FROM (VALUES {rows: text}) AS k
       JOIN delivery ON delivery.delivery_id = k.column1`,
    attempted.flatMap(({ claimed }) => deliveriesIn(claimed).map(({ deliveryId }) => [deliveryId])),
  );
  return new Map(rows.map(({ delivery_id, lease }) => [delivery_id, lease]));
}

async function updateStates(tx: Sql, held: readonly Attempted[], now: number, times: SettlementTimes): Promise<void> {
  await tx.many(
    // Checks the lease again: on PostgreSQL another worker may take it over between the read and this update.
    `UPDATE delivery SET state = k.column3, due_ms = k.column4, settled_ms = k.column5, lease = NULL,
       tries = delivery.tries - k.column6
     FROM (VALUES {rows: text key, text, text, bigint, bigint, bigint}) AS k
     WHERE delivery.delivery_id = k.column1 AND delivery.lease = k.column2`,
    held.flatMap(({ claimed, outcome }): Row[] => {
      // Once for all deliveries of a message: they are sent again together.
      const state = stateAfter(claimed, outcome, now, times);
      return deliveriesIn(claimed).map(({ deliveryId }) => [deliveryId, claimed.lease, ...state]);
    }),
  );
}

/** `state`, `due_ms`, `settled_ms`, and by how much `tries` goes back. */
function stateAfter(
  { delivery, tries }: Claimed,
  outcome: AttemptOutcome,
  now: number,
  { retries, testRetries }: SettlementTimes,
): Row {
  const nextMs = nextAttemptMs(delivery.isTest ? testRetries : retries, tries, outcome, {
    nowMs: now,
    random: Math.random(),
  });
  if (nextMs === undefined) return [finalStates[outcome.result] ?? 'DEAD', now, now, 0];
  return ['PENDING', nextMs, null, outcome.result === 'interrupted' ? 1 : 0];
}

const finalStates: Partial<Record<AttemptOutcome['result'], DeliveryState>> = {
  delivered: 'DELIVERED',
  stored: 'STORED',
};

/** The number of an attempt was assigned by its claim, so that a late report cannot overwrite another attempt. */
async function insertAttempts(
  tx: Sql,
  attempted: readonly Attempted[],
  exists: (deliveryId: string) => boolean,
): Promise<void> {
  await tx.many(
    `INSERT INTO delivery_attempt (delivery_id, number, started_ms, duration_ms, code, error, answer)
     VALUES {rows: text key, bigint key, bigint, bigint, bigint, text, text}
     ON CONFLICT (delivery_id, number) DO NOTHING`,
    attempted.flatMap(({ claimed, startedMs, durationMs, outcome: { code, error, answer } }): Row[] =>
      deliveriesIn(claimed)
        .filter(({ deliveryId }) => exists(deliveryId))
        .map(({ deliveryId, attempts }) => [
          ...[deliveryId, attempts, startedMs, durationMs],
          ...[code ?? null, error ?? null, answer ?? null],
        ]),
    ),
  );
}
