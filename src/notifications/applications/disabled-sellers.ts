import type { Db, Sql } from '../../db/db.ts';
import {
  AS_BEFORE,
  cancelAll,
  type SuspensionContext,
  setLanesOf,
  withdrawDestinations,
} from './delegated-application.ts';

/*
 * Nothing is sent to the destinations of a seller that the operator has disabled (decision 55). Its events are numbered and stored as
 * ever. What was queued is canceled, and what happens meanwhile is not queued: after the seller is enabled, its destinations get what
 * happens from then on, and the rest by the list of events or by a replay.
 */

const REASON = 'SELLER_DISABLED';

/** Sellers that are examined at once. */
const PAGE = 500;

/** Suspends the destinations of these sellers, and resumes those of sellers that are enabled again. Returns how many sellers each. */
export async function followDisabledSellers(
  parts: SuspensionContext,
  disabled: ReadonlySet<string>,
): Promise<{ suspended: number; resumed: number }> {
  const { db, now } = parts;
  const changes = { suspended: 0, resumed: 0 };
  const ids = [...disabled];
  for (let from = 0; from < ids.length; from += PAGE) {
    for (const sellerId of await sellersToSuspend(db, ids.slice(from, from + PAGE))) {
      await withdrawDestinations(parts, { sellerId, reason: REASON }, now());
      changes.suspended += 1;
    }
  }
  for (const sellerId of await suspendedSellers(db)) {
    if (disabled.has(sellerId)) continue;
    await resumeSeller(db, sellerId, now());
    changes.resumed += 1;
  }
  return changes;
}

/** Those of these sellers to whom something could be sent. */
async function sellersToSuspend(db: Sql, sellerIds: readonly string[]): Promise<string[]> {
  const rows = await db.many<{ seller_id: string }>(
    `SELECT DISTINCT destination.seller_id FROM (VALUES {rows: text}) AS k JOIN destination ON destination.seller_id = k.column1
     WHERE destination.status NOT IN ('WITHDRAWN', 'DELETED')`,
    sellerIds.map((sellerId) => [sellerId]),
  );
  return rows.map(({ seller_id }) => seller_id);
}

async function suspendedSellers(db: Sql): Promise<string[]> {
  const rows = await db.all<{ seller_id: string }>(
    `SELECT DISTINCT seller_id FROM destination WHERE suspension = '${REASON}' AND status = 'WITHDRAWN'`,
  );
  return rows.map(({ seller_id }) => seller_id);
}

/**
 * The seller's own destinations are what they were before. Those of applications wait for `followGrants`, which resumes them if the
 * application has a grant.
 */
async function resumeSeller(db: Db, sellerId: string, nowMs: number): Promise<void> {
  const own = await db.all<{ channel_id: string }>(
    `SELECT channel_id FROM destination
     WHERE seller_id = $1 AND suspension = '${REASON}' AND status = 'WITHDRAWN' AND application IS NULL`,
    [sellerId],
  );
  // The worker that suspended them may have been killed before it canceled everything.
  for (const { channel_id } of own) await cancelAll(db, channel_id, nowMs);
  await db.transaction(async (tx) => {
    await tx.run(
      `UPDATE destination SET suspension = 'APPLICATION_WITHDRAWN', modified_ms = $2
       WHERE seller_id = $1 AND suspension = '${REASON}' AND application IS NOT NULL`,
      [sellerId, nowMs],
    );
    const rows = await tx.all<{ channel_id: string }>(
      `UPDATE destination SET ${AS_BEFORE}, modified_ms = $2
       WHERE seller_id = $1 AND suspension = '${REASON}' AND status = 'WITHDRAWN' RETURNING channel_id`,
      [sellerId, nowMs],
    );
    await setLanesOf(tx, rows, nowMs);
  });
}
