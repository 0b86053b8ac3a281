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

export type DemoListing = {
  sku: string;
  itemId: string;
  /** What a reader sees when asking for it; the README's table is made of these. */
  shows: string;
};

const SHOWS: readonly string[] = [
  'the usual case: New, 22.99 with free shipping, wins the buy box; ships as 9 lb with FS',
  'every field of the pricing answers: business price, quantity discounts, points, trade-in value, relatives, a Used buy box, a date; in STORE_CA OffersAvailableTime',
  'Used; a book: media, so the referral fee ignores shipping',
  'FS; apparel at 15.00, the last price of its 5 % band, and the apparel surcharge',
  'jewelry: marginal referral tiers (300.00 pays 52.50)',
  'FS; a watch: marginal referral tiers (2000.00 pays 240.00)',
  'FS; electronics accessories: marginal referral tiers (150.00 pays 19.00)',
  'Collectible',
  'FS; Refurbished, with a business price',
  'Club; music: media',
  'FS; oversize (54 in long)',
  'FS; big and bulky (240 lb)',
  'FS; hazmat, and a price under 10',
  'FS; fee promotions in force: half the referral fee, 1.00 off fulfilment',
  'no competition; no dimensions, so no fulfilment fee can be estimated',
  'nothing buyable: NoBuyableOffers',
  'too soon: ActiveButTooSoonForProcessing, with OffersAvailableTime',
  'no shipping charge: NoOfferDueToMissingShippingCharge',
  '25 rivals: 26 offers, of which 20 are shown',
  'FS; above the competitive price threshold, so a rival wins the buy box',
  'a SKU with a slash, a space, a comma and an accent: `DEMO%2FSKU%2021%2C%C3%A9` in a path',
];

/** Which of the demo seller's SKUs in STORE_US shows what. */
export const demoListings: readonly DemoListing[] = SHOWS.map((shows, index) => ({
  sku: index === 20 ? 'DEMO/SKU 21,é' : `DEMO-SKU-${index + 1}`,
  itemId: itemId(index + 1),
  shows,
}));
