import type { EstimateFailure } from '../fees/estimate-input.ts';
import type { NetProceeds } from '../fees/net-proceeds.ts';
import type { Gate } from '../pricing/gates.ts';
import type { OrderRule } from '../pricing/offers.ts';
import type { OfferTerms } from './terms.ts';
import type { ChangedBy, WantedChange } from './wanted-change.ts';

/**
 * ACCEPTED: stored, being applied. PENDING: waits for the operator. UNCHANGED: nothing differs. REPLACED: a newer change of the listing
 * came while it was pending. OVERRIDDEN: applied, and the operator's record changed the terms later (decision 48).
 */
export const RECEIPT_STATES = [
  ...(['ACCEPTED', 'PENDING', 'APPLIED', 'UNCHANGED', 'REJECTED', 'REPLACED', 'OVERRIDDEN'] as const),
] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];

/** Why a change was refused, in words, with the figures of the rule: amounts in minor units, percents and counts as they are. */
export type Refusal = {
  readonly code: RefusalCode;
  readonly message: string;
  /** The limit that was crossed, and what would have been. */
  readonly limit?: number;
  readonly actual?: number;
  /** What the figures are. */
  readonly unit?: 'minor' | 'percent' | 'count' | 'revision';
};

/** The first six are statuses of `whatIf` (decision 48). */
export const REFUSAL_CODES = [
  ...(['INVALID_SKU', 'NOT_ELIGIBLE', 'NO_COMPETITION', 'BELOW_FLOOR', 'PRICE_OUT_OF_RANGE'] as const),
  ...(['Conflict', 'InvalidTerms', 'ConfirmationRequired'] as const),
  ...(['BelowMinimumPrice', 'AboveMaximumPrice', 'BelowMinimumNet', 'NetUnknown'] as const),
  ...([
    'MaxStepPercent',
    'MaxDayPercent',
    'MinOfListPricePercent',
    'MaxOfListPricePercent',
    'MaxChangesPerHour',
  ] as const),
  ...(['TimedOut', 'RejectedByOperator', 'OfferRemoved', 'SettingChanged', 'PriceChangesOff'] as const),
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Where the listing stands for a customer type right after the change, in the transaction that applied it. */
export type BoxResult = {
  readonly isHolder: boolean;
  /** The gates that the offer fails. */
  readonly failing: readonly Gate[];
  /** The rule that decides between the offer and the best eligible other one; undefined without one. */
  readonly decidedBy?: OrderRule | undefined;
  readonly rivalLandedMinor?: number | undefined;
  readonly eligible: number;
  /** After fees, or why they cannot be estimated. */
  readonly net: NetProceeds | EstimateFailure;
  /** What one unit cost the seller then, as its limits have it: encrypted (decision 50). Undefined: no cost was set. */
  readonly sealedCost?: string | undefined;
};

/** What became of a change. Stored as one text. */
export type ChangeResult = {
  readonly before?: OfferTerms | undefined;
  /** The terms that the change asks for; those in force when it was applied. */
  readonly after?: OfferTerms | undefined;
  readonly refusal?: Refusal | undefined;
  readonly box?: BoxResult | undefined;
  /** When the operator's record changed the terms of an applied change. */
  readonly overriddenMs?: number | undefined;
  /** The receipt of the change that replaced a pending one. */
  readonly replacedBy?: string | undefined;
};

/** A price change, from its call to its end. */
export type Receipt = {
  readonly id: string;
  readonly callId: string;
  readonly marketplaceId: string;
  readonly sellerId: string;
  readonly sku: string;
  readonly itemId: string | undefined;
  readonly state: ReceiptState;
  readonly asked: WantedChange;
  readonly by: ChangedBy;
  readonly requestId: string;
  readonly createdMs: number;
  readonly settledMs: number | undefined;
  /** The revision of the offer's terms, after the change was applied or refused. Undefined: there is no such offer. */
  readonly termsRevision: number | undefined;
  readonly result: ChangeResult;
};
