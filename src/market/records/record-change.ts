import type { FeeSchedule } from '../../domain/fees/fee-schedule.ts';
import type { Item } from '../../domain/market/item.ts';
import type { Marketplace } from '../../domain/market/marketplace.ts';
import type { Offer, OfferKey } from '../../domain/market/offer.ts';
import type { PriceGuard } from '../../domain/market/price-guard.ts';
import type { FieldProblem } from '../../domain/market/records/reading.ts';
import type { Seller } from '../../domain/market/seller.ts';
import type { TermsPolicy } from '../../domain/market/terms-policy.ts';
import type { OfferTerms } from '../../domain/price-changes/terms.ts';
import type { OfferState } from '../../domain/pricing/offer-state.ts';
import type { StoredRecord } from './record-table.ts';

/** The result for one record of a batch. */
export type ChangeOutcome = ChangeEffect | KeptTerms | { readonly problems: FieldProblem[] };

export type ChangeEffect = 'added' | 'changed' | 'unchanged' | 'removed' | 'absent';

/** The record of an offer took effect, but for its terms: its seller had changed them at `termsSetMs` (decision 49). */
export type KeptTerms = {
  readonly effect: 'changed' | 'unchanged';
  readonly termsSetMs: number;
  /** The terms that stay in force. */
  readonly terms: OfferTerms;
};

/** Undefined: the record was rejected. */
export function effectOf(outcome: ChangeOutcome): ChangeEffect | undefined {
  if (typeof outcome === 'string') return outcome;
  return 'effect' in outcome ? outcome.effect : undefined;
}

/** A record of a batch or the key of one to remove, its place in the batch, and its key as the store has it. */
export type Entry<Value> = {
  readonly index: number;
  readonly value: Value;
  readonly key: readonly string[];
  readonly text: string;
  /** Whose terms the record of an offer has. */
  readonly terms?: TermsPolicy | undefined;
};

/** A record before and after a change, and its place in the batch. Undefined: there was, or is, no such record. */
export type Changed<Model> = {
  readonly index: number;
  readonly before: Model | undefined;
  readonly after: Model | undefined;
};

/** A change of an offer that is allowed. Its row is written by the next stage, which judges the offer first. */
export type OfferChange = {
  readonly kind: 'offer';
  readonly index: number;
  readonly key: OfferKey;
  readonly before: PreviousOffer | undefined;
  readonly after: OfferToWrite | undefined;
};

/** What a change reads of a stored offer. `siblings`: how many other offers its seller had on the item (`own-offer-text.ts`). */
export type PreviousOffer = StoredRecord & {
  item_id: string;
  state: OfferState | null;
  /** Null: since before this was recorded. */
  terms_since_ms: number | null;
  siblings: number;
  terms_revision: number;
  terms_set_ms: number | null;
  record_ms: number | null;
  changed_ms: number;
  turns_ms: number | null;
  /** The stored texts of its item and of its seller. */
  item_record: string;
  seller_record: string;
};

/** A new record of an offer, with the item and the seller that it needs. */
export type OfferToWrite = {
  readonly offer: Offer;
  readonly text: string;
  readonly item: Item;
  /** The stored text of the item. Undefined: an earlier record of the batch added it. */
  readonly itemText: string | undefined;
  readonly seller: Seller;
  /** Rises by one with each change of the terms, and when the SKU moves to another item (decisions 48 and 49). */
  readonly termsRevision: number;
  readonly policy: TermsPolicy | undefined;
  /** As of when the operator's last record was true; null where that is not kept. */
  readonly recordMs: number | null;
};

/** What the first stage did with a record. */
export type RecordChange =
  | ({ readonly kind: 'marketplace' } & Changed<Marketplace>)
  | ({ readonly kind: 'seller' } & Changed<Seller>)
  | ({ readonly kind: 'item' } & Changed<Item>)
  | ({ readonly kind: 'feeSchedule' } & Changed<FeeSchedule>)
  | ({ readonly kind: 'priceGuard' } & Changed<PriceGuard>)
  | OfferChange;

/** The changes of some records of a batch, and the outcomes of all of them, by their places in the batch. */
export type Applied<Change> = { readonly changes: readonly Change[]; readonly outcomes: readonly IndexedOutcome[] };
export type IndexedOutcome = { readonly index: number; readonly outcome: ChangeOutcome };
