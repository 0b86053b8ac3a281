import type { Item } from '../../domain/market/item.ts';
import type { OfferKey } from '../../domain/market/offer.ts';
import type { OfferChange } from '../../domain/notifications/cause.ts';
import { healthChange } from '../../domain/notifications/offer-health.ts';
import type { OfferState } from '../../domain/pricing/offer-state.ts';
import { offers } from '../offers/offer.ts';
import type { JudgedOffer } from '../offers/offer-judgement.ts';
import { items } from '../records/item.ts';
import { keyText, type StoredRecord } from '../records/record-table.ts';

/** An offer whose record or state changed on an item. */
export type NotedOffer = OfferChange & {
  /** Whether its record is another one now. Otherwise only its state is: a date passed, or its seller or item changed. */
  isChanged: boolean;
  /** Its record before. Undefined: it was not on this item, or the record did not change. */
  textBefore: string | undefined;
  /** What it was judged with. Undefined: it is not on this item any more. */
  judged: { offer: JudgedOffer; item: Item; atMs: number } | undefined;
  /** Its state before, on whatever item. Null: it is new. Undefined: nobody knows, because it was never judged. */
  stateBefore: OfferState | null | undefined;
};

/** What happened to an item in a transaction. Offers are by their `keyText`. */
export type ItemNotes = { offers: Map<string, NotedOffer>; hasNewThreshold: boolean; hasDatePassed: boolean };

/** Collects what a transaction changes, for the events at its end. Items are by their `keyText`. */
export class TransactionNotes {
  readonly items = new Map<string, ItemNotes>();
  readonly removedItems = new Map<string, Item>();
  /** The state of each offer before the transaction, on whatever item: it may move more than once. */
  readonly #statesBefore = new Map<string, NotedOffer['stateBefore']>();
  /** Whether nobody is told about the changes in a marketplace. */
  readonly isQuiet: (marketplaceId: string) => boolean;

  /** The operator's request. */
  readonly requestId: string | undefined;

  constructor(isQuiet: (marketplaceId: string) => boolean = () => false, requestId?: string) {
    this.isQuiet = isQuiet;
    this.requestId = requestId;
  }

  of(itemKey: string): ItemNotes {
    let notes = this.items.get(itemKey);
    if (notes === undefined) {
      notes = { offers: new Map(), hasNewThreshold: false, hasDatePassed: false };
      this.items.set(itemKey, notes);
    }
    return notes;
  }

  removeItem(item: Item): void {
    this.removedItems.set(keyText(items.keyOf(item)), item);
  }

  /** An offer was added or changed. `stored` is what was stored of it before. */
  putOffer(offer: JudgedOffer, item: Item, stored: StoredRecord | undefined, atMs: number): void {
    const { marketplaceId, itemId, sellerId } = offer.offer;
    const hasMoved = stored !== undefined && stored.item_id !== itemId;
    if (hasMoved) this.removeOffer(offer.offer, stored);
    const before = stored === undefined || hasMoved ? null : (stored.state as OfferState | null);
    const stateBefore = stored === undefined ? null : ((stored.state as OfferState | null) ?? undefined);
    this.#add(keyText([marketplaceId, itemId]), offer.offer, {
      ...{ sellerId, before, after: offer.columns.state, judged: { offer, item, atMs }, stateBefore },
      ...{ isChanged: true, textBefore: hasMoved ? undefined : stored?.record },
    });
  }

  /** An offer was removed, or lists another item now. */
  removeOffer(key: OfferKey, { item_id: itemId, state, record }: StoredRecord): void {
    const before = state as OfferState | null;
    this.#add(keyText([key.marketplaceId, itemId as string]), key, {
      ...{ sellerId: key.sellerId, before, after: null, judged: undefined, stateBefore: before ?? undefined },
      ...{ isChanged: true, textBefore: record },
    });
  }

  /** A stored offer was judged again. */
  judgeOffer(offer: JudgedOffer, item: Item, turnsMs: number | null, atMs: number): void {
    const { stateBefore, columns } = offer;
    const hasDatePassed = turnsMs !== null && turnsMs > 0 && turnsMs <= atMs;
    if (columns.state === stateBefore && !hasDatePassed) return;
    const itemKey = keyText(items.keyOf(item));
    if (hasDatePassed) this.of(itemKey).hasDatePassed = true;
    if (columns.state === stateBefore) return;
    this.#add(itemKey, offer.offer, {
      sellerId: offer.offer.sellerId,
      before: stateBefore,
      after: columns.state,
      isChanged: false,
      textBefore: undefined,
      judged: { offer, item, atMs },
      stateBefore: stateBefore ?? undefined,
    });
  }

  /** Whether an offer is not on the item any more: its seller need not have another one there. */
  hasLost(itemKey: string): boolean {
    for (const { judged } of this.items.get(itemKey)?.offers.values() ?? []) if (judged === undefined) return true;
    return false;
  }

  /** The sellers to whom PRICING_HEALTH may have something to tell. */
  sellersWithHealthChange(): Set<string> {
    const sellers = new Set<string>();
    for (const { offers: noteds } of this.items.values()) {
      for (const { sellerId, stateBefore, after } of noteds.values()) {
        if (healthChange(stateBefore, after) !== undefined) sellers.add(sellerId);
      }
    }
    return sellers;
  }

  /** Several changes of one offer count as one: from what it was at first to what it is at last. Back again is no change. */
  #add(itemKey: string, key: OfferKey, noted: NotedOffer): void {
    const noteds = this.of(itemKey).offers;
    const offerKey = keyText(offers.keyOf(key));
    if (this.#statesBefore.has(offerKey)) noted.stateBefore = this.#statesBefore.get(offerKey);
    else this.#statesBefore.set(offerKey, noted.stateBefore);
    const first = noteds.get(offerKey);
    if (first === undefined) {
      noteds.set(offerKey, noted);
      return;
    }
    if (!first.isChanged) first.textBefore = noted.textBefore;
    if (noted.isChanged) first.isChanged = textOf(noted) !== first.textBefore;
    first.after = noted.after;
    first.judged = noted.judged;
  }
}

/** The record as it is stored. */
const textOf = ({ judged }: NotedOffer) => judged && JSON.stringify(judged.offer.offer);
