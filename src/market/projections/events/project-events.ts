import type { Sql } from '../../../db/db.ts';
import { healthEvents, sellersWithHealthChange } from '../../../domain/changes/health-events.ts';
import { involvedSellers } from '../../../domain/changes/involved-sellers.ts';
import { type ItemEvents, itemEvents, newcomerEvents } from '../../../domain/changes/item-events.ts';
import type { ItemTransition } from '../../../domain/changes/item-transition.ts';
import { newcomersAmong, type OfferOnSale } from '../../../domain/changes/newcomers.ts';
import { transitionsByItem } from '../../../domain/changes/offer-transition.ts';
import { isPublished } from '../../../domain/changes/publication.ts';
import type { HealthEvent, QueuedEvent, TermsEvent } from '../../../domain/changes/queued-event.ts';
import { changedTerms, termsEvents } from '../../../domain/changes/terms-events.ts';
import type { DecidedItem, MarketChange, RemovedItem } from '../../decisions/market-change.ts';
import { items } from '../../records/item.ts';
import { keyText } from '../../records/record-table.ts';
import { hasEventReceivers, receiversAmong } from './concerned-sellers.ts';
import { addMarketEvents, removeRevisions, textsIn, withTexts } from './event-rows.ts';

/**
 * Queues the events that are published about a change. `domain/changes` decides which; the dispatcher addresses them to sellers.
 * Items that were only marked have none but PRICING_HEALTH and PRICE_CHANGED yet.
 */
export async function projectEvents(tx: Sql, change: MarketChange): Promise<void> {
  await queueEvents(tx, change);
  const { removed } = change;
  if (removed.length > 0)
    await removeRevisions(
      tx,
      removed.map(({ key }) => key),
    );
}

async function queueEvents(tx: Sql, change: MarketChange): Promise<void> {
  const { decided, removed, contextOf } = change;
  if ((decided.length > 0 || removed.length > 0) && !(await hasReceivers(tx, decided))) return;
  const published = [...decided.filter(mayConcernReceivers), ...removedItems(change)].filter((item) =>
    isPublished(item, contextOf(item.item)),
  );
  const ofItems = published.map((item) => ({ item, ...itemEvents(item, contextOf(item.item)) }));
  const events: QueuedEvent[] = ofItems.flatMap((one) => one.events);
  for (const event of await eventsOfNewcomers(tx, ofItems, change)) events.push(event);
  for (const event of await eventsOfOwnOffers(tx, published, change)) events.push(event);
  if (events.length === 0) return;
  const texts = textsIn(change);
  const written = events.map((event) => withTexts(event, texts));
  await addMarketEvents(tx, written);
}

/** Whether a seller of this store receives events. If not, no texts are written for them: an import has many. */
async function hasReceivers(tx: Sql, decided: readonly DecidedItem[]): Promise<boolean> {
  const known = decided.find(({ receivers }) => receivers !== undefined);
  if (known !== undefined) return known.receivers !== 'nobody';
  return hasEventReceivers(tx);
}

/**
 * Whether an event about the item may have a receiver: one has an offer on it, or had one. An offer may have left it in this
 * transaction, or while the board was stale.
 */
function mayConcernReceivers({ receivers, before, item, offers }: DecidedItem): boolean {
  if (receivers === undefined || receivers === 'perhaps' || before.pending !== null || before.isStale) return true;
  return offers.some(({ after }) => after?.offer.itemId !== item.itemId);
}

/** Items that no longer exist, as items without offers. None where the record is not known: it was removed before. */
function removedItems({ removed, offers, now }: MarketChange): ItemTransition[] {
  if (removed.length === 0) return [];
  const byItem = transitionsByItem(offers);
  return removed.flatMap(({ key, item, before }: RemovedItem): ItemTransition[] => {
    if (item === undefined) return [];
    const text = keyText(items.keyOf(key));
    return [
      {
        ...{ key: text, item, before, after: null, status: 'NoBuyableOffers', atMs: now },
        ...{ offers: byItem.get(text) ?? [], isSameVersion: true, hasNewThreshold: false, hasDatePassed: false },
      },
    ];
  });
}

type EventsOfItem = ItemEvents & { item: ItemTransition };

/** Sellers that are new on an item get the conditions that the others need not hear about now. */
async function eventsOfNewcomers(
  tx: Sql,
  ofItems: readonly EventsOfItem[],
  { contextOf }: MarketChange,
): Promise<QueuedEvent[]> {
  const arrivals = ofItems.filter(({ newcomers }) => newcomers.length > 0);
  if (arrivals.length === 0) return [];
  const onSale = await offersOnSaleOf(tx, arrivals);
  return arrivals.flatMap(({ item, otherConditions }, n) =>
    newcomerEvents(item, contextOf(item.item), otherConditions, newcomersAmong(item, onSale.get(n) ?? [])),
  );
}

/** The offers on sale of these newcomers, by the index of the item. */
async function offersOnSaleOf(tx: Sql, arrivals: readonly EventsOfItem[]): Promise<Map<number, OfferOnSale[]>> {
  const rows = await tx.many<{ number: number; seller_id: string; sku: string }>(
    `SELECT k.column4 AS number, offer.seller_id, offer.sku FROM (VALUES {rows: text, text, text, bigint}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2 AND offer.seller_id = k.column3
            AND offer.state <> 'inactive'`,
    arrivals.flatMap(({ item, newcomers }, n) => newcomers.map((sellerId) => [...items.keyOf(item.item), sellerId, n])),
  );
  const onSale = rows.map(({ number, seller_id: sellerId, sku }) => ({ number, sellerId, sku }));
  return Map.groupBy(onSale, ({ number }) => number);
}

/** PRICING_HEALTH and PRICE_CHANGED: each seller receives what is about its own offers. */
async function eventsOfOwnOffers(
  tx: Sql,
  published: readonly ItemTransition[],
  { offers, contextOf, mode, now }: MarketChange,
): Promise<(HealthEvent | TermsEvent)[]> {
  const terms = mode === 'off' ? [] : changedTerms(offers, contextOf);
  const sellers = sellersWithHealthChange(offers);
  for (const { sellerId } of terms) sellers.add(sellerId);
  if (sellers.size === 0) return [];
  const receivers = await receiversAmong(tx, sellers);
  if (receivers.size === 0) return [];
  const requests = published.map((item) => [item.key, involvedSellers(item, contextOf(item.item)).requestId] as const);
  return [
    ...healthEvents(offers, contextOf, receivers, new Map(requests)),
    ...termsEvents(terms, contextOf, receivers, now),
  ];
}
