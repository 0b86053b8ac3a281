import type { Sql } from '../../db/db.ts';
import type { Delivery } from '../../domain/notifications/delivery.ts';
import { isForPeople, mayReceive } from '../../domain/notifications/destination.ts';
import { type DestinationRow, readable, type StoredDestination, sendingColumns } from '../destination-table.ts';
import type { OperatorKey } from '../keys/operator-key.ts';
import { leaseMessages } from '../messages/message-claim.ts';
import { Tally } from '../tally.ts';
import type { Claimed } from './delivery-attempt.ts';
import { newLease } from './delivery-lease.ts';
import { type DeliveryRow, deliveriesOf, deliveryColumns } from './delivery-table.ts';
import { freeSlots } from './in-flight.ts';
import { holdLanes, postponeLanes, setLanes } from './lane.ts';

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
  const lanes = await dueLanes(tx, now, Math.min(max, MAX_LANES));
  const slots = await freeSlots(tx, lanes, now, limits);
  const messages: ClaimedRow[][] = [];
  let deliveries = 0;
  const destinations = new Map<string, StoredDestination>();
  const full: string[] = [];
  const limitedBySeller: string[] = [];
  const unreadable: string[] = [];
  const tally = new Tally();
  for (const lane of lanes) {
    const destination = readable(lane, key);
    if (!destination) {
      unreadable.push(lane.channel_id);
      continue;
    }
    const { destinationId, sellerId } = destination;
    const slotsOfDestination = slots.ofDestination(destination);
    const slotsOfSeller = slots.ofSeller(sellerId);
    const free = Math.min(slotsOfDestination, slotsOfSeller, max - messages.length);
    const claim = { lease, leaseMs: limits.leaseMs, nowMs: now, slots: deliveries < MAX_DELIVERIES ? free : 0, tally };
    const leased = claim.slots > 0 ? await leaseFor(tx, destination, claim) : [];
    messages.push(...leased);
    deliveries += leased.flat().length;
    destinations.set(destinationId, destination);
    slots.take(sellerId, leased.length);
    if (leased.length >= slotsOfDestination) full.push(destinationId);
    else if (leased.length >= slotsOfSeller) limitedBySeller.push(destinationId);
  }
  await holdLanes(tx, full, now, now + limits.leaseMs);
  await postponeLanes(tx, limitedBySeller, now + SELLER_LIMIT_PAUSE_MS);
  await postponeLanes(tx, unreadable, now + UNREADABLE_PAUSE_MS);
  const isSet = new Set([...full, ...limitedBySeller, ...unreadable]);
  const others = lanes.map(({ channel_id }) => channel_id).filter((id) => !isSet.has(id));
  await setLanes(tx, others, now);
  return { claimed: await claimedOf(tx, messages, destinations, lease, limits.source), unreadable, tally };
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

type LaneClaim = Parameters<typeof leaseMessages>[2];

/** Up to `slots` messages. A program gets each delivery in a message of its own, and so does everybody with a test. */
async function leaseFor(tx: Sql, destination: StoredDestination, claim: LaneClaim): Promise<ClaimedRow[][]> {
  const { status, type } = destination;
  // A destination that is not confirmed, or is suspended, gets only tests (decision 27).
  const mayReceiveEvents = mayReceive(status, false);
  const isMachine = !isForPeople(type);
  const rows = await leaseDeliveries(tx, destination, claim, !(mayReceiveEvents && isMachine));
  const single = rows.sort((a, b) => (a.delivery_id < b.delivery_id ? -1 : 1)).map((row) => [row]);
  const slots = claim.slots - single.length;
  if (isMachine || !mayReceiveEvents || slots <= 0) return single;
  return [...single, ...(await leaseMessages(tx, destination, { ...claim, slots }))];
}

function leaseDeliveries(
  tx: Sql,
  { destinationId }: StoredDestination,
  { lease, leaseMs, nowMs, slots }: LaneClaim,
  onlyTests: boolean,
) {
  // Tests have their own index.
  return tx.all<ClaimedRow>(
    `UPDATE delivery SET state = 'SENDING', due_ms = $4, reason = NULL, lease = $3, attempts = attempts + 1, tries = tries + 1
     WHERE delivery_id IN (
       SELECT delivery_id FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL
         AND due_ms <= $2 AND expires_ms > $2 ${onlyTests ? 'AND is_test = 1' : ''} ORDER BY due_ms, delivery_id LIMIT $5)
     RETURNING ${deliveryColumns}, tries`,
    [destinationId, nowMs, lease, nowMs + leaseMs, slots],
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
