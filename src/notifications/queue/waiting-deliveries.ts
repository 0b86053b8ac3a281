import type { Sql } from '../../db/db.ts';
import { messageLimitOf } from '../../domain/notifications/message-limit.ts';
import { type QuietHours, quietUntilMs } from '../../domain/notifications/quiet-hours.ts';
import { releaseQuiet } from '../deliveries/held-deliveries.ts';
import { messagesSince } from '../deliveries/message-table.ts';
import type { StoredDestination } from '../destination-table.ts';
import type { WaitingDeliveries, WaitingRow } from './message-plan.ts';

/** Deliveries that one claim looks at. The rest stays due, and the next claim looks at it. */
const MAX_LOOKED = 1_000;

/** What `planMessages` decides by, for a destination of a person. Tests are not among it: they are sent alone, at once, and do not count. */
export async function waitingDeliveries(
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
