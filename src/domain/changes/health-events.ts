import type { ItemKey } from '../market/item.ts';
import type { ChangeContext } from './change-context.ts';
import { type OfferOnItem, type OfferTransition, offerOnItem, transitionsByItem } from './offer-transition.ts';
import type { HealthEvent, OfferHealth } from './queued-event.ts';

/** Sellers in one event; the others are in the next one. An item can have thousands. */
const SELLERS_PER_EVENT = 200;

/** Offers of one seller in one event. `GET listings` has the others. */
const MAX_OFFERS = 100;

/** A seller with an offer on the item whose health changed. `isOwner`: also the record of one of them did. */
type ChangedSeller = { sellerId: string; isOwner: boolean; changes: OfferHealth[] };

/** The sellers for whom there may be a PRICING_HEALTH event. */
export function sellersWithHealthChange(offers: readonly OfferTransition[]): Set<string> {
  const sellers = new Set<string>();
  for (const one of offers) {
    const { sellerId, health } = offerOnItem(one, one.after?.offer.itemId ?? '');
    if (health !== undefined) sellers.add(sellerId);
  }
  return sellers;
}

/** The items about which events are published, by their key as one text, with the request that the events name. */
export type PublishedItems = ReadonlyMap<string, string | undefined>;

/** PRICING_HEALTH: offers on sale of these receivers that became unhealthy or recovered. */
export function healthEvents(
  offers: readonly OfferTransition[],
  contextOf: (item: ItemKey) => ChangeContext,
  receivers: ReadonlySet<string>,
  published: PublishedItems,
): HealthEvent[] {
  const events: HealthEvent[] = [];
  for (const [key, transitions] of transitionsByItem(offers)) {
    const [marketplaceId = '', itemId = ''] = key.split('\n');
    const context = contextOf({ marketplaceId, itemId });
    const isLoud = !context.isQuiet(marketplaceId);
    /** A changed record is published unless the change is quiet; a state that changed without it, only with its item. */
    const isToPublish = ({ sellerId, isRecordChanged }: OfferOnItem) =>
      receivers.has(sellerId) && (isRecordChanged ? isLoud : published.has(key));
    const ofItem = transitions.map((one) => offerOnItem(one, itemId)).filter(isToPublish);
    const sellers = changedSellers(ofItem);
    const requestId = published.has(key) ? published.get(key) : context.requestId;
    for (let start = 0; start < sellers.length; start += SELLERS_PER_EVENT) {
      const some = sellers.slice(start, start + SELLERS_PER_EVENT);
      events.push(eventOf({ marketplaceId, itemId }, some, { ...context, requestId }));
    }
  }
  return events;
}

/** In the order in which their offers changed. */
function changedSellers(offers: readonly OfferOnItem[]): ChangedSeller[] {
  const sellers = new Map<string, ChangedSeller>();
  for (const { health, judged, sellerId, isRecordChanged } of offers) {
    if (health === undefined || judged === undefined) continue;
    const seller = sellers.get(sellerId) ?? { sellerId, isOwner: false, changes: [] };
    sellers.set(sellerId, seller);
    seller.isOwner ||= isRecordChanged;
    if (seller.changes.length < MAX_OFFERS) seller.changes.push({ health, judged });
  }
  return [...sellers.values()];
}

function eventOf(
  { marketplaceId, itemId }: ItemKey,
  sellers: readonly ChangedSeller[],
  { priority, requestId, trace, sellerId: changedId }: ChangeContext,
): HealthEvent {
  const owners = sellers.filter(({ isOwner, sellerId }) => isOwner || sellerId === changedId);
  return {
    ...{ kind: 'PRICING_HEALTH', marketplaceId, itemId, condition: '', customer: 'Consumer', offerType: 'B2C' },
    atMs: Math.max(...sellers.flatMap(({ changes }) => changes.map(({ judged }) => judged.now))),
    priority,
    audience: 'named',
    named: sellers.map(({ sellerId }) => sellerId),
    owners: owners.map(({ sellerId }) => sellerId),
    ...{ requestId, trace },
    sellers: sellers.map(({ sellerId, changes }) => ({ sellerId, changes })),
  };
}
