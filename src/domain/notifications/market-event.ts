import type { BoxMove } from '../pricing/shown-changes.ts';
import type { TraceContext } from '../trace-context.ts';

/** The kinds of events that changes of the market give. */
export type MarketEventKind = 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH';

/** Why a buy box changed. `several`: more than one change, or changes that nobody looked at one by one. */
export const CAUSES = [
  ...(['priceChange', 'newOffer', 'offerEnded', 'eligibility', 'clock', 'rules', 'several'] as const),
] as const;
export type Cause = (typeof CAUSES)[number];

/** What happened to a buy box, as one seller sees it (decision 42). */
export const BOX_CHANGES = ['WON', 'LOST', 'HOLDER', 'PRICE', 'NONE'] as const;
export type BoxChangeWord = (typeof BOX_CHANGES)[number];

/** What a seller's part of BUY_BOX_CHANGED is computed from. The box is named as its customers see it (decision 44). */
export type BoxFacts = Omit<BoxMove, 'customers'>;

/** What PRICING_HEALTH is written from: the part of each seller, finished. */
export type HealthFacts = { parts: Readonly<Record<string, string>> };

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
