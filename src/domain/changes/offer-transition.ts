import type { OfferKey } from '../market/offer.ts';
import { type Health, healthChange } from '../notifications/offer-health.ts';
import type { JudgedOffer } from '../pricing/gate-verdict.ts';
import type { OfferState } from '../pricing/offer-state.ts';

/** What a transaction did to one offer: from what it was before to what it is at the end. */
export type OfferTransition<After extends OfferAfter = OfferAfter> = {
  readonly key: OfferKey;
  /** Undefined: the offer is new. */
  readonly before: OfferBefore | undefined;
  /** Undefined: the offer is removed. */
  readonly after: After | undefined;
  /** Whether its record is another one now. Otherwise only its state is: a date passed, or its seller or item changed. */
  readonly isRecordChanged: boolean;
  /** The revision of its terms now. Undefined: it is removed, or its record did not change. */
  readonly termsRevision?: number | undefined;
};

type OfferBefore = {
  readonly itemId: string;
  /** Null: nobody has judged it yet. */
  readonly state: OfferState | null;
  /** The record as it was stored. Undefined where only the state changed. */
  readonly text: string | undefined;
  /** The revision of its terms. Undefined where only the state changed. */
  readonly termsRevision?: number | undefined;
};

/** The offer with what the rule says about it. The state of an eligible offer may change once more by the decision about its box. */
export type OfferAfter = JudgedOffer & { readonly state: OfferState };

/** What happened to an offer on one item. */
export type OfferOnItem = {
  readonly sellerId: string;
  /** Null: it was not on this item, or was never judged. */
  readonly before: OfferState | null;
  /** Null: it is no longer on this item. */
  readonly after: OfferState | null;
  readonly isRecordChanged: boolean;
  /** Whether its state before is known: it was judged, on whatever item, or it is new. */
  readonly isStateBeforeKnown: boolean;
  /** Whether it lost or regained its chance of a buy box, on whatever item it was before. Undefined: neither. */
  readonly health: Health | undefined;
  /** Undefined: it is no longer on this item. */
  readonly judged: OfferAfter | undefined;
};

export function offerOnItem({ key, before, after, isRecordChanged }: OfferTransition, itemId: string): OfferOnItem {
  const judged = after?.offer.itemId === itemId ? after : undefined;
  const stateAfter = judged?.state ?? null;
  const isStateBeforeKnown = before?.state !== null;
  return {
    sellerId: key.sellerId,
    before: before?.itemId === itemId ? before.state : null,
    after: stateAfter,
    isRecordChanged,
    isStateBeforeKnown,
    health: isStateBeforeKnown ? healthChange(before?.state ?? null, stateAfter) : undefined,
    judged,
  };
}

/**
 * Several changes of one offer count as one: from what it was at first to what it is at last. Back to the same record is no
 * change of the record. An offer that was only judged again keeps what is known about its record.
 */
export function joinTransitions<After extends OfferAfter>(
  first: OfferTransition<After>,
  next: OfferTransition<After>,
): OfferTransition<After> {
  const { key, before } = first;
  const { after } = next;
  const termsRevision = after && (next.termsRevision ?? first.termsRevision);
  if (!next.isRecordChanged) return { key, before, after, isRecordChanged: first.isRecordChanged, termsRevision };
  const isRecordChanged = before?.text !== (after && JSON.stringify(after.offer));
  return { key, before, after, isRecordChanged, termsRevision };
}

/** Each offer once, in the order in which it first changed. */
export function joinedTransitions<After extends OfferAfter>(
  transitions: readonly OfferTransition<After>[],
): OfferTransition<After>[] {
  if (transitions.length < 2) return [...transitions];
  const byOffer = new Map<string, OfferTransition<After>>();
  for (const one of transitions) {
    const { marketplaceId, sellerId, sku } = one.key;
    const text = `${marketplaceId}\n${sellerId}\n${sku}`;
    const first = byOffer.get(text);
    byOffer.set(text, first === undefined ? one : joinTransitions(first, one));
  }
  return [...byOffer.values()];
}

/** The offers that changed on each item, or left it, by the item's key as one text. */
export function transitionsByItem<One extends OfferTransition>(transitions: readonly One[]): Map<string, One[]> {
  const byItem = new Map<string, One[]>();
  for (const one of transitions) {
    for (const itemId of itemIdsOf(one)) {
      const key = `${one.key.marketplaceId}\n${itemId}`;
      const list = byItem.get(key);
      if (list) list.push(one);
      else byItem.set(key, [one]);
    }
  }
  return byItem;
}

/** The items that an offer was or is on. */
export function itemIdsOf({ before, after }: OfferTransition): string[] {
  const ids = [before?.itemId, after?.offer.itemId].filter((id) => id !== undefined);
  return ids[0] === ids[1] ? ids.slice(0, 1) : ids;
}
