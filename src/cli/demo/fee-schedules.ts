import { DAY_MS } from '../../domain/duration.ts';
import { defaultFeeSchedule, marginal } from '../fee-schedules/default.ts';
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

/** Days until the next schedule takes effect, counted from the first start: sellers are told 7 days and a day before. */
const SOON_DAYS = 9;
/** Then all is as before, so that the fees of later dates are those that the guides name. */
const SOON_LASTS_DAYS = 7;

/** The schedule that comes next: another referral fee for the category of item 1, for a week. The promotions go on. */
export function soonSchedule(now: number, { percent = 14 } = {}): Record<string, unknown> {
  const schedule = dated(now, SOON_DAYS);
  const { referral } = schedule as unknown as Changed;
  const categories = { ...referral.categories, home_garden_kitchen: marginal([[null, percent]]) };
  return { ...schedule, version: `${schedule.effectiveFrom} for a week`, referral: { ...referral, categories } };
}

/** What is in force after that week: what is in force now. */
export const afterSoonSchedule = (now: number): Record<string, unknown> => dated(now, SOON_DAYS + SOON_LASTS_DAYS);

/** The schedule with promotions, from a later day on. */
function dated(now: number, inDays: number): Record<string, unknown> {
  const midnight = now - (now % DAY_MS);
  const after = (days: number) => new Date(midnight + days * DAY_MS).toISOString();
  return { ...promotionSchedule(after(-30), after(3652)), effectiveFrom: after(inDays).slice(0, 10) };
}
