import type { Sql } from '../../../db/db.ts';
import type { FeeNews } from '../../../domain/fees/fee-news.ts';
import { addListing, emptyTally, type FeeTally } from '../../../domain/fees/fee-tally.ts';
import type { FeeEvent } from '../../../domain/notifications/fee-event.ts';
import { writeFeeNews } from '../../../wire/notifications/events/fee-news-part.ts';
import { nextReceivers, readFeeListings } from './fee-listings.ts';
import { movePlace, nextTask, readNews, removeTask, type StoredTask, type WalkPlace } from './fee-tasks.ts';
import { isFeeWorkDue, lookAtNext } from './fee-watch.ts';

/** Sellers in one piece: those without listings cost a read each. */
const MAX_SELLERS = 20;

/**
 * Events about fees, for the caller that appends them to the events of sellers. The functions run in the caller's transaction, which
 * also stores how far the work is. Only one caller at a time may work: nothing here keeps two of them apart.
 */
export class FeeEvents {
  /** The news of the task in progress: parsing them takes a millisecond. */
  #news: { taskId: number; news: FeeNews[] } | undefined;

  /** Whether there is anything to do. */
  isDue(sql: Sql, nowMs: number): Promise<boolean> {
    return isFeeWorkDue(sql, nowMs);
  }

  /**
   * A piece of the work: compares one marketplace with what its sellers know, or looks at about `limit` listings. Returns the events of the
   * sellers that are done, in the order in which to append them. Undefined: there is nothing to do.
   */
  async piece(tx: Sql, nowMs: number, limit: number): Promise<FeeEvent[] | undefined> {
    if (await lookAtNext(tx, nowMs)) return [];
    const task = await nextTask(tx);
    if (task === undefined) return undefined;
    if (this.#news?.taskId !== task.id) this.#news = { taskId: task.id, news: await readNews(tx, task.id) };
    return walk(tx, task, this.#news.news, limit);
  }
}

async function walk(tx: Sql, task: StoredTask, news: readonly FeeNews[], limit: number): Promise<FeeEvent[]> {
  const { marketplaceId, atMs } = task;
  const events: FeeEvent[] = [];
  const sellers = await nextReceivers(tx, task.place.sellerId, atMs, MAX_SELLERS);
  let place: WalkPlace = task.place;
  for (let left = limit; left > 0; ) {
    if (place.tally === undefined) {
      const sellerId = sellers.shift();
      if (sellerId === undefined) break;
      place = { sellerId, afterSku: '', tally: emptyTally(news) };
    }
    const { sellerId, tally = [] } = place;
    const page = await readFeeListings(tx, { marketplaceId, ...place }, left);
    for (const listing of page.listings) addListing(tally, news, listing);
    left -= Math.max(1, page.read);
    if (page.nextSku === undefined) {
      events.push(...eventsOf({ marketplaceId, sellerId, atMs }, news, tally));
      place = { sellerId, afterSku: '', tally: undefined };
    } else place = { ...place, afterSku: page.nextSku };
  }
  const isDone = place.tally === undefined && (await nextReceivers(tx, place.sellerId, atMs, 1)).length === 0;
  await (isDone ? removeTask(tx, task.id) : movePlace(tx, task.id, place));
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
