import type { FeeEstimate } from './estimate.ts';
import type { FeeSchedule } from './fee-schedule.ts';

/** The fees of a unit at a date, and the schedule in force then. */
export type DatedEstimate = { atMs: number; schedule: FeeSchedule; fees: FeeEstimate };

/** Why a fee differs between two dates. A closed list: a client may have a text of its own for each. */
export const REASON_CODES = [
  'ScheduleChanged',
  'CategoryChanged',
  'ReferralBaseChanged',
  'ReferralTierChanged',
  'ReferralRateChanged',
  'ReferralMinimumChanged',
  'ClosingFeeChanged',
  'PerItemFeeChanged',
  'ShippingWeightChanged',
  'WeightTierChanged',
  'FulfillmentPriceChanged',
  'SurchargeChanged',
  'ProgramChanged',
  'PromotionAdded',
  'PromotionRemoved',
  'PromotionChanged',
  'TaxRateChanged',
  'AmountUnchanged',
] as const;

/** The message is a sentence with the figures of both dates. */
export type DifferenceReason = { code: (typeof REASON_CODES)[number]; message: string };

/** The same thing at the first date and at the other date, which may be earlier: dates come in the order of the caller. */
export type Sides<T> = { first: T; other: T };
