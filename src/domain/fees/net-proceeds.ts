import { writeTime } from '../time.ts';
import type { FulfillmentChannel, SellerPlan } from '../vocabulary.ts';
import { estimateFees, isEstimateFailure, scheduleInForce } from './estimate.ts';
import type { EstimateFailure, FeeInput } from './estimate-input.ts';
import type { FeeSchedule } from './fee-schedule.ts';

/** The fees of one marketplace at one time. Found once for all listings of a request. */
export type FeesInForce = {
  marketplaceId: string;
  atMs: number;
  /** Undefined when no schedule of the marketplace is in force. */
  schedule: FeeSchedule | undefined;
};

/** One unit as its seller offers it: what its fees depend on. Amounts are minor units of the marketplace's currency. */
export type OfferedUnit = {
  item: FeeInput['item'];
  /** Absent: Professional (decision 18). */
  plan?: SellerPlan | undefined;
  channel: FulfillmentChannel;
};

/** The net of a sold unit: listing price plus shipping minus `feesMinor`. It may be negative. */
export type NetProceeds = { netMinor: number; feesMinor: number };

/** `schedules` may be those of all marketplaces, in any order. */
export function feesInForce(schedules: readonly FeeSchedule[], marketplaceId: string, atMs: number): FeesInForce {
  const ofMarketplace = schedules.filter((schedule) => schedule.marketplaceId === marketplaceId);
  return { marketplaceId, atMs, schedule: scheduleInForce(ofMarketplace, atMs) };
}

/**
 * The net of one sold unit at a price: the same fees as the fee endpoints estimate for it. Returns the reason
 * instead when they cannot be estimated: no schedule is in force, FS ships an item without dimensions or weight, or a fee is too large
 * for an exact number.
 */
export function netProceeds(
  { marketplaceId, schedule, atMs }: FeesInForce,
  { item, plan, channel }: OfferedUnit,
  listingPriceMinor: number,
  shippingMinor: number,
): NetProceeds | EstimateFailure {
  // Without the time: the net is of the present, and its answer would be another one each millisecond.
  if (schedule === undefined)
    return { ...noScheduleInForce(marketplaceId, atMs), reasons: [notInForce(marketplaceId)] };
  const fees = estimated({
    schedule,
    item,
    sellerPlan: plan ?? 'Professional',
    listingPriceMinor,
    shippingMinor,
    isStoreFulfilled: channel === 'FS',
    atMs,
  });
  if (isEstimateFailure(fees)) return fees;
  return { netMinor: listingPriceMinor + shippingMinor - fees.totalMinor, feesMinor: fees.totalMinor };
}

/** One listing with such fees must not keep a whole page from its answer. */
function estimated(input: FeeInput): ReturnType<typeof estimateFees> {
  try {
    return estimateFees(input);
  } catch (error) {
    if (error instanceof RangeError) return { ...tooLarge, reasons: [...tooLarge.reasons] };
    throw error;
  }
}

const tooLarge = {
  code: 'DataNotAvailable',
  message: 'The fees of this item cannot be estimated.',
  reasons: ['A fee is too large for an exact number.'],
} as const;

export function noScheduleInForce(marketplaceId: string, atMs: number): EstimateFailure {
  return {
    code: 'DataNotAvailable',
    message: `There are no fees known for ${marketplaceId} at that time.`,
    reasons: [notInForce(marketplaceId, ` at ${writeTime(atMs)}`)],
  };
}

const notInForce = (marketplaceId: string, when = '') => `No fee schedule of ${marketplaceId} is in force${when}.`;
