import type { Dimensions } from '../market/item.ts';
import { decimalsOf, exactProduct, roundHalfUp } from '../money.ts';
import type { EstimateFailure, FeeInput } from './estimate-input.ts';
import type { AppliedWeightTier, FulfillmentBasis, ParcelSize, ParcelWeights, SurchargeName } from './explanation.ts';
import type { Fulfillment } from './fee-schedule.ts';
import { exceeds, parcelSize, parcelWeights } from './parcel.ts';
import { readProgram } from './program.ts';
import type { Charged } from './referral.ts';

const THOUSANDTHS = 1000;

/** The fee of a unit that the store ships. A wrong program name (the caller's mistake) is reported before missing measures. */
export function fulfillmentFee(
  input: FeeInput,
  { category, terms }: Charged,
): { amountMinor: number; basis: FulfillmentBasis } | EstimateFailure {
  const { fulfillment } = input.schedule;
  const program = readProgram(fulfillment.programs, input.program);
  if ('reasons' in program) return program;
  const measures = measuresOf(input.item);
  if ('reasons' in measures) return measures;
  const size = parcelSize(measures.dimensions);
  const weights = parcelWeights(measures.weightThousandthsLb, measures.dimensions, fulfillment.weight);
  const tier = weightTier(fulfillment, size, weights);
  const surcharges = surchargesOf(input, terms.apparel, size, weights);
  const amountMinor = surcharges.reduce((sum, one) => sum + one.amountMinor, tier.amountMinor + program.additionMinor);
  const rule = tier.maxThousandthsLb === null ? 'FulfillmentBigAndBulky' : 'FulfillmentWeightTier';
  return { amountMinor, basis: { rule, category, program, size, weights, tier, surcharges } };
}

function measuresOf(item: FeeInput['item']): { dimensions: Dimensions; weightThousandthsLb: number } | EstimateFailure {
  const { itemId, dimensions, weightThousandthsLb } = item;
  if (dimensions !== undefined && weightThousandthsLb !== undefined) return { dimensions, weightThousandthsLb };
  const reasons: string[] = [];
  if (dimensions === undefined) reasons.push(`The catalogue has no dimensions of ${itemId}.`);
  if (weightThousandthsLb === undefined) reasons.push(`The catalogue has no weight of ${itemId}.`);
  return {
    code: 'DataNotAvailable',
    message: `The fulfillment fee of ${itemId} needs its dimensions and weight.`,
    reasons,
  };
}

/**
 * The first tier whose bound the shipping weight does not exceed: exactly 20 lb is in the tier up to 20. The big and bulky
 * price applies instead when the schedule's rule for it holds, or when the weight is beyond the last tier. Pounds over
 * `overThousandthsLb` count with their fractions; the shipping weight is already rounded up. Below it nothing is added.
 */
function weightTier(fulfillment: Fulfillment, size: ParcelSize, weights: ParcelWeights): AppliedWeightTier {
  const { tiers, bigAndBulky } = fulfillment;
  const weight = weights.shippingThousandthsLb;
  const isBig = exceeds(size, weights, bigAndBulky.when);
  const tier = isBig ? undefined : tiers.find(({ maxThousandthsLb }) => weight <= maxThousandthsLb);
  const { baseMinor, perLbMinor, overThousandthsLb } = tier ?? bigAndBulky;
  const over = Math.max(0, weight - overThousandthsLb);
  return {
    maxThousandthsLb: tier?.maxThousandthsLb ?? null,
    baseMinor,
    perLbMinor,
    overThousandthsLb,
    // The only part of the fee that may be a fraction: rounding it rounds the line (decision 4).
    amountMinor: baseMinor + roundHalfUp(exactProduct(perLbMinor, over), THOUSANDTHS),
  };
}

/**
 * Each surcharge has its own condition, and surcharges add up (decision 19): an item that is additionally oversize also pays
 * the oversize surcharge. The big and bulky price replaces the weight tiers only, so surcharges apply to it too.
 */
function surchargesOf(
  { schedule, item, listingPriceMinor }: FeeInput,
  isApparel: boolean,
  size: ParcelSize,
  weights: ParcelWeights,
): FulfillmentBasis['surcharges'] {
  const { surcharges, oversizeWhen, additionalOversizeWhen } = schedule.fulfillment;
  // The listing price without shipping counts: 9.99 plus 5.00 shipping is under 10; 10.00 is not.
  const tenMinor = 10 ** ((decimalsOf(schedule.currency) ?? 2) + 1);
  const all: [SurchargeName, number, boolean][] = [
    ['apparel', surcharges.apparelMinor, isApparel],
    ['hazmat', surcharges.hazmatMinor, item.hazmat],
    ['priceUnder10', surcharges.priceUnder10Minor, listingPriceMinor < tenMinor],
    ['oversize', surcharges.oversizeMinor, exceeds(size, weights, oversizeWhen)],
    ['additionalOversize', surcharges.additionalOversizeMinor, exceeds(size, weights, additionalOversizeWhen)],
  ];
  return all.filter(([, , holds]) => holds).map(([name, amountMinor]) => ({ name, amountMinor }));
}
