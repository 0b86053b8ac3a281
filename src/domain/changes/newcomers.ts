import { isOnSale } from '../notifications/cause.ts';
import type { ItemTransition } from './item-transition.ts';
import { offerOnItem } from './offer-transition.ts';
import { readPending } from './pending-changes.ts';

/** An offer that is on sale on the item now. */
export type OfferOnSale = { readonly sellerId: string; readonly sku: string };

/**
 * The sellers that are on sale on the item now and were not before. A seller that had another offer on sale there has received
 * all conditions already. `onSale` are all offers on sale of the sellers in question.
 */
export function newcomersAmong(
  { item, before: { pending }, offers }: ItemTransition,
  onSale: readonly OfferOnSale[],
): string[] {
  // They came on sale after the last rebuild: an offer that was on sale before this transaction does not say that they received an event.
  const waiting = new Set(pending === null ? [] : readPending(pending).newcomers);
  const known = new Set<string>();
  const changed = new Set<string>();
  for (const transition of offers) {
    const { sellerId, before } = offerOnItem(transition, item.itemId);
    if (isOnSale(before) && !waiting.has(sellerId)) known.add(sellerId);
    changed.add(skuKey(transition.key));
  }
  const sellers = new Set<string>();
  for (const offer of onSale) {
    sellers.add(offer.sellerId);
    // What changed while the board was stale is not known one by one.
    if (pending === null && !changed.has(skuKey(offer))) known.add(offer.sellerId);
  }
  return [...sellers].filter((sellerId) => !known.has(sellerId));
}

/** No identifier and no SKU contains a control character. */
const skuKey = ({ sellerId, sku }: OfferOnSale) => `${sellerId}\n${sku}`;
