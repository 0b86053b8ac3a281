import { DAY_MS } from '../../domain/duration.ts';
import { canadianFeeSchedule } from '../fee-schedules/canada.ts';
import { defaultFeeSchedule } from '../fee-schedules/default.ts';
import { explainedItems, explainedOffers } from './explained.ts';
import { afterSoonSchedule, laterSchedule, promotionSchedule, soonSchedule } from './fee-schedules.ts';
import { demoItems } from './items.ts';
import { STORE_CA, STORE_US } from './marketplaces.ts';
import { otherOffers } from './offers.ts';
import { offersOnItem1, offersOnItem2 } from './offers-in-full.ts';
import { demoSellers } from './sellers.ts';

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
    soonSchedule(now),
    afterSoonSchedule(now),
    laterSchedule(),
    canadianFeeSchedule(),
  ];
}
