import { DAY_MS } from '../../domain/duration.ts';
import { canadianFeeSchedule } from '../fee-schedules/canada.ts';
import { defaultFeeSchedule, marginal, media } from '../fee-schedules/default.ts';
import { itemId } from './items.ts';

/**
 * The default schedule with promotions on item 14. It has its own effective date, because `npm run seed` stores the default
 * schedule again, which would remove the promotions from a schedule of the same date.
 */
export function promotionSchedule(from: string, until: string): Record<string, unknown> {
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

type Changed = {
  referral: { categories: Record<string, unknown> };
  fulfillment: { tiers: { maxLb: number }[] };
};

/**
 * A schedule that is not in force for many years, so that comparisons of dates have something to show and nothing else changes.
 * Item 7 pays more for the same fees: at first a promotion makes up for the higher referral rate.
 */
export function laterSchedule(): Record<string, unknown> {
  const schedule = defaultFeeSchedule();
  const { referral, fulfillment } = schedule as Changed;
  return {
    ...schedule,
    effectiveFrom: '2040-01-01',
    version: '2040-01',
    referral: {
      ...referral,
      categories: {
        ...referral.categories,
        electronics_accessories: marginal([
          [100, 15],
          [null, 9],
        ]),
      },
    },
    fulfillment: {
      ...fulfillment,
      tiers: fulfillment.tiers.map((tier) => (tier.maxLb === 2 ? { ...tier, base: 5.1 } : tier)),
    },
    promotions: [
      {
        promotionId: 'DEMO-DOCK-50',
        name: '0.50 off the referral fee of selected docking stations',
        feeType: 'ReferralFee',
        kind: 'fixed',
        value: 0.5,
        from: '2040-01-01',
        until: '2040-04-01',
        itemIds: [itemId(7)],
      },
    ],
  };
}

/** Days until the next schedule of STORE_CA takes effect, counted from the first start: sellers are told 7 days and a day before. */
const SOON_DAYS = 9;

/** The schedule that comes next, with another referral fee for books, such as item 3. In STORE_US the guides name the fees of later dates. */
export function soonSchedule(now: number, { percent = 14 } = {}): Record<string, unknown> {
  const effectiveFrom = new Date(now - (now % DAY_MS) + SOON_DAYS * DAY_MS).toISOString().slice(0, 10);
  const schedule = canadianFeeSchedule();
  const { referral } = schedule as Pick<Changed, 'referral'>;
  const categories = { ...referral.categories, books: media(percent, 0.4) };
  return { ...schedule, effectiveFrom, version: `${effectiveFrom} next`, referral: { ...referral, categories } };
}
