import { exactProduct, roundHalfUp } from '../money.ts';
import type { FeeType } from '../vocabulary.ts';
import type { EstimateFailure, FeeInput } from './estimate-input.ts';
import type { FeeBasis, FeeExplanation } from './explanation.ts';
import type { FeeSchedule } from './fee-schedule.ts';
import { fulfillmentFee } from './fulfillment.ts';
import { promotionShares } from './promotion.ts';
import { type Charged, chargedAs, referralFee, WHOLE_BASIS_POINTS } from './referral.ts';

/** Minor units of the schedule's currency. `totalMinor` is the sum of the lines' `finalMinor` (decision 18). */
export type FeeEstimate = { totalMinor: number; details: FeeDetail[] };

/** One fee line: `finalMinor = feeAmountMinor - promotionMinor + taxMinor`, and none of them is negative. */
export type FeeDetail = {
  feeType: FeeType;
  feeAmountMinor: number;
  promotionMinor: number;
  taxMinor: number;
  finalMinor: number;
  explanation: FeeExplanation;
};

type Fee = { amountMinor: number; basis: FeeBasis };

/**
 * The fees of selling one unit (spec 4.1, decisions 16 to 19), or the reason why they cannot be estimated. The lines are in
 * the order of `FEE_TYPES`. Throws only on a programming error, or when a fee is too large for an exact number.
 */
export function estimateFees(input: FeeInput): FeeEstimate | EstimateFailure {
  const charged = chargedAs(input.schedule, input.item.category);
  const fulfillment = input.isStoreFulfilled ? fulfillmentFee(input, charged) : undefined;
  if (fulfillment !== undefined && 'reasons' in fulfillment) return fulfillment;
  const details = [
    feeLine(input, charged, 'ReferralFee', referralFee(charged, input)),
    feeLine(input, charged, 'VariableClosingFee', closingFee(input, charged)),
  ];
  // The plan decides, not the amount: a schedule with a per-item fee of 0 gives a line of 0.00, like the closing fee.
  if (input.sellerPlan === 'Individual') details.push(feeLine(input, charged, 'PerItemFee', perItemFee(input)));
  if (fulfillment !== undefined) details.push(feeLine(input, charged, 'FSFulfillmentFee', fulfillment));
  return { totalMinor: details.reduce((sum, { finalMinor }) => sum + finalMinor, 0), details };
}

export function isEstimateFailure(result: FeeEstimate | EstimateFailure): result is EstimateFailure {
  return 'reasons' in result;
}

/** The latest of one marketplace's schedules that has begun. They may be in any order. Undefined before the first begins. */
export function scheduleInForce(schedules: readonly FeeSchedule[], atMs: number): FeeSchedule | undefined {
  let found: FeeSchedule | undefined;
  for (const schedule of schedules) {
    const { effectiveFromMs } = schedule;
    // A schedule is in force from its first millisecond on.
    if (effectiveFromMs <= atMs && (found === undefined || effectiveFromMs > found.effectiveFromMs)) found = schedule;
  }
  return found;
}

/** Media pay a closing fee. For all other items the line is 0.00 (decision 18). */
function closingFee({ schedule }: FeeInput, { category, terms }: Charged): Fee {
  if (!terms.media) return { amountMinor: 0, basis: { rule: 'ClosingNotMedia', category } };
  return { amountMinor: schedule.closingMinor, basis: { rule: 'ClosingMedia', category } };
}

function perItemFee({ schedule, sellerPlan }: FeeInput): Fee {
  return { amountMinor: schedule.perItemMinor, basis: { rule: 'PerItemPlan', plan: sellerPlan } };
}

/** Tax applies to the fee after promotions. It is rounded for each line. */
function feeLine(input: FeeInput, { category }: Charged, feeType: FeeType, { amountMinor, basis }: Fee): FeeDetail {
  const { scheduleId, version, effectiveFromMs, taxOnFeesBasisPoints } = input.schedule;
  const promotions = promotionShares(input, category, feeType, amountMinor);
  const promotionMinor = promotions.reduce((sum, share) => sum + share.amountMinor, 0);
  const netMinor = amountMinor - promotionMinor;
  const taxMinor = roundHalfUp(exactProduct(netMinor, taxOnFeesBasisPoints), WHOLE_BASIS_POINTS);
  return {
    feeType,
    feeAmountMinor: amountMinor,
    promotionMinor,
    taxMinor,
    finalMinor: netMinor + taxMinor,
    explanation: {
      schedule: { scheduleId, version, effectiveFromMs },
      basis,
      promotions,
      taxRateBasisPoints: taxOnFeesBasisPoints,
    },
  };
}
