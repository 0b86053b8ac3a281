import type { Sql } from '../../db/db.ts';
import type { Delivery } from '../../domain/notifications/delivery.ts';
import { isForPeople, mayReceive } from '../../domain/notifications/destination.ts';
import type { Claimed } from '../deliveries/delivery-attempt.ts';
import { newLease } from '../deliveries/delivery-lease.ts';
import { type DeliveryRow, deliveriesOf, deliveryColumns } from '../deliveries/delivery-table.ts';
import { holdLanes, postponeLanes, setLanes } from '../deliveries/lane.ts';
import { type DestinationRow, readable, type StoredDestination, sendingColumns } from '../destination-table.ts';
import type { OperatorKey } from '../keys/operator-key.ts';
import { Tally } from '../tally.ts';
import { type FreeSlots, freeSlots } from './in-flight.ts';
import { leaseMessages } from './message-claim.ts';

/** Destinations examined in one claim. */
const MAX_LANES = 32;
/** Deliveries after which a claim looks at no further destination: a message to a person may hold many. */
const MAX_DELIVERIES = 1_000;
/** When to examine a destination again whose seller has reached its limit of deliveries in flight. */
const SELLER_LIMIT_PAUSE_MS = 250;
/** When to examine a destination again whose settings cannot be read: the operator has to repair it first. */
const UNREADABLE_PAUSE_MS = 300_000;

type ClaimLimits = { leaseMs: number; maxPerSeller: number; source: string };

/** What a claim found; `unreadable` are the ids of destinations whose settings cannot be read, `tally` counts what it held back. */
export type ClaimResult = { claimed: Claimed[]; unreadable: string[]; tally: Tally };

/** Leases up to `max` messages: see `DeliveryQueue.claim`. */
export async function claimDue(
  tx: Sql,
  key: OperatorKey,
  max: number,
  now: number,
  limits: ClaimLimits,
): Promise<ClaimResult> {
  const lease = newLease();
  const rows = await dueLanes(tx, now, Math.min(max, MAX_LANES));
  const slots = await freeSlots(tx, rows, now, limits);
  const lanes = rows.flatMap((row) => readable(row, key) ?? []);
  const due = await dueDeliveries(tx, lanes, slots, max, now);
  const single: ClaimedRow[] = [];
  const messages: ClaimedRow[][] = [];
  let deliveries = 0;
  const full: string[] = [];
  const limitedBySeller: string[] = [];
  const tally = new Tally();
  for (const [n, destination] of lanes.entries()) {
    const { destinationId, sellerId } = destination;
    const slotsOfDestination = slots.ofDestination(destination);
    const slotsOfSeller = slots.ofSeller(sellerId);
    const allowed = Math.min(slotsOfDestination, slotsOfSeller, max - messages.length);
    const free = deliveries < MAX_DELIVERIES ? Math.max(0, allowed) : 0;
    const alone = due[n]?.slice(0, free) ?? [];
    const claim = { lease, leaseMs: limits.leaseMs, nowMs: now, slots: free - alone.length, tally };
    const told = claim.slots > 0 && getsMessages(destination) ? await leaseMessages(tx, destination, claim) : [];
    single.push(...alone);
    const leased = [...alone.sort(byId).map((row) => [row]), ...told];
    messages.push(...leased);
    deliveries += leased.flat().length;
    slots.take(sellerId, leased.length);
    if (leased.length >= slotsOfDestination) full.push(destinationId);
    else if (leased.length >= slotsOfSeller) limitedBySeller.push(destinationId);
  }
  const destinations = new Map(lanes.map((one) => [one.destinationId, one]));
  const unreadable = rows.map(({ channel_id }) => channel_id).filter((id) => !destinations.has(id));
  const isSet = new Set([...full, ...limitedBySeller]);
  const others = [...destinations.keys()].filter((id) => !isSet.has(id));
  // All at once, in this order: none depends on the answer to another.
  const [, claimed] = await Promise.all([
    leaseDeliveries(tx, single, lease, now + limits.leaseMs),
    claimedOf(tx, messages, destinations, lease, limits.source),
    holdLanes(tx, full, now, now + limits.leaseMs),
    postponeLanes(tx, limitedBySeller, now + SELLER_LIMIT_PAUSE_MS),
    postponeLanes(tx, unreadable, now + UNREADABLE_PAUSE_MS),
    setLanes(tx, others, now),
  ]);
  return { claimed, unreadable, tally };
}

