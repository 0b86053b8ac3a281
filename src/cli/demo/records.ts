import { canadianFeeSchedule } from '../fee-schedules/canada.ts';
import { defaultFeeSchedule } from '../fee-schedules/default.ts';
import { explainedItems, explainedOffers } from './explained.ts';
import { demoItems, itemId } from './items.ts';
import { STORE_CA, STORE_US } from './marketplaces.ts';
import { otherOffers } from './offers.ts';
import { offersOnItem1, offersOnItem2 } from './offers-in-full.ts';
import { demoSellers } from './sellers.ts';

const DAY_MS = 86_400_000;

/**
 * The demo market as records, in the order that an import needs. Dates that must be in the future or in force are counted from
 * `now`, ten years ahead, so that the demo stays correct.
 */
export function demoRecords(now: number): Record<string, unknown>[] {
  const midnight = now - (now % DAY_MS);
  const after = (days: number): string => new Date(midnight + days * DAY_MS).toISOString();
  const dates = { future: after(3652), laterFuture: after(3683) };
  return [
    STORE_US,
    STORE_CA,
    ...demoSellers,
    ...demoItems,
    ...explainedItems,
    ...offersOnItem1,
    ...offersOnItem2(dates.future),
    ...otherOffers(dates),
    ...explainedOffers,
    defaultFeeSchedule(),
    promotionSchedule(after(-30), dates.future),
    canadianFeeSchedule(),
  ];
}

/**
 * The default schedule with promotions on item 14. It has its own effective date, because `npm run seed` stores the default
 * schedule again, which would remove the promotions from a schedule of the same date.
 */
function promotionSchedule(from: string, until: string): Record<string, unknown> {
  const promoted = { from, until, itemIds: [itemId(14)] };
  return {
    ...defaultFeeSchedule(),
    effectiveFrom: '2026-01-02',
    version: '2026-01 with promotions',
    promotions: [
      {
        promotionId: 'DEMO-REFERRAL-HALF',
        name: 'Half the referral fee on selected pet supplies',
        feeType: 'ReferralFee',
        kind: 'percentage',
        value: 50,
        ...promoted,
      },
      {
        promotionId: 'DEMO-FULFILLMENT-1',
        name: '1.00 off fulfilment of selected pet supplies',
        feeType: 'FSFulfillmentFee',
        kind: 'fixed',
        value: 1,
        ...promoted,
      },
    ],
  };
}
