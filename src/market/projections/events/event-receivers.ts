import type { Sql } from '../../../db/db.ts';

/* A receiver of events is a seller with a row in `event_receiver`, which `notifications/events/receivers.ts` writes. */

/** Whether a seller of this store receives events. */
export async function hasEventReceivers(tx: Sql): Promise<boolean> {
  return (await tx.get(`SELECT 1 AS found FROM event_receiver WHERE seller_id > '' LIMIT 1`)) !== undefined;
}

/** Those of these sellers that receive events. */
export async function receiversAmong(tx: Sql, sellerIds: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await tx.many<{ seller_id: string }>(
    `SELECT event_receiver.seller_id FROM (VALUES {rows: text}) AS k
       JOIN event_receiver ON event_receiver.seller_id = k.column1`,
    Array.from(sellerIds, (id) => [id]),
  );
  return new Set(rows.map(({ seller_id }) => seller_id));
}
