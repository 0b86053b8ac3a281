import { estimateFees, type FeeEstimate, isEstimateFailure } from './estimate.ts';
import type { FeeInput } from './estimate-input.ts';
import type {
  ChangeNews,
  DatedPromotion,
  DatedSchedule,
  FeeNews,
  PROMOTION_CHANGES,
  PromotionNews,
} from './fee-news.ts';
import type { FeePromotion } from './fee-schedule.ts';

/** Listings that an event names: the first ones of a promotion, the largest differences of a schedule. */
const MAX_PROMOTED = 100;
const MAX_LARGEST = 20;

/** An active listing of a seller, and all that its fees depend on beside the schedule and the time. */
export type SoldListing = { sku: string; unit: Omit<FeeInput, 'schedule' | 'atMs'> };

/** The listings whose fee a promotion reduces. `first` are in the order of SKUs. Amounts are minor units. */
type PromotedListings = { count: number; first: { sku: string; itemId: string; amountMinor: number }[] };

/** The total fees of one unit before and after a change. */
export type ChangedListing = { sku: string; itemId: string; beforeMinor: number; afterMinor: number };

type PromotionTally = { before: PromotedListings; after: PromotedListings; hasChanged: boolean };
/** `isAsTold`: the fees of all listings are as they were announced. The name is stored. */
type ChangeTally = { count: number; totalMinor: number; largest: ChangedListing[]; isAsTold: boolean };

/** What news mean for the listings of one seller that were looked at so far, one entry for each. JSON: it is stored between batches. */
export type FeeTally = (PromotionTally | ChangeTally)[];

export const emptyTally = (news: readonly FeeNews[]): FeeTally =>
  news.map(({ kind }) =>
    kind === 'FEE_PROMOTION'
      ? { before: { count: 0, first: [] }, after: { count: 0, first: [] }, hasChanged: false }
      : { count: 0, totalMinor: 0, largest: [], isAsTold: true },
  );

/** Adds a listing. Pass all listings of the seller in the order of SKUs. One whose fees cannot be estimated counts nowhere. */
export function addListing(tally: FeeTally, news: readonly FeeNews[], listing: SoldListing): void {
  const feesAt = estimatesOf(listing.unit);
  for (const [n, one] of news.entries()) {
    if (one.kind === 'FEE_PROMOTION') addPromoted(tally[n] as PromotionTally, one, listing, feesAt);
    else addChanged(tally[n] as ChangeTally, one, listing, feesAt);
  }
}

type Estimates = (at: DatedSchedule) => FeeEstimate | undefined;

/** Each schedule and time once: several news have the same ones. */
function estimatesOf(unit: SoldListing['unit']): Estimates {
  const known: (DatedSchedule & { fees: FeeEstimate | undefined })[] = [];
  return ({ schedule, atMs }) => {
    const found = known.find((one) => one.schedule === schedule && one.atMs === atMs);
    if (found) return found.fees;
    const fees = estimated({ ...unit, schedule, atMs });
    known.push({ schedule, atMs, fees });
    return fees;
  };
}

/** Undefined also for fees beyond any exact number: one such listing must not keep all others from their news. */
function estimated(input: FeeInput): FeeEstimate | undefined {
  try {
    const fees = estimateFees(input);
    return isEstimateFailure(fees) ? undefined : fees;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function addPromoted(tally: PromotionTally, news: PromotionNews, listing: SoldListing, feesAt: Estimates): void {
  const [before, after] = [reduction(news.before, feesAt), reduction(news.after, feesAt)];
  tally.hasChanged ||= before !== after;
  count(tally.before, listing, before);
  count(tally.after, listing, after);
}

/** What a promotion takes off the fee; 0 when it does not apply. */
function reduction(dated: DatedPromotion | undefined, feesAt: Estimates): number {
  if (dated === undefined) return 0;
  const { promotionId, feeType } = dated.promotion;
  const line = feesAt(dated.fees)?.details.find((one) => one.feeType === feeType);
  return line?.explanation.promotions.find((share) => share.promotionId === promotionId)?.amountMinor ?? 0;
}

function count(listings: PromotedListings, { sku, unit: { item } }: SoldListing, amountMinor: number): void {
  if (amountMinor === 0) return;
  listings.count += 1;
  if (listings.first.length < MAX_PROMOTED) listings.first.push({ sku, itemId: item.itemId, amountMinor });
}

function addChanged(
  tally: ChangeTally,
  news: ChangeNews,
  { sku, unit: { item } }: SoldListing,
  feesAt: Estimates,
): void {
  const [before, after] = [feesAt(news.before)?.totalMinor, feesAt(news.after)?.totalMinor];
  if (news.told !== undefined) {
    const { before: oldBefore = news.before, after: oldAfter } = news.told;
    if (feesAt(oldAfter)?.totalMinor !== after || feesAt(oldBefore)?.totalMinor !== before) tally.isAsTold = false;
  }
  if (before === undefined || after === undefined || before === after) return;
  tally.count += 1;
  tally.totalMinor += after - before;
  tally.largest.push({ sku, itemId: item.itemId, beforeMinor: before, afterMinor: after });
  // The order of equal ones stays: that of SKUs.
  tally.largest.sort((a, b) => sizeOf(b) - sizeOf(a));
  tally.largest.length = Math.min(tally.largest.length, MAX_LARGEST);
}

const sizeOf = ({ beforeMinor, afterMinor }: ChangedListing) => Math.abs(afterMinor - beforeMinor);

/** What one seller receives about a promotion. */
export type PromotionForSeller = {
  change: (typeof PROMOTION_CHANGES)[number];
  promotion: FeePromotion;
  listings: PromotedListings;
};

/**
 * What a seller receives when all its listings are in the tally; undefined: nothing. A promotion begins, changes or ends for one
 * seller by the listings that it reduces: one that is extended to other items begins for their sellers.
 */
export function promotionForSeller(
  { before, after, hasNewTerms }: PromotionNews,
  tally: FeeTally[number] | undefined,
): PromotionForSeller | undefined {
  const { before: old, after: now, hasChanged } = tally as PromotionTally;
  if (after !== undefined && now.count > 0) {
    if (old.count > 0 && !hasNewTerms && !hasChanged) return undefined;
    return { change: old.count > 0 ? 'CHANGED' : 'BEGINS', promotion: after.promotion, listings: now };
  }
  if (before === undefined || old.count === 0) return undefined;
  return { change: 'ENDS', promotion: before.promotion, listings: old };
}

export type ChangeForSeller = Omit<ChangeTally, 'isAsTold'>;

/** The same for a schedule. With `count` 0: what was announced to the seller before does not come. */
export function changeForSeller(
  { isNotice }: ChangeNews,
  tally: FeeTally[number] | undefined,
): ChangeForSeller | undefined {
  const { isAsTold, ...rest } = tally as ChangeTally;
  return (isNotice && rest.count > 0) || !isAsTold ? rest : undefined;
}
