import type { Sql } from '../../db/db.ts';
import type { Delivery } from '../../domain/notifications/delivery.ts';
import type { Claimed } from '../deliveries/delivery-attempt.ts';
import { newLease } from '../deliveries/delivery-attempt.ts';
import { deliveriesOf, deliveryColumns } from '../deliveries/delivery-table.ts';
import { holdLanes, postponeLanes, setLanes } from '../deliveries/lane.ts';
import { insertMessages, newMessageId, touchMessages } from '../deliveries/message-table.ts';
import type { StoredDestination } from '../destination-table.ts';
import { Tally } from '../tally.ts';
import type { ClaimableRow, ClaimPlan, LanePlan } from './claim-plan.ts';
import { byAge } from './message-plan.ts';

/** When to examine a destination again whose seller has reached its limit of deliveries in flight. */
const SELLER_LIMIT_PAUSE_MS = 250;
/** When to examine a destination again whose settings cannot be read: the operator has to repair it first. */
const UNREADABLE_PAUSE_MS = 300_000;

type Lease = { lease: string; nowMs: number; untilMs: number };

/** Stores a plan: leases its deliveries, makes those due later that it holds, and sets the lanes. Returns what is leased. */
export async function storeClaim(
  tx: Sql,
  { lanes, full, limitedBySeller, others }: ClaimPlan,
  unreadable: readonly string[],
  { nowMs, leaseMs, source }: { nowMs: number; leaseMs: number; source: string },
): Promise<{ claimed: Claimed[]; tally: Tally }> {
  const untilMs = nowMs + leaseMs;
  const lease = { lease: newLease(), nowMs, untilMs };
  await hold(tx, lanes);
  const inMessages = Map.groupBy(await leaseMessages(tx, lanes, lease), ({ channel_id }) => channel_id);
  const alone = lanes.flatMap((lane) => lane.alone);
  const messages = lanes.flatMap(({ destination, ...lane }) => {
    const rows = inMessages.get(destination.destinationId) ?? [];
    const ofPeople = [...Map.groupBy(rows.sort(byAge), ({ message_id }) => message_id).values()];
    const single = [...lane.alone].sort(byId).map((row) => [leasedRow(row, lease)]);
    return [...single, ...ofPeople].map((rowsOfOne) => ({ destination, rows: rowsOfOne }));
  });
  // All at once, in this order: none depends on the answer to another.
  const [, claimed] = await Promise.all([
    leaseDeliveries(tx, alone, lease),
    claimedOf(tx, messages, lease, source),
    holdLanes(tx, full, nowMs, untilMs),
    postponeLanes(tx, limitedBySeller, nowMs + SELLER_LIMIT_PAUSE_MS),
    postponeLanes(tx, unreadable, nowMs + UNREADABLE_PAUSE_MS),
    setLanes(tx, others, nowMs),
  ]);
  return { claimed, tally: tallyOf(lanes) };
}

const byId = (a: ClaimableRow, b: ClaimableRow) => (a.delivery_id < b.delivery_id ? -1 : 1);

async function hold(tx: Sql, lanes: readonly LanePlan[]): Promise<void> {
  await tx.many(
    `WITH k (delivery_id, due_ms, reason) AS (VALUES {rows: text key, bigint, text})
     UPDATE delivery SET state = 'PENDING', due_ms = k.due_ms, reason = k.reason, lease = NULL FROM k
     WHERE delivery.delivery_id = k.delivery_id`,
    lanes.flatMap(({ messages }) =>
      messages.held.map(({ row, untilMs, reason }) => [row.delivery_id, untilMs, reason]),
    ),
  );
}

/** Counts the deliveries that begin to wait for another reason. */
function tallyOf(lanes: readonly LanePlan[]): Tally {
  const tally = new Tally();
  for (const { destination, messages } of lanes) {
    for (const { row, reason } of messages.held) if (row.reason !== reason) tally.add('held', destination.type, reason);
  }
  return tally;
}

