import { canadianFeeSchedule } from '../fee-schedules/canada.ts';
import { defaultFeeSchedule } from '../fee-schedules/default.ts';
import { demoItems, itemId } from './items.ts';
import { STORE_CA, STORE_US } from './marketplaces.ts';
import { otherOffers } from './offers.ts';
import { offersOnItem1, offersOnItem2 } from './offers-in-full.ts';
import { demoSellers } from './sellers.ts';

const DAY_MS = 86_400_000;

/**
 * The market of the demo as records, in the order an import needs. What must lie ahead or be in force is dated from `now`, far enough
 * that the demo stays right for years.
 */
export function demoRecords(now: number): Record<string, unknown>[] {
  const midnight = now - (now % DAY_MS);
  const after = (days: number): string => new Date(midnight + days * DAY_MS).toISOString();
  const dates = { ahead: after(3652), laterStill: after(3683) };
  return [
    STORE_US,
    STORE_CA,
    ...demoSellers,
    ...demoItems,
    ...offersOnItem1,
    ...offersOnItem2(dates.ahead),
    ...otherOffers(dates),
    defaultFeeSchedule(),
    promotionSchedule(after(-30), dates.ahead),
    canadianFeeSchedule(),
  ];
}

/**
 * The default schedule with promotions on item 14, as an edition of its own: `npm run seed` brings the default one again, and
 * under the same date it would take the promotions away.
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
