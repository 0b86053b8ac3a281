import type { Sql } from '../../db/db.ts';
import { compareCodePoints } from '../../domain/code-points.ts';
import { keyText } from '../records/record-table.ts';
import type { OpenEvent } from './event-queue.ts';
import type { MarketEvent } from './market-event.ts';

export type ConcernedSeller = { eventId: number; sellerId: string };

/** Whom an event is for: see `MarketEvent`. */
type Audience = { id: number; audience: MarketEvent['audience']; named: string };

/**
 * The receivers of events that each event concerns: those with an offer on sale on the item, unless the event is for named
 * sellers alone, and the named ones. After `afterSeller`, in the order of ids, at most `limit` for each event.
 */
export async function concernedSellers(
  tx: Sql,
  events: readonly OpenEvent[],
  limit: number,
): Promise<ConcernedSeller[]> {
  const audiences = await readAudiences(tx, events);
  const toAll = events.filter(({ id }) => audiences.get(id)?.audience === 'active');
  const onSale = toAll.length === 0 ? new Map<string, string[]>() : await receiversOnSale(tx, toAll, limit);
  const named = new Map(Array.from(audiences.values(), ({ id, named: list }) => [id, JSON.parse(list) as string[]]));
  const isReceiver = await receiversAmong(tx, new Set([...named.values()].flat()));
  return events.flatMap((event) => {
    const { id: eventId, afterSeller } = event;
    const sellers = new Set(audiences.get(eventId)?.audience === 'active' ? onSale.get(walkKey(event)) : []);
    for (const sellerId of named.get(eventId) ?? []) {
      if (isReceiver.has(sellerId) && compareCodePoints(sellerId, afterSeller) > 0) sellers.add(sellerId);
    }
    const sorted = [...sellers].sort(compareCodePoints).slice(0, limit);
    return sorted.map((sellerId) => ({ eventId, sellerId }));
  });
}

async function readAudiences(tx: Sql, events: readonly OpenEvent[]): Promise<Map<number, Audience>> {
  const rows = await tx.many<Audience>(
    `SELECT market_event.id, market_event.audience, market_event.named
       FROM (VALUES {rows: bigint}) AS k JOIN market_event ON market_event.id = k.column1`,
    events.map(({ id }) => [id]),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function receiversAmong(tx: Sql, sellerIds: ReadonlySet<string>): Promise<Set<string>> {
  const rows = await tx.many<{ seller_id: string }>(
    `SELECT event_receiver.seller_id FROM (VALUES {rows: text}) AS k
       JOIN event_receiver ON event_receiver.seller_id = k.column1`,
    Array.from(sellerIds, (id) => [id]),
  );
  return new Set(rows.map(({ seller_id }) => seller_id));
}

/** Several events of an item that begin at one seller have the same sellers. */
const walkKey = ({ marketplaceId, itemId, afterSeller }: OpenEvent) => keyText([marketplaceId, itemId, afterSeller]);

/**
 * A walk along two indexes, the sellers of the item and the receivers of events. Each step goes to the first seller of the
 * item that is not before the next receiver. So a step passes all sellers between two receivers, and all receivers between two
 * sellers: an item with 5,000 sellers costs as many steps as it has receivers, and a page of them no more than a page. `found` counts the
 * receivers on sale before this step.
 *
 * A scalar subquery, not EXISTS: PostgreSQL may answer that by reading all offers into a hash table.
 */
const IS_CONCERNED = `walk.step > 0
  AND (SELECT 1 FROM event_receiver AS same WHERE same.seller_id = walk.seller_id) = 1
  AND (SELECT 1 FROM offer WHERE offer.marketplace_id = walk.marketplace_id AND offer.item_id = walk.item_id
          AND offer.seller_id = walk.seller_id AND offer.state <> 'inactive' LIMIT 1) = 1`;

const WALK = `
  WITH RECURSIVE walk (number, marketplace_id, item_id, size, seller_id, step, found) AS (
    SELECT k.column1, k.column2, k.column3, k.column4, k.column5 {postgres: COLLATE "C"}, 0, 0
      FROM (VALUES {rows: bigint, text, text, bigint, text}) AS k
    UNION ALL
    SELECT walk.number, walk.marketplace_id, walk.item_id, walk.size,
           (SELECT offer.seller_id FROM offer
             WHERE offer.marketplace_id = walk.marketplace_id AND offer.item_id = walk.item_id AND offer.seller_id >=
                   (SELECT receiver.seller_id FROM event_receiver AS receiver WHERE receiver.seller_id > walk.seller_id
                     ORDER BY receiver.seller_id LIMIT 1)
             ORDER BY offer.seller_id LIMIT 1),
           walk.step + 1, walk.found + CASE WHEN ${IS_CONCERNED} THEN 1 ELSE 0 END
      FROM walk WHERE walk.seller_id IS NOT NULL AND walk.found < walk.size
  )
  SELECT walk.number, walk.seller_id FROM walk WHERE walk.found < walk.size AND ${IS_CONCERNED}`;

/** By `walkKey`: the receivers with an offer on sale, at most `limit` after the seller of each. */
async function receiversOnSale(tx: Sql, events: readonly OpenEvent[], limit: number): Promise<Map<string, string[]>> {
  const walks = [...new Map(events.map((event) => [walkKey(event), event]))];
  const rows = await tx.many<{ number: number; seller_id: string }>(
    WALK,
    walks.map(([, { marketplaceId, itemId, afterSeller }], n) => [n, marketplaceId, itemId, limit, afterSeller]),
  );
  const found = new Map<string, string[]>(walks.map(([key]) => [key, []]));
  for (const { number, seller_id: sellerId } of rows) found.get(walks[number]?.[0] ?? '')?.push(sellerId);
  return found;
}
