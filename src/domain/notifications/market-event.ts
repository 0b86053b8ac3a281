import type { OfferTerms } from '../price-changes/terms.ts';
import type { ChangedBy } from '../price-changes/wanted-change.ts';
import type { BoxMove } from '../pricing/shown-changes.ts';
import type { TraceContext } from '../trace-context.ts';
import type { Condition } from '../vocabulary.ts';

/** The kinds of events that changes of the market give. */
export type MarketEventKind = 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH' | 'PRICE_CHANGED';

/** Why a buy box changed. `several`: more than one change, or changes that nobody looked at one by one. */
export const CAUSES = [
  ...(['priceChange', 'newOffer', 'offerEnded', 'eligibility', 'clock', 'rules', 'several'] as const),
] as const;
export type Cause = (typeof CAUSES)[number];

/** What happened to a buy box, as one seller sees it (decision 42). */
export const BOX_CHANGES = ['WON', 'LOST', 'HOLDER', 'PRICE', 'NONE'] as const;
export type BoxChangeWord = (typeof BOX_CHANGES)[number];

/** What a seller's part of BUY_BOX_CHANGED is computed from. The box is named as its customers see it (decision 44). */
export type BoxFacts = Omit<BoxMove, 'customers'> & {
  /** The change of this seller moved the box: only to that seller is the receipt named (decision 53). */
  readonly ownChange?: { readonly sellerId: string; readonly receiptId: string };
};

/** What PRICING_HEALTH is written from: the part of each seller, finished. */
export type HealthFacts = { parts: Readonly<Record<string, string>> };

/** What PRICE_CHANGED is written from: the offer of each seller. */
export type TermsFacts = { readonly changes: Readonly<Record<string, TermsChange>> };

/** Terms of one offer that changed. */
export type TermsChange = {
  readonly sku: string;
  readonly condition: Condition;
  readonly currency: string;
  readonly termsRevision: number;
  readonly before: OfferTerms;
  readonly after: OfferTerms;
  /** The item that it was on. Undefined: it is the same. */
  readonly previousItemId?: string;
  /** Undefined: the operator's record changed them. */
  readonly ownChange?: { readonly receiptId: string; readonly by: ChangedBy };
};

/** An event of the market that is not addressed to sellers yet, or not to all of them. */
export type OpenEvent = {
  /** Also the revision of the item. */
  id: number;
  kind: MarketEventKind;
  marketplaceId: string;
  itemId: string;
  atMs: number;
  /** Members of `data` that are the same for every receiver. */
  itemPart: string;
  /** The sellers up to this id have theirs. */
  afterSeller: string;
  /** The trace of the operator's request. */
  trace?: TraceContext | undefined;
};

/** A seller that an event concerns, by the event's id. */
export type ConcernedSeller = { eventId: number; sellerId: string };
