import type { ItemKey } from '../market/item.ts';
import { healthChange } from '../notifications/offer-health.ts';
import type { ChangeContext } from './change-context.ts';
import { itemIdsOf, type OfferOnItem, type OfferTransition, offerOnItem } from './offer-transition.ts';
import type { HealthEvent, OfferHealth } from './queued-event.ts';

/** Sellers in one event. An item can have thousands. */
const MAX_SELLERS = 200;

/** Offers of one seller in one event. `GET listings` has the others. */
const MAX_OFFERS = 100;

type ChangedItem = ItemKey & { key: string; offers: OfferOnItem[] };

/** A seller with an offer on the item whose health changed. `isOwner`: also the record of one of them did. */
type ChangedSeller = { sellerId: string; isOwner: boolean; changes: OfferHealth[] };

/** The sellers for whom there may be a PRICING_HEALTH event. */
export function sellersWithHealthChange(offers: readonly OfferTransition[]): Set<string> {
  const sellers = new Set<string>();
  for (const one of offers) {
    const { sellerId, stateBefore, after } = offerOnItem(one, one.after?.offer.itemId ?? '');
    if (healthChange(stateBefore, after) !== undefined) sellers.add(sellerId);
  }
  return sellers;
}

/**
 * PRICING_HEALTH: offers on sale of these receivers that became unhealthy or recovered. A changed record is published unless the
 * change is quiet; a state that changed without its record only if events are published about the item.
 */
export function healthEvents(
  offers: readonly OfferTransition[],
  context: ChangeContext,
  receivers: ReadonlySet<string>,
  isPublishedItem: (itemKey: string) => boolean,
): HealthEvent[] {
  const events: HealthEvent[] = [];
  for (const item of byItem(offers)) {
    const [isLoud, isPublished] = [!context.isQuiet(item.marketplaceId), isPublishedItem(item.key)];
    const sellers = changedSellers(
      item.offers,
      ({ sellerId, isRecordChanged }) => (isRecordChanged ? isLoud : isPublished) && receivers.has(sellerId),
    );
    for (let start = 0; start < sellers.length; start += MAX_SELLERS) {
      events.push(eventOf(item, sellers.slice(start, start + MAX_SELLERS), context));
    }
  }
  return events;
}

/** The items in the order in which they first changed. An offer that moved is on both of its items. */
function byItem(offers: readonly OfferTransition[]): Iterable<ChangedItem> {
  const items = new Map<string, ChangedItem>();
  for (const transition of offers) {
    const { marketplaceId } = transition.key;
    for (const itemId of itemIdsOf(transition)) {
      const key = `${marketplaceId}\n${itemId}`;
      const item = items.get(key) ?? { marketplaceId, itemId, key, offers: [] };
      items.set(key, item);
      item.offers.push(offerOnItem(transition, itemId));
    }
  }
  return items.values();
}

function changedSellers(
  offers: readonly OfferOnItem[],
  isPublishedOffer: (one: OfferOnItem) => boolean,
): ChangedSeller[] {
  const sellers = new Map<string, ChangedSeller>();
  for (const one of offers) {
    const health = healthChange(one.stateBefore, one.after);
    const { judged, sellerId, isRecordChanged } = one;
    if (health === undefined || judged === undefined || !isPublishedOffer(one)) continue;
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
  { lane, requestId, sellerId: changedId }: ChangeContext,
): HealthEvent {
  const owners = sellers.filter(({ isOwner, sellerId }) => isOwner || sellerId === changedId);
  return {
    ...{ kind: 'PRICING_HEALTH', marketplaceId, itemId, condition: '', customer: 'Consumer', offerType: 'B2C' },
    atMs: Math.max(...sellers.flatMap(({ changes }) => changes.map(({ judged }) => judged.now))),
    lane,
    audience: 'named',
    named: sellers.map(({ sellerId }) => sellerId),
    owners: owners.map(({ sellerId }) => sellerId),
    requestId,
    sellers: sellers.map(({ sellerId, changes }) => ({ sellerId, changes })),
  };
}
