import type { ItemKey } from '../market/item.ts';
import type { Offer } from '../market/offer.ts';
import type { TermsChange } from '../notifications/market-event.ts';
import { equalTerms, termsOf } from '../price-changes/terms.ts';
import type { ChangeContext } from './change-context.ts';
import type { OfferTransition } from './offer-transition.ts';
import type { TermsEvent } from './queued-event.ts';

/** Sellers in one event; the others are in the next one. An item can have thousands. */
const SELLERS_PER_EVENT = 200;

/** An offer whose terms are others now, or that is on another item. */
export type ChangedTerms = ItemKey & { readonly sellerId: string; readonly change: TermsChange };

/** The offers whose terms a loud change made others. New and removed ones are not among them: ANY_OFFER_CHANGED is about those. */
export function changedTerms(
  offers: readonly OfferTransition[],
  contextOf: (item: ItemKey) => ChangeContext,
): ChangedTerms[] {
  return offers.flatMap((transition): ChangedTerms[] => {
    const { key, before, after, termsRevision } = transition;
    // Back to the same terms within one transaction: the revision rose, and nothing is different.
    if (before?.text === undefined || after === undefined || before.termsRevision === termsRevision) return [];
    const { marketplaceId, itemId } = after.offer;
    const context = contextOf({ marketplaceId, itemId });
    const was: Offer = JSON.parse(before.text);
    if (context.isQuiet(marketplaceId) || (was.itemId === itemId && equalTerms(was, after.offer))) return [];
    const change = { ...termsChange(was, after.offer), termsRevision: termsRevision ?? 1 };
    const own = context.ownChange?.(key);
    const ownChange = own && { receiptId: own.receiptId, by: own.by };
    return [{ marketplaceId, itemId, sellerId: key.sellerId, change: ownChange ? { ...change, ownChange } : change }];
  });
}

function termsChange(was: Offer, offer: Offer): Omit<TermsChange, 'termsRevision'> {
  const { sku, condition, currency } = offer;
  const previousItemId = was.itemId === offer.itemId ? undefined : was.itemId;
  return {
    ...{ sku, condition, currency, before: termsOf(was), after: termsOf(offer) },
    ...(previousItemId !== undefined && { previousItemId }),
  };
}

/**
 * PRICE_CHANGED: terms of these receivers that changed, by whomever (decision 60). An event has one offer of each of its sellers: the
 * second one of a seller on an item is in the next event.
 */
export function termsEvents(
  changed: readonly ChangedTerms[],
  contextOf: (item: ItemKey) => ChangeContext,
  receivers: ReadonlySet<string>,
  atMs: number,
): TermsEvent[] {
  const received = changed.filter(({ sellerId }) => receivers.has(sellerId));
  const byItem = Map.groupBy(received, ({ marketplaceId, itemId }) => `${marketplaceId}\n${itemId}`);
  return [...byItem.values()].flatMap((ofItem) => {
    const { marketplaceId, itemId } = ofItem[0] as ChangedTerms;
    const { priority, requestId, trace } = contextOf({ marketplaceId, itemId });
    return onePerSeller(ofItem).map((changes): TermsEvent => {
      const sellers = [...changes.keys()];
      return {
        ...{ kind: 'PRICE_CHANGED', marketplaceId, itemId, condition: '', customer: 'Consumer', offerType: 'B2C' },
        ...{ atMs, priority, audience: 'named', named: sellers, owners: sellers, requestId, trace, changes },
      };
    });
  });
}

/** Lists in which each seller is once. */
function onePerSeller(changed: readonly ChangedTerms[]): ReadonlyMap<string, TermsChange>[] {
  const lists: Map<string, TermsChange>[] = [];
  for (const { sellerId, change } of changed) {
    const list = lists.find((one) => !one.has(sellerId) && one.size < SELLERS_PER_EVENT);
    if (list === undefined) lists.push(new Map([[sellerId, change]]));
    else list.set(sellerId, change);
  }
  return lists;
}