/** The destinations whose deliveries have been due for longest. */
function dueLanes(tx: Sql, now: number, limit: number) {
  return tx.all<DestinationRow>(
    `SELECT ${sendingColumns} FROM lane JOIN destination ON destination.channel_id = lane.channel_id
     WHERE lane.due_ms <= $1 ORDER BY lane.due_ms LIMIT $2 {postgres: FOR UPDATE OF lane SKIP LOCKED}`,
    [now, limit],
  );
}

type ClaimedRow = DeliveryRow & { tries: number };

const byId = (a: ClaimedRow, b: ClaimedRow) => (a.delivery_id < b.delivery_id ? -1 : 1);

/** A destination that is not confirmed, or is suspended, gets only tests (decision 27). */
const getsEvents = ({ status }: StoredDestination) => mayReceive(status, false);

/** Whether it is told events in messages that may hold several. Everybody gets a test alone. */
const getsMessages = (destination: StoredDestination) => isForPeople(destination.type) && getsEvents(destination);

/**
 * What is due of each lane and sent alone: at most what may be in flight. PostgreSQL gets the reads of all lanes at once. The
 * embedded store has answered before the next one is asked, so no more is read than needed.
 */
function dueDeliveries(
  tx: Sql,
  lanes: readonly StoredDestination[],
  slots: FreeSlots,
  max: number,
  now: number,
): Promise<ClaimedRow[][]> {
  let left = max;
  const reads = lanes.map((destination) => {
    const limit = Math.min(slots.ofDestination(destination), slots.ofSeller(destination.sellerId), left);
    if (limit <= 0) return [];
    const onlyTests = isForPeople(destination.type) || !getsEvents(destination);
    const rows = tx.all<ClaimedRow>(
      // Tests have their own index.
      `SELECT ${deliveryColumns}, delivery.tries FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL
         AND due_ms <= $2 AND expires_ms > $2 ${onlyTests ? 'AND is_test = 1' : ''} ORDER BY due_ms, delivery_id LIMIT $3`,
      [destination.destinationId, now, limit],
    );
    if (Array.isArray(rows)) left -= rows.length;
    return rows;
  });
  return Promise.all(reads.map(async (rows) => rows));
}

/** Leases these deliveries, and changes `rows` in the same way. */
async function leaseDeliveries(tx: Sql, rows: readonly ClaimedRow[], lease: string, untilMs: number): Promise<void> {
  for (const row of rows) {
    row.state = 'SENDING';
    row.due_ms = untilMs;
    row.reason = null;
    row.attempts += 1;
    row.tries += 1;
  }
  await tx.many(
    `UPDATE delivery SET state = 'SENDING', due_ms = k.column3, reason = NULL, lease = k.column2,
       attempts = delivery.attempts + 1, tries = delivery.tries + 1
     FROM (VALUES {rows: text key, text, bigint}) AS k WHERE delivery.delivery_id = k.column1`,
    rows.map(({ delivery_id }) => [delivery_id, lease, untilMs]),
  );
}

async function claimedOf(
  tx: Sql,
  messages: readonly ClaimedRow[][],
  destinations: ReadonlyMap<string, StoredDestination>,
  lease: string,
  source: string,
): Promise<Claimed[]> {
  const deliveries = await deliveriesOf(tx, messages.flat(), source);
  const byId = new Map(deliveries.map((delivery) => [delivery.deliveryId, delivery]));
  return messages.map((rows) => {
    const told = rows.map(({ delivery_id }) => byId.get(delivery_id) as Delivery);
    const delivery = told.at(-1) as Delivery;
    const destination = destinations.get(delivery.destinationId) as StoredDestination;
    // One that was resent has all its retries again, and those that are sent with it.
    const tries = Math.min(...rows.map((row) => row.tries));
    return { delivery, earlier: told.slice(0, -1), destination, lease, tries };
  });
}
