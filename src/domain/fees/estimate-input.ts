import type { Item } from '../market/item.ts';
import type { SellerPlan } from '../vocabulary.ts';
import type { FeeSchedule } from './fee-schedule.ts';

/** What the fees of one unit depend on. Amounts are minor units of the schedule's currency and never negative. */
export type FeeInput = {
  /** The schedule in force at `atMs`: see `scheduleInForce`. */
  schedule: FeeSchedule;
  item: Pick<Item, 'itemId' | 'category' | 'dimensions' | 'weightThousandthsLb' | 'hazmat'>;
  sellerPlan: SellerPlan;
  listingPriceMinor: number;
  /** 0 when there is none. */
  shippingMinor: number;
  isStoreFulfilled: boolean;
  /** As the caller wrote it. Counts only with `isStoreFulfilled` (decision 16). */
  program?: string | undefined;
  /** The time of the estimate: promotions in force at this time apply. */
  atMs: number;
};

/** The reasons why there is no estimate (decision 17), as a value. `reasons` is never empty. */
export type EstimateFailure = {
  code: 'InvalidParameterValue' | 'DataNotAvailable';
  message: string;
  reasons: string[];
};
