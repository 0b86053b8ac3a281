import type { Sql } from '../../db/db.ts';
import { isForPeople } from '../../domain/notifications/destination.ts';
import { messageLimitOf } from '../../domain/notifications/message-limit.ts';
import { type QuietHours, quietUntilMs } from '../../domain/notifications/quiet-hours.ts';
import type { Claimed } from '../deliveries/delivery-attempt.ts';
import { deliveryColumns } from '../deliveries/delivery-table.ts';
import { releaseQuiet } from '../deliveries/held-deliveries.ts';
import { messagesSince } from '../deliveries/message-table.ts';
import { type DestinationRow, readable, type StoredDestination, sendingColumns } from '../destination-table.ts';
import type { OperatorKey } from '../keys/operator-key.ts';
import type { Tally } from '../tally.ts';
import { type ClaimableRow, type ClaimBounds, ClaimPlan, getsEvents, getsMessages } from './claim-plan.ts';
import { storeClaim } from './claim-store.ts';
import { countInFlight } from './in-flight.ts';
import type { WaitingDeliveries, WaitingRow } from './message-plan.ts';

/** Destinations examined in one claim. */
const MAX_LANES = 32;

type ClaimSettings = { key: OperatorKey; leaseMs: number; maxPerSeller: number; source: string };

/** What a claim found; `unreadable` are the destinations whose settings cannot be read, `tally` counts what it held back. */
export type ClaimResult = { claimed: Claimed[]; unreadable: UnreadableDestination[]; tally: Tally };

export type UnreadableDestination = { readonly sellerId: string; readonly channelId: string };

/**
 * Leases up to `max` messages: see `DeliveryQueue.claim`. It reads what is due, adds it to a plan, and stores the plan. Everything
 * that holds messages back is decided in the plan, so it is the same for events, replays and recovery.
 */
export async function claimDue(tx: Sql, max: number, nowMs: number, settings: ClaimSettings): Promise<ClaimResult> {
  const { key, leaseMs, maxPerSeller, source } = settings;
  const rows = await dueLanes(tx, nowMs, Math.min(max, MAX_LANES));
  const inFlight = await countInFlight(tx, rows, { nowMs, leaseMs });
  const destinations = rows.flatMap((row) => readable(row, key) ?? []);
  const bounds = { max, maxPerSeller, nowMs };
  const plan = new ClaimPlan(inFlight, bounds);
  const due = await dueDeliveries(tx, destinations, plan, bounds);
  for (const [n, destination] of destinations.entries()) {
    const alone = due[n] ?? [];
    const hasRoom = plan.slotsFor(destination) > alone.length;
    const waiting = hasRoom && getsMessages(destination) ? waitingDeliveries(tx, destination, nowMs) : undefined;
    plan.add({ destination, alone, waiting: await waiting });
  }
  const isReadable = new Set(destinations.map(({ destinationId }) => destinationId));
  const unreadable = rows
    .filter(({ channel_id }) => !isReadable.has(channel_id))
    .map(({ seller_id, channel_id }): UnreadableDestination => ({ sellerId: seller_id, channelId: channel_id }));
  const ids = unreadable.map(({ channelId }) => channelId);
  return { ...(await storeClaim(tx, plan, ids, { nowMs, leaseMs, source })), unreadable };
}

/** The destinations whose deliveries have been due for longest. */
function dueLanes(tx: Sql, now: number, limit: number) {
  return tx.all<DestinationRow>(
    `SELECT ${sendingColumns} FROM lane JOIN destination ON destination.channel_id = lane.channel_id
     WHERE lane.due_ms <= $1 ORDER BY lane.due_ms LIMIT $2 {postgres: FOR UPDATE OF lane SKIP LOCKED}`,
    [now, limit],
  );
}

/**
 * What is due of each lane and sent alone: at most what may be in flight. PostgreSQL gets the reads of all lanes at once. The embedded
 * store has answered before the next one is asked, so no more is read than needed.
 */
function dueDeliveries(
  tx: Sql,
  destinations: readonly StoredDestination[],
  plan: ClaimPlan,
  { max, nowMs }: ClaimBounds,
): Promise<ClaimableRow[][]> {
  let left = max;
  const reads = destinations.map((destination) => {
    const limit = Math.min(plan.slotsFor(destination), left);
    if (limit <= 0) return [];
    const rows = dueAlone(tx, destination, nowMs, limit);
    if (Array.isArray(rows)) left -= rows.length;
    return rows;
  });
  return Promise.all(reads.map(async (rows) => rows));
}

/** What is due and sent alone: tests, and all events to programs. */
function dueAlone(tx: Sql, destination: StoredDestination, nowMs: number, limit: number) {
  const onlyTests = isForPeople(destination.type) || !getsEvents(destination);
  return tx.all<ClaimableRow>(
    // Tests have their own index.
    `SELECT ${deliveryColumns}, delivery.tries FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL
       AND due_ms <= $2 AND expires_ms > $2 ${onlyTests ? 'AND is_test = 1' : ''} ORDER BY due_ms, delivery_id LIMIT $3`,
    [destination.destinationId, nowMs, limit],
  );
}

/** Deliveries that one claim looks at. The rest stays due, and the next claim looks at it. */
const MAX_LOOKED = 1_000;

/** What `planMessages` decides by, for a destination of a person. Tests are not among it: they are sent alone, at once, and do not count. */
async function waitingDeliveries(
  tx: Sql,
  { destinationId, type, quietHours }: StoredDestination,
  nowMs: number,
): Promise<WaitingDeliveries> {
  const quietMs = quietHours && untilQuietEnds(quietHours, nowMs);
  await releaseQuiet(tx, destinationId, quietMs ?? nowMs);
  const limit = messageLimitOf(type);
  const due = await dueOf(tx, destinationId, nowMs);
  if (due.length === 0 || quietMs !== undefined) return { quietMs, due, failed: [], limit, sent: [] };
  const sent = limit ? await messagesSince(tx, destinationId, nowMs - limit.inMs) : [];
  return { quietMs, due, failed: await failedOf(tx, destinationId, nowMs), limit, sent };
}

/** A time zone that was known when the destination was stored may be unknown to this process: others must not wait for that. */
function untilQuietEnds(quietHours: QuietHours, nowMs: number): number | undefined {
  try {
    return quietUntilMs(quietHours, nowMs);
  } catch {
    return undefined;
  }
}

const waitingColumns = 'delivery_id, kind, sequence, message_id, tries, asked_ms, reason';

async function dueOf(tx: Sql, destinationId: string, nowMs: number): Promise<WaitingRow[]> {
  return tx.all<WaitingRow>(
    `SELECT ${waitingColumns} FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL AND is_test = 0
       AND due_ms <= $2 AND expires_ms > $2 ORDER BY due_ms, delivery_id LIMIT ${MAX_LOOKED}`,
    [destinationId, nowMs],
  );
}

/** Those in flight are left alone: the lease of a SENDING one that is not due has not ended. */
async function failedOf(tx: Sql, destinationId: string, nowMs: number): Promise<WaitingRow[]> {
  return tx.all<WaitingRow>(
    `SELECT ${waitingColumns} FROM delivery WHERE channel_id = $1 AND settled_ms IS NULL AND message_id IS NOT NULL
       AND is_test = 0 AND (tries > 0 OR asked_ms IS NULL) AND expires_ms > $2 AND (state = 'PENDING' OR due_ms <= $2)
     ORDER BY delivery_id LIMIT ${MAX_LOOKED}`,
    [destinationId, nowMs],
  );
}
