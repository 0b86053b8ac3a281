import { itemId } from '../../src/cli/demo/items.ts';

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

/** The rows of the table in README.md: the SKUs of the demo seller in STORE_US, and what each one shows. */
export const demoListings = SHOWS.map((shows, index) => ({
  sku: index === 20 ? 'DEMO/SKU 21,é' : `DEMO-SKU-${index + 1}`,
  itemId: itemId(index + 1),
  shows,
}));
