import { amountText } from '../money.ts';
import type { FeeType } from '../vocabulary.ts';
import { basisReasons } from './basis-reasons.ts';
import type { DatedEstimate, DifferenceReason, Sides } from './difference-reason.ts';
import type { FeeDetail } from './estimate.ts';
import { promotionReasons } from './promotion-reasons.ts';
import { dateText, differenceReason, percentText } from './reason-text.ts';

/** What the fees of a unit at one date are more (less, when negative) than at the first date. Minor units. */
export type EstimateDifference = { totalMinor: number; lines: LineDifference[] };

/** The final fee of one line at the first date and at the other. `reasons` is empty exactly when the figures behind both are the same. */
type LineDifference = {
  feeType: FeeType;
  beforeMinor: number;
  afterMinor: number;
  differenceMinor: number;
  reasons: readonly DifferenceReason[];
};

/**
 * Compares two estimates of the same unit, plan and terms, so they have the same lines in the same order: only the date
 * differs, and with it the schedule and the promotions. The differences of the lines add up to the difference of the totals.
 */
export function compareEstimates(first: DatedEstimate, other: DatedEstimate): EstimateDifference {
  const lines = other.fees.details.map((detail, at): LineDifference => {
    const firstDetail = first.fees.details[at] as FeeDetail;
    return {
      feeType: detail.feeType,
      beforeMinor: firstDetail.finalMinor,
      afterMinor: detail.finalMinor,
      differenceMinor: detail.finalMinor - firstDetail.finalMinor,
      reasons: lineReasons({ first: firstDetail, other: detail }, { first, other }),
    };
  });
  return { totalMinor: other.fees.totalMinor - first.fees.totalMinor, lines };
}

/**
 * Terms change only with the schedule, so it is the first reason of every other. A promotion that begins or ends by its own
 * dates is no change of the schedule.
 */
function lineReasons(details: Sides<FeeDetail>, dated: Sides<DatedEstimate>): DifferenceReason[] {
  const { currency } = dated.other.schedule;
  const promotions = promotionReasons(details, dated);
  const terms = [...basisReasons(details, currency), ...promotions.ofTerms, ...taxReasons(details)];
  const reasons = [...(terms.length > 0 ? scheduleReasons(dated) : []), ...terms, ...promotions.ofDates];
  if (reasons.length > 0 && details.first.finalMinor === details.other.finalMinor)
    reasons.push(unchangedAmount(details, currency));
  return reasons;
}

function scheduleReasons(dated: Sides<DatedEstimate>): DifferenceReason[] {
  if (dated.first.schedule.effectiveFromMs === dated.other.schedule.effectiveFromMs) return [];
  const text = ({ schedule: { scheduleId, version, effectiveFromMs } }: DatedEstimate) =>
    `the fee schedule is ${scheduleId}, version ${version}, in force from ${dateText(effectiveFromMs)} on`;
  return [differenceReason('ScheduleChanged', dated, text)];
}

function taxReasons(details: Sides<FeeDetail>): DifferenceReason[] {
  const rateOf = ({ explanation }: FeeDetail) => explanation.taxRateBasisPoints;
  if (rateOf(details.first) === rateOf(details.other)) return [];
  return [differenceReason('TaxRateChanged', details, (detail) => `the tax on fees is ${percentText(rateOf(detail))}`)];
}

function unchangedAmount({ first, other }: Sides<FeeDetail>, currency: string): DifferenceReason {
  const money = (minor: number) => amountText(minor, currency);
  const parts = ({ feeAmountMinor, promotionMinor, taxMinor }: FeeDetail) =>
    `fee ${money(feeAmountMinor)}, promotion ${money(promotionMinor)}, tax ${money(taxMinor)}`;
  const [firstParts, thisParts] = [parts(first), parts(other)];
  const why =
    firstParts === thisParts
      ? 'what changed makes no difference for this unit.'
      : `it is made of ${thisParts}; at the first date of ${firstParts}.`;
  return { code: 'AmountUnchanged', message: `The final fee stays ${money(other.finalMinor)}: ${why}` };
}
