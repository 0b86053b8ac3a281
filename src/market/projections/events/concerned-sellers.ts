import type { Sql } from '../../../db/db.ts';
import type { QueuedEvent } from '../../../domain/changes/queued-event.ts';
import { compareCodePoints } from '../../../domain/code-points.ts';
import type { ConcernedSeller, OpenEvent } from '../../../domain/notifications/market-event.ts';
import { keyText } from '../../records/record-table.ts';

/** Whom an event is for: see `QueuedEvent`. */
type Audience = { id: number; audience: QueuedEvent['audience']; named: string };

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
    const sellers = new Set(audiences.get(eventId)?.audience === 'active' ? onSale.get(pageKey(event)) : []);
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

/** Several events of an item that begin at one seller have the same sellers. */
const pageKey = ({ marketplaceId, itemId, afterSeller }: OpenEvent) => keyText([marketplaceId, itemId, afterSeller]);

/**
 * The next sellers of each item, joined with line breaks: no ID has one. They come in the order of the index of an item's
 * offers, so a page of an item with 5,000 sellers reads a page of it. Only of receivers is the offer itself read: the CASE keeps SQLite
 * from comparing the state first.
 */
const nextOnSale = (limit: number) => `
  SELECT k.column1 AS number, (SELECT string_agg(page.seller_id, '\n') FROM (
      SELECT DISTINCT offer.seller_id FROM offer JOIN event_receiver ON event_receiver.seller_id = offer.seller_id
       WHERE offer.marketplace_id = k.column2 AND offer.item_id = k.column3 AND offer.seller_id > k.column4
         AND CASE WHEN event_receiver.seller_id IS NOT NULL THEN offer.state <> 'inactive' END
       ORDER BY offer.seller_id LIMIT ${Math.trunc(limit)}) AS page) AS sellers
    FROM (VALUES {rows: bigint, text, text, text}) AS k`;

/** By `pageKey`: the receivers with an offer on sale, at most `limit` after the seller of each event. */
async function receiversOnSale(tx: Sql, events: readonly OpenEvent[], limit: number): Promise<Map<string, string[]>> {
  const pages = [...new Map(events.map((event) => [pageKey(event), event]))];
  const rows = await tx.many<{ number: number; sellers: string | null }>(
    nextOnSale(limit),
    pages.map(([, { marketplaceId, itemId, afterSeller }], n) => [n, marketplaceId, itemId, afterSeller]),
  );
  return new Map(rows.map(({ number, sellers }) => [pages[number]?.[0] ?? '', sellers?.split('\n') ?? []]));
}

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
