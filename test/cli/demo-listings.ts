import { itemId } from '../../src/cli/demo/items.ts';

const SHOWS: readonly string[] = [
  'the usual case: New, 22.99 with free shipping, wins the buy box; ships as 9 lb with FS',
  'every field of the pricing answers: business price, quantity discounts, points, trade-in value, relatives, a Used buy box, a date; in STORE_CA OffersAvailableTime',
  'Used; a book: media, so the referral fee ignores shipping',
  'FS; apparel at 15.00, the last price of its 5 % band, and the apparel surcharge',
  'jewelry: marginal referral tiers (300.00 pays 52.50); has limits and a cost, and the price that wins breaks them',
  'FS; a watch: marginal referral tiers (2000.00 pays 240.00)',
  'FS; electronics accessories: marginal referral tiers (150.00 pays 19.00)',
  'Collectible',
  'FS; Refurbished, with a business price: alone in the B2B buy box, where the threshold limits the price',
  'Club; music: media',
  'FS; oversize (54 in long)',
  'FS; big and bulky (240 lb)',
  'FS; hazmat, and a price under 10',
  'FS; fee promotions in force: half the referral fee, 1.00 off fulfilment',
  'no competition and no threshold: NO_COMPETING_OFFER; no dimensions, so no fulfilment fee can be estimated',
  'nothing buyable: NoBuyableOffers; fails the gate `stock`',
  'too soon: ActiveButTooSoonForProcessing, with OffersAvailableTime; fails the gate `startTime`',
  'no shipping charge: NoOfferDueToMissingShippingCharge; fails the gate `shippingCharge`',
  '25 rivals: 26 offers, of which 20 are shown',
  'FS; fails the gate `competitivePriceThreshold`, so a rival wins the buy box; at a lower price it wins: VALID_FOEP',
  'a SKU with a slash, a space, a comma and an accent: `DEMO%2FSKU%2021%2C%C3%A9` in a path',
  'no competition, but a threshold: VALID_FOEP at the threshold',
  'its shipping alone costs more than the rival’s offer: NO_WINNING_PRICE',
  'fails the gate `active`: OFFER_NOT_ELIGIBLE; a rival holds the buy box',
  'fails the gate `availability`: OFFER_NOT_ELIGIBLE; a rival holds the buy box',
  'no business price, while its rivals have one: loses to them for consumers, wins the B2C buy box of businesses',
  'loses to the seller’s own other SKU',
  'FS; the other SKU on the same item, which holds the buy box',
];

/** The SKUs that are not `DEMO-SKU-n` on item n. */
const OTHERS: Readonly<Record<number, { sku: string; n: number }>> = {
  21: { sku: 'DEMO/SKU 21,é', n: 21 },
  28: { sku: 'DEMO-SKU-27-FS', n: 27 },
};

/** The rows of the table in docs/demo.md: the SKUs of the demo seller in STORE_US, and what each one shows. */
export const demoListings = SHOWS.map((shows, index) => {
  const { sku, n } = OTHERS[index + 1] ?? { sku: `DEMO-SKU-${index + 1}`, n: index + 1 };
  return { sku, itemId: itemId(n), shows };
});
