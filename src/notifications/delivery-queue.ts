import { randomBytes } from 'node:crypto';
import type { Db, Row, Sql } from '../db/db.ts';
import { nextAttemptMs, type RetryPlan } from '../domain/notifications/delivery.ts';
import { mayReceive } from '../domain/notifications/destination.ts';
import { type DeliveryRow, deliveriesOf, deliveryColumns } from './delivery.ts';
import type { Attempted, Claimed } from './delivery-attempt.ts';
import { trafficOf } from './delivery-traffic.ts';
import { type DestinationRow, destinationColumns, readable, type StoredDestination } from './destination.ts';
import { afterAttempts } from './destination-health.ts';
import { holdLanes, postponeLanes, setLanes } from './lane.ts';
import type { OperatorKey } from './operator-key.ts';

export type QueueTimes = {
  /** After that a delivery whose sender has not come back is anybody's again: longer than a try can take. */
  leaseMs: number;
  retries: RetryPlan;
  testRetries: RetryPlan;
  /** Nothing but failures for so long suspends a destination. */
  suspendAfterMs: number;
  /** On their way at once to all destinations of one seller: no one may take all that a worker can do. */
  maxPerSeller: number;
};

/** Destinations looked at in one claim. */
const LANES_A_CLAIM = 32;
/** After that a destination is looked at again whose seller has as much on its way as one may. */
const CROWDED_PAUSE_MS = 250;
/** And one whose settings cannot be read: somebody has to mend it first. */
const UNREADABLE_PAUSE_MS = 300_000;

/**
 * The worker's side of the queue. Any number of workers in any number of processes may use it at once. A claim is a
 * lease with a fencing token: whoever comes back too late changes nothing but the log.
 */
export class DeliveryQueue {
  readonly #db: Db;
  readonly #key: OperatorKey;
  readonly #now: () => number;
  readonly #times: QueueTimes;
  readonly #onUnreadable: (destinationId: string) => void;
  #last: Promise<void> = Promise.resolve();

  /** `onUnreadable` is called with the id of a destination whose settings cannot be read, once for each claim that met it. */
  constructor(
    db: Db,
    key: OperatorKey,
    now: () => number,
    times: QueueTimes,
    onUnreadable: (destinationId: string) => void = () => undefined,
  ) {
    this.#onUnreadable = onUnreadable;
    this.#db = db;
    this.#key = key;
    this.#now = now;
    this.#times = times;
  }

  /**
   * Up to `most` deliveries that are due, of the destinations that have waited longest, and of each no more than may be on
   * their way to it at once, whoever sends them: one that answers slowly then costs its own seller time, and nobody else.
   */
  async claim(most: number): Promise<Claimed[]> {
    const { claimed, unreadable } = await this.#inTurn((tx) => this.#claimIn(tx, most));
    // After the commit: a transaction that collides is repeated, and one that is rolled back has found nothing.
    for (const destinationId of unreadable) this.#onUnreadable(destinationId);
    return claimed;
  }

