import type { Sql } from '../../../db/db.ts';
import type { FeeNews } from '../../../domain/fees/fee-news.ts';
import { addListing, emptyTally, type FeeTally, type SoldListing } from '../../../domain/fees/fee-tally.ts';
import { ALL_RANGES } from '../../../domain/groups.ts';
import type { Offer } from '../../../domain/market/offer.ts';
import type { FeeEvent } from '../../../domain/notifications/fee-event.ts';
import type { SellerPlan } from '../../../domain/vocabulary.ts';
import { writeFeeNews } from '../../../wire/notifications/events/fee-news-part.ts';
import type { FeeItem } from '../../records/item.ts';
import { readNews, type WalkPlace } from './fee-tasks.ts';
import {
  endWalk,
  type FeeWalk,
  hasUnassignedReceivers,
  moveWalk,
  nextReceivers,
  nextWalk,
  splitTasks,
} from './fee-walks.ts';
import { isFeeWorkDue, lookAtNext } from './fee-watch.ts';

/** Sellers in one batch: those without listings cost a read each. */
const MAX_SELLERS = 20;

/**
 * Events about fees, for the caller that appends them to the events of sellers. The functions run in the caller's transaction, which
 * also stores how far the work is. Only one caller at a time may work on a range of sellers: nothing here keeps two of them apart.
 */
export class FeeEvents {
  /** The news of the task in progress: parsing them takes a millisecond. */
  #news: { taskId: number; news: FeeNews[] } | undefined;

  readonly isDue = isFeeWorkDue;

  /**
   * A batch of the work: compares one marketplace with what its sellers know, or looks at about `limit` listings of sellers in these ranges of
   * groups. Returns the events of the sellers that are done, in the order in which to append them. Undefined: there is nothing to do.
   * Nothing is done while receivers have no group yet: the caller gives them theirs.
   */
  async nextBatch(tx: Sql, nowMs: number, limit: number, ranges = ALL_RANGES): Promise<FeeEvent[] | undefined> {
    if (await lookAtNext(tx, nowMs)) return [];
    if (await hasUnassignedReceivers(tx)) return [];
    await splitTasks(tx);
    const budget: Budget = { listings: limit, sellers: MAX_SELLERS };
    let events: FeeEvent[] | undefined;
    while (budget.listings > 0 && budget.sellers > 0) {
      const walk = await nextWalk(tx, ranges);
      if (walk === undefined) break;
      const { taskId } = walk;
      if (this.#news?.taskId !== taskId) this.#news = { taskId, news: await readNews(tx, taskId) };
      events = [...(events ?? []), ...(await walkOn(tx, walk, this.#news.news, budget))];
    }
    return events;
  }
}

/** What a batch may still read: `walkOn` takes from it. */
type Budget = { listings: number; sellers: number };

async function walkOn(tx: Sql, walk: FeeWalk, news: readonly FeeNews[], budget: Budget): Promise<FeeEvent[]> {
  const { marketplaceId, atMs } = walk;
  const events: FeeEvent[] = [];
  const sellers = await nextReceivers(tx, walk, walk.place.sellerId, budget.sellers);
  let place: WalkPlace = walk.place;
  while (budget.listings > 0) {
    if (place.tally === undefined) {
      const sellerId = sellers.shift();
      if (sellerId === undefined) break;
      budget.sellers -= 1;
      place = { sellerId, afterSku: '', tally: emptyTally(news) };
    }
    const { sellerId, tally = [] } = place;
    const page = await readFeeListings(tx, { marketplaceId, ...place }, budget.listings);
    for (const listing of page.listings) addListing(tally, news, listing);
    budget.listings -= Math.max(1, page.read);
    if (page.nextSku === undefined) {
      events.push(...eventsOf({ marketplaceId, sellerId, atMs }, news, tally));
      place = { sellerId, afterSku: '', tally: undefined };
    } else place = { ...place, afterSku: page.nextSku };
  }
  const isDone = place.tally === undefined && (await nextReceivers(tx, walk, place.sellerId, 1)).length === 0;
  await (isDone ? endWalk(tx, walk) : moveWalk(tx, walk, place));
  return events;
}

function eventsOf(
  { marketplaceId, sellerId, atMs }: { marketplaceId: string; sellerId: string; atMs: number },
  news: readonly FeeNews[],
  tally: FeeTally,
): FeeEvent[] {
  return news.flatMap((one, n): FeeEvent[] => {
    const sellerPart = writeFeeNews(marketplaceId, one, tally[n]);
    return sellerPart === undefined ? [] : [{ sellerId, kind: one.kind, atMs, sellerPart }];
  });
}

/** `sku` is the last one that was read; undefined: these were the last listings of the seller. */
type FeeListingPage = { listings: SoldListing[]; read: number; nextSku: string | undefined };

/** In the text of the statement: PostgreSQL plans it for this number, and walks through the key. */
const LIMITS = [500, 100, 25] as const;

const statementOf = (limit: number) =>
  `SELECT offer.sku, offer.record AS offer, COALESCE(item.fee_facts, item.record) AS item,
     (SELECT plan FROM seller WHERE seller_id = $2) AS plan
   FROM offer JOIN item ON item.marketplace_id = offer.marketplace_id AND item.item_id = offer.item_id
   WHERE offer.marketplace_id = $1 AND offer.seller_id = $2 AND offer.sku > $3 ORDER BY offer.sku LIMIT ${limit}`;

type Row = { sku: string; offer: string; item: string; plan: SellerPlan | null };

/**
 * The next active listings of a seller, in the order of SKUs, with what their fees depend on: the present price and channel, the item and
 * the plan, as the fee endpoints read them (decision 16). About `limit` are read, at least 25.
 */
async function readFeeListings(
  tx: Sql,
  { marketplaceId, sellerId, afterSku }: { marketplaceId: string; sellerId: string; afterSku: string },
  limit: number,
): Promise<FeeListingPage> {
  const size = LIMITS.find((one) => one <= limit) ?? LIMITS[2];
  const rows = await tx.all<Row>(statementOf(size), [marketplaceId, sellerId, afterSku]);
  const nextSku = rows.length < size ? undefined : rows.at(-1)?.sku;
  return { listings: rows.flatMap(soldListing), read: rows.length, nextSku };
}

function soldListing({ sku, offer: offerText, item: itemText, plan }: Row): SoldListing[] {
  const offer: Offer = JSON.parse(offerText);
  if (!offer.active) return [];
  const item: FeeItem = JSON.parse(itemText);
  const { listingPriceMinor, shippingMinor = 0, channel } = offer;
  const terms = { listingPriceMinor, shippingMinor, isStoreFulfilled: channel === 'FS' };
  return [{ sku, unit: { item, sellerPlan: plan ?? 'Professional', ...terms } }];
}
