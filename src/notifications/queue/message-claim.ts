import type { Sql } from '../../db/db.ts';
import { messageLimitOf } from '../../domain/notifications/message-limit.ts';
import { type QuietHours, quietUntilMs } from '../../domain/notifications/quiet-hours.ts';
import { type DeliveryRow, deliveryColumns } from '../deliveries/delivery-table.ts';
import { releaseQuiet } from '../deliveries/held-deliveries.ts';
import { insertMessages, messagesSince, type SentMessage, touchMessages } from '../deliveries/message-table.ts';
import type { StoredDestination } from '../destination-table.ts';
import type { Tally } from '../tally.ts';
import { Allowance } from './allowance.ts';
import { byAge, type Held, planMessages, type WaitingRow } from './message-plan.ts';

/** Deliveries that one claim looks at. The rest stays due, and the next claim looks at it. */
const MAX_LOOKED = 1_000;

type LeasedRow = DeliveryRow & { tries: number };

type MessageClaim = { lease: string; leaseMs: number; nowMs: number; slots: number; tally: Tally };

/**
 * Leases up to `slots` messages to a person: the deliveries of each, the oldest first. Tests are not for it: they go out alone, at
 * once, and do not count. Everything that holds messages back is decided here, so it is the same for events, replays and recovery.
 */
export async function leaseMessages(
  tx: Sql,
  destination: StoredDestination,
  claim: MessageClaim,
): Promise<LeasedRow[][]> {
  const { nowMs, slots, tally } = claim;
  const { destinationId, type, quietHours } = destination;
  const quietMs = quietHours && untilQuietEnds(quietHours, nowMs);
  await releaseQuiet(tx, destinationId, quietMs ?? nowMs);
  const due = await dueOf(tx, destinationId, nowMs);
  if (due.length === 0) return [];
  if (quietMs !== undefined) {
    const held = due.map((row): Held => ({ row, untilMs: quietMs, reason: 'QUIET_HOURS' }));
    await hold(tx, destination, held, tally);
    return [];
  }
  const limit = messageLimitOf(type);
  const sent = limit ? await messagesSince(tx, destinationId, nowMs - limit.inMs) : [];
  const failed = await failedOf(tx, destinationId, nowMs);
  const plan = planMessages({ due, failed, allowance: new Allowance(limit, sent, nowMs), slots, nowMs });
  await hold(tx, destination, plan.held, tally);
  const fresh = plan.fresh.map(({ messageId, kind }): SentMessage => ({ message_id: messageId, kind, sent_ms: nowMs }));
  await insertMessages(tx, destinationId, fresh);
  await touchMessages(tx, plan.counted, nowMs);
  const leased = await lease(tx, destinationId, claim, plan);
  return [...Map.groupBy(leased.sort(byAge), ({ message_id }) => message_id).values()];
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

async function hold(tx: Sql, { type }: StoredDestination, held: readonly Held[], tally: Tally): Promise<void> {
  await tx.many(
    `WITH k (delivery_id, due_ms, reason) AS (VALUES {rows: text key, bigint, text})
     UPDATE delivery SET state = 'PENDING', due_ms = k.due_ms, reason = k.reason, lease = NULL FROM k
     WHERE delivery.delivery_id = k.delivery_id`,
    held.map(({ row, untilMs, reason }) => [row.delivery_id, untilMs, reason]),
  );
  for (const { row, reason } of held) if (row.reason !== reason) tally.held(type, reason);
}

async function lease(
  tx: Sql,
  destinationId: string,
  { lease, leaseMs, nowMs }: MessageClaim,
  plan: ReturnType<typeof planMessages>,
): Promise<LeasedRow[]> {
  const leased = `state = 'SENDING', due_ms = k.until_ms, lease = k.lease, reason = NULL,
       attempts = delivery.attempts + 1, tries = delivery.tries + 1`;
  // By the message, not by the rows that were looked at: these may be only a part of it.
  const again = await tx.many<LeasedRow>(
    `WITH k (message_id, channel_id, now_ms, until_ms, lease) AS (VALUES {rows: text key, text, bigint, bigint, text})
     UPDATE delivery SET ${leased} FROM k
     WHERE delivery.message_id = k.message_id AND delivery.channel_id = k.channel_id AND delivery.settled_ms IS NULL
       AND delivery.due_ms <= k.now_ms AND delivery.expires_ms > k.now_ms RETURNING ${deliveryColumns}, delivery.tries`,
    plan.again.map((messageId) => [messageId, destinationId, nowMs, nowMs + leaseMs, lease]),
  );
  // A new message counts, also when somebody asked for a part of it. So do its repetitions: `asked_ms` has had its effect.
  const fresh = await tx.many<LeasedRow>(
    `WITH k (delivery_id, message_id, until_ms, lease) AS (VALUES {rows: text key, text, bigint, text})
     UPDATE delivery SET ${leased}, message_id = k.message_id, asked_ms = NULL FROM k
     WHERE delivery.delivery_id = k.delivery_id RETURNING ${deliveryColumns}, delivery.tries`,
    plan.fresh.flatMap(({ messageId, rows }) =>
      rows.map(({ delivery_id }) => [delivery_id, messageId, nowMs + leaseMs, lease]),
    ),
  );
  return [...again, ...fresh];
}
