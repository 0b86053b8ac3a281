import type { ChangeContext } from './change-context.ts';
import type { ItemTransition } from './item-transition.ts';
import { type OfferOnItem, offerOnItem } from './offer-transition.ts';
import { cameOnSale, isOffSaleThroughout, readPending } from './pending-changes.ts';

/** The sellers that had a part in the change of an item, now or while its board was stale. */
export type InvolvedSellers = {
  /** Whose records changed. */
  readonly owners: ReadonlySet<string>;
  /**
   * Those that have or had an offer on sale, of the owners and of others whose offers have another state now. They receive the
   * event although they may not be on sale any more.
   */
  readonly named: ReadonlySet<string>;
  /** Those with an offer that came on sale. */
  readonly newcomers: ReadonlySet<string>;
  /** The offers whose records changed in this transaction. */
  readonly changedOffers: readonly OfferOnItem[];
  /** The operator's request. Undefined: there is none, or there are several. */
  readonly requestId: string | undefined;
};

export function involvedSellers({ item, before, offers }: ItemTransition, context: ChangeContext): InvolvedSellers {
  const owners = new Set<string>();
  const named = new Set<string>();
  const newcomers = new Set<string>();
  const changedOffers: OfferOnItem[] = [];
  for (const transition of offers) {
    const one = offerOnItem(transition, item.itemId);
    const { sellerId, isRecordChanged } = one;
    if (isRecordChanged) {
      owners.add(sellerId);
      changedOffers.push(one);
    }
    if ((isRecordChanged || one.before !== one.after) && !isOffSaleThroughout(one)) named.add(sellerId);
    if (cameOnSale(one)) newcomers.add(sellerId);
  }
  if (context.sellerId !== undefined) owners.add(context.sellerId);
  let { requestId } = context;
  if (before.pending !== null) {
    const pending = readPending(before.pending);
    for (const id of pending.sellers) owners.add(id);
    for (const id of pending.sellersOnSale) named.add(id);
    for (const id of pending.newcomers) newcomers.add(id);
    if (!context.isChange) requestId = pending.requestId;
    else if (pending.requestId !== requestId) requestId = undefined;
  }
  return { owners, named, newcomers, changedOffers, requestId };
}