const LEASED = `state = 'SENDING', due_ms = k.until_ms, lease = k.lease, reason = NULL,
       attempts = delivery.attempts + 1, tries = delivery.tries + 1`;

/** Leases the deliveries of messages to people. */
async function leaseMessages(
  tx: Sql,
  lanes: readonly LanePlan[],
  { lease, nowMs, untilMs }: Lease,
): Promise<ClaimableRow[]> {
  const fresh = lanes.flatMap(({ destination, messages }) =>
    messages.fresh.map((one) => ({ ...one, destinationId: destination.destinationId, messageId: newMessageId() })),
  );
  const again = lanes.flatMap(({ destination, messages }) =>
    messages.again.map((one) => ({ ...one, destinationId: destination.destinationId })),
  );
  await insertMessages(tx, fresh, nowMs);
  const counted = again.filter(({ isCounted }) => isCounted).map(({ messageId }) => messageId);
  await touchMessages(tx, counted, nowMs);
  // By the message, not by the rows that were looked at: these may be only a part of it.
  const sentAgain = await tx.many<ClaimableRow>(
    `WITH k (message_id, channel_id, now_ms, until_ms, lease) AS (VALUES {rows: text key, text, bigint, bigint, text})
     UPDATE delivery SET ${LEASED} FROM k
     WHERE delivery.message_id = k.message_id AND delivery.channel_id = k.channel_id AND delivery.settled_ms IS NULL
       AND delivery.due_ms <= k.now_ms AND delivery.expires_ms > k.now_ms RETURNING ${deliveryColumns}, delivery.tries`,
    again.map(({ messageId, destinationId }) => [messageId, destinationId, nowMs, untilMs, lease]),
  );
  // A new message counts, also when somebody asked for a part of it. So do its repetitions: `asked_ms` has had its effect.
  const sentFirst = await tx.many<ClaimableRow>(
    `WITH k (delivery_id, message_id, until_ms, lease) AS (VALUES {rows: text key, text, bigint, text})
     UPDATE delivery SET ${LEASED}, message_id = k.message_id, asked_ms = NULL FROM k
     WHERE delivery.delivery_id = k.delivery_id RETURNING ${deliveryColumns}, delivery.tries`,
    fresh.flatMap(({ messageId, rows }) => rows.map(({ delivery_id }) => [delivery_id, messageId, untilMs, lease])),
  );
  return [...sentAgain, ...sentFirst];
}

/** Leases deliveries that are sent alone. */
async function leaseDeliveries(tx: Sql, rows: readonly ClaimableRow[], { lease, untilMs }: Lease): Promise<void> {
  await tx.many(
    `WITH k (delivery_id, lease, until_ms) AS (VALUES {rows: text key, text, bigint})
     UPDATE delivery SET ${LEASED} FROM k WHERE delivery.delivery_id = k.delivery_id`,
    rows.map(({ delivery_id }) => [delivery_id, lease, untilMs]),
  );
}

/** The row as `leaseDeliveries` stores it. */
const leasedRow = (row: ClaimableRow, { untilMs }: Lease): ClaimableRow => ({
  ...row,
  ...{ state: 'SENDING', due_ms: untilMs, reason: null, attempts: row.attempts + 1, tries: row.tries + 1 },
});

async function claimedOf(
  tx: Sql,
  messages: readonly { destination: StoredDestination; rows: readonly ClaimableRow[] }[],
  { lease }: Lease,
  source: string,
): Promise<Claimed[]> {
  const all = messages.flatMap(({ rows }) => rows);
  const deliveries = await deliveriesOf(tx, all, source);
  const byId = new Map(deliveries.map((delivery) => [delivery.deliveryId, delivery]));
  return messages.map(({ destination, rows }) => {
    const inOrder = rows.map(({ delivery_id }) => byId.get(delivery_id) as Delivery);
    // One that was resent has all its retries again, and those that are sent with it.
    const tries = Math.min(...rows.map((row) => row.tries));
    return { delivery: inOrder.at(-1) as Delivery, earlier: inOrder.slice(0, -1), destination, lease, tries };
  });
}