  async #claimIn(tx: Sql, most: number): Promise<{ claimed: Claimed[]; unreadable: string[] }> {
    const lease = randomBytes(16).toString('base64url');
    const now = this.#now();
    const lanes = await tx.all<DestinationRow>(
      `SELECT ${destinationColumns} FROM lane JOIN destination ON destination.channel_id = lane.channel_id
         WHERE lane.due_ms <= $1 ORDER BY lane.due_ms LIMIT $2 {postgres: FOR UPDATE OF lane SKIP LOCKED}`,
      [now, Math.min(most, LANES_A_CLAIM)],
    );
    const traffic = await trafficOf(tx, lanes, now, this.#times);
    const rows: (DeliveryRow & { tries: number })[] = [];
    const destinations = new Map<string, StoredDestination>();
    const full: string[] = [];
    const crowdedOut: string[] = [];
    const unreadable: string[] = [];
    for (const row of lanes) {
      const destination = readable(row, this.#key);
      if (!destination) {
        unreadable.push(row.channel_id);
        continue;
      }
      const { destinationId, sellerId } = destination;
      const room = traffic.roomAt(destination);
      const sellersRoom = traffic.roomOf(sellerId);
      const wanted = Math.min(room, sellersRoom, most - rows.length);
      const taken = wanted > 0 ? await this.#take(tx, destination, lease, wanted, now) : [];
      rows.push(...taken);
      destinations.set(destinationId, destination);
      traffic.add(sellerId, taken.length);
      if (taken.length >= room) full.push(destinationId);
      else if (taken.length >= sellersRoom) crowdedOut.push(destinationId);
    }
    const isSet = new Set([...full, ...crowdedOut, ...unreadable]);
    await holdLanes(tx, full, now, now + this.#times.leaseMs);
    await postponeLanes(tx, crowdedOut, now + CROWDED_PAUSE_MS);
    await postponeLanes(tx, unreadable, now + UNREADABLE_PAUSE_MS);
    await setLanes(
      tx,
      lanes.map(({ channel_id }) => channel_id).filter((id) => !isSet.has(id)),
      now,
    );
    const deliveries = await deliveriesOf(tx, rows);
    const claimed = deliveries.map((delivery, n) => ({
      delivery,
      destination: destinations.get(delivery.destinationId) as StoredDestination,
      lease,
      tries: rows[n]?.tries ?? 0,
    }));
    return { claimed, unreadable };
  }

  async #take(tx: Sql, destination: StoredDestination, lease: string, most: number, now: number) {
    // Where confirmation or recovery is waited for, only tests (decision 27), which have an index of their own.
    const only = mayReceive(destination.status, false) ? '' : 'AND is_test = 1';
    return tx.all<DeliveryRow & { tries: number }>(
      `UPDATE delivery SET state = 'SENDING', due_ms = $4, lease = $3, attempts = attempts + 1, tries = tries + 1
       WHERE delivery_id IN (
         SELECT delivery_id FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL
           AND due_ms <= $2 AND expires_ms > $2 ${only} ORDER BY due_ms LIMIT $5)
       RETURNING ${deliveryColumns}, tries`,
      [destination.destinationId, now, lease, now + this.#times.leaseMs, most],
    );
  }

  /**
   * Writes down what came of tries. Every attempt gets into the log; the delivery itself changes only for whoever still
   * holds its lease. All of them in one transaction: give it few, and when it fails fewer (`Settler`).
   */
  settle(attempted: readonly Attempted[]): Promise<void> {
    return this.#inTurn(async (tx) => {
      const now = this.#now();
      const leases = await leasesOf(tx, attempted);
      const held = attempted.filter(({ claimed }) => leases.get(claimed.delivery.deliveryId) === claimed.lease);
      await this.#writeStates(tx, held, now);
      // A delivery may have gone with its destination.
      await writeAttempts(
        tx,
        attempted.filter(({ claimed }) => leases.has(claimed.delivery.deliveryId)),
      );
      await afterAttempts(tx, held, now, this.#times.suspendAfterMs);
      await setLanes(
        tx,
        attempted.map(({ claimed }) => claimed.delivery.destinationId),
        now,
      );
    });
  }

  /**
   * One after the other: claims and settlements of one worker write the same lanes, and on PostgreSQL, side by side, would
   * make each other start anew (72 ms instead of 9 for a hundred).
   */
  #inTurn<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    const mine = this.#last.then(() => this.#db.transaction(work));
    this.#last = mine.then(
      () => undefined,
      () => undefined,
    );
    return mine;
  }

  async #writeStates(tx: Sql, held: readonly Attempted[], now: number): Promise<void> {
    await tx.many(
      // The lease once more: on PostgreSQL somebody may take it over between the look and this.
      `WITH k (delivery_id, lease, state, due_ms, settled_ms, untried) AS
         (VALUES {rows: text key, text, text, bigint, bigint, bigint})
       UPDATE delivery SET state = k.state, due_ms = k.due_ms, settled_ms = k.settled_ms, lease = NULL,
         tries = delivery.tries - k.untried FROM k
       WHERE delivery.delivery_id = k.delivery_id AND delivery.lease = k.lease`,
      held.map(({ claimed, outcome }): Row => {
        const { delivery, lease, tries } = claimed;
        const plan = delivery.isTest ? this.#times.testRetries : this.#times.retries;
        const nextMs = nextAttemptMs(plan, tries, outcome, now, Math.random());
        const untried = outcome.result === 'interrupted' ? 1 : 0;
        if (nextMs !== undefined) return [delivery.deliveryId, lease, 'PENDING', nextMs, null, untried];
        return [delivery.deliveryId, lease, outcome.result === 'delivered' ? 'DELIVERED' : 'DEAD', now, now, 0];
      }),
    );
  }

  /** When the next destination has something to do; undefined when none has. */
  async nextDueMs(): Promise<number | undefined> {
    const row = await this.#db.get<{ due: number | null }>(
      'SELECT MIN(due_ms) AS due FROM lane WHERE due_ms IS NOT NULL',
    );
    return row?.due ?? undefined;
  }

  /** How much is open, and for how long the oldest that is due has waited. */
  async depth(): Promise<{ open: number; oldestDueMs: number }> {
    const now = this.#now();
    const open = await this.#db.get<{ open: number }>('SELECT COUNT(*) AS open FROM delivery WHERE settled_ms IS NULL');
    const due = await this.nextDueMs();
    return { open: open?.open ?? 0, oldestDueMs: due === undefined ? 0 : Math.max(0, now - due) };
  }
}

/** Who holds these deliveries now, null for nobody; those that are gone are missing. */
async function leasesOf(tx: Sql, attempted: readonly Attempted[]): Promise<Map<string, string | null>> {
  const rows = await tx.many<{ delivery_id: string; lease: string | null }>(
    `SELECT delivery.delivery_id, delivery.lease FROM (VALUES {rows: text}) AS k
       JOIN delivery ON delivery.delivery_id = k.column1`,
    attempted.map(({ claimed }) => [claimed.delivery.deliveryId]),
  );
  return new Map(rows.map(({ delivery_id, lease }) => [delivery_id, lease]));
}

/** An attempt has one number for ever: it was given when it was claimed. */
async function writeAttempts(tx: Sql, attempted: readonly Attempted[]): Promise<void> {
  await tx.many(
    `INSERT INTO delivery_attempt (delivery_id, number, started_ms, duration_ms, code, error, answer)
     VALUES {rows: text key, bigint key, bigint, bigint, bigint, text, text}
     ON CONFLICT (delivery_id, number) DO NOTHING`,
    attempted.map(
      ({ claimed: { delivery }, startedMs, durationMs, outcome }): Row => [
        ...[delivery.deliveryId, delivery.attempts, startedMs, durationMs, outcome.code ?? null],
        ...[outcome.error ?? null, outcome.answer ?? null],
      ],
    ),
  );
}
