import assert from 'node:assert/strict';
import fc from 'fast-check';
import { HOUR_MS } from '../../../src/domain/duration.ts';
import type { Offer } from '../../../src/domain/market/offer.ts';
import type { MarketRecord } from '../../../src/domain/market/records/market-record.ts';
import type { SellerFacts } from '../../../src/domain/market/seller.ts';
import type { Engine } from '../../db/engines.ts';
import { NOW, offered, without } from '../../domain/market.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';
import { CONDITIONS, CUSTOMERS, type OfferedItem } from './pricing-model.ts';

/** Random items with random offers, for property tests of the pricing answers. */

type Drawn = { offers: readonly Offer[]; facts: readonly SellerFacts[]; thresholdMinor: number | undefined };

/** Reasons why an offer is not on sale, and some that only look like one. Most offers have none. */
const troubles: ((offer: Offer) => Offer)[] = [
  (offer) => ({ ...offer, active: false }),
  (offer) => ({ ...offer, quantity: 0 }),
  (offer) => without({ ...offered(), offer }, 'shippingMinor').offer,
  (offer) => ({ ...offer, availability: 'FUTURE_WITHOUT_DATE' }),
  ...[-1, 0, 1].map(
    (ms) =>
      (offer: Offer): Offer => ({ ...offer, startTimeMs: NOW + ms }),
  ),
  ...[-HOUR_MS, HOUR_MS].map(
    (ms) =>
      (offer: Offer): Offer => ({
        ...{ ...offer, availability: 'FUTURE_WITH_DATE', availableDateMs: NOW + ms },
      }),
  ),
];
const anyTrouble = fc.oneof(
  { weight: 2, arbitrary: fc.constant((offer: Offer) => offer) },
  { weight: 1, arbitrary: fc.constantFrom(...troubles) },
);
/** Some ids are prefixes of others: they are still different sellers. */
const SELLERS = ['S', 'SA', 'SAB', 'SB', 'T', 'U'];

/** Few prices, so that ties are common. */
const anyOffer = fc
  .record({
    wish: fc.record({
      sellerId: fc.constantFrom(...SELLERS),
      sku: fc.constantFrom('a', 'b', 'C', 'D'),
      condition: fc.constantFrom(...CONDITIONS, 'New', 'New', 'New'),
      channel: fc.constantFrom('FS', 'SELLER'),
      listingPriceMinor: fc.constantFrom(1000, 1100, 1999),
      shippingMinor: fc.constantFrom(0, 0, 100),
      quantityDiscounts: fc.constantFrom([], [], [{ quantity: 5, priceMinor: 850 }]),
    }),
    business: fc.constantFrom({}, {}, { businessPriceMinor: 900 }, { businessPriceMinor: 1000 }),
    trouble: anyTrouble,
  })
  .map(({ wish, business, trouble }) => trouble(offered({ ...(wish as Partial<Offer>), ...business }).offer));

/** The thresholds: none, one that all offers meet, two that some meet (one exactly), and one that none meets. */
export const anyDrawn: fc.Arbitrary<Drawn> = fc.record({
  offers: fc.uniqueArray(anyOffer, {
    selector: ({ sellerId, sku }) => `${sellerId}/${sku}`,
    maxLength: 24,
    size: 'max',
  }),
  facts: fc.array(
    fc.record({
      feedbackRating: fc.constantFrom(79.9, 80, 95, 95, 99.5),
      feedbackCount: fc.constantFrom(9, 10, 100, 100, 2000),
      featuredMerchant: fc.constantFrom(true, true, true, false),
    }),
    { minLength: SELLERS.length, maxLength: SELLERS.length },
  ),
  thresholdMinor: fc.constantFrom(undefined, 100_000, 1100, 1050, 899),
});

let itemCount = 0;

export function offeredItemOf({ offers, facts, thresholdMinor }: Drawn): OfferedItem {
  itemCount += 1;
  const mark = String(itemCount).padStart(5, '0');
  const named = (sellerId: string) => `M${mark}${sellerId}`;
  return {
    marketplaceId: 'STORE_US',
    itemId: `ITEM${mark}`,
    thresholdMinor,
    sellers: new Map(SELLERS.map((sellerId, at) => [named(sellerId), facts[at] as SellerFacts])),
    offers: offers.map((offer) => {
      const sellerId = named(offer.sellerId);
      return { ...offer, itemId: `ITEM${mark}`, sellerId, sku: `${offer.sku}-sku-of-${sellerId}` };
    }),
  };
}

function groundOf({ marketplaceId, itemId, thresholdMinor, sellers }: OfferedItem): MarketRecord[] {
  const item = {
    ...{ marketplaceId, itemId, currency: 'USD', category: 'home', attributes: {}, salesRanks: [], hazmat: false },
    ...(thresholdMinor === undefined ? {} : { competitivePriceThresholdMinor: thresholdMinor }),
  };
  return [
    { kind: 'item', op: 'upsert', value: item },
    ...[...sellers].map(
      ([sellerId, facts]): MarketRecord => ({
        ...{ kind: 'seller', op: 'upsert', value: { sellerId, plan: 'Professional', ...facts } },
      }),
    ),
  ];
}

export const offerRecord = (value: Offer): MarketRecord => ({ kind: 'offer', op: 'upsert', value });

const marketplace = {
  ...{ marketplaceId: 'STORE_US', name: 'US', countryCode: 'US', currency: 'USD', isDefault: true },
};

/** The pricing endpoints on a marketplace without items. */
export async function openMarketplace(engine: Engine): Promise<PricingApp> {
  const pricing = await openPricing(engine, NOW);
  await pricing.market.writer.apply([{ kind: 'marketplace', op: 'upsert', value: marketplace }], { boards: 'now' });
  return pricing;
}

export async function put(pricing: PricingApp, item: OfferedItem): Promise<void> {
  const records = [...groundOf(item), ...item.offers.map(offerRecord)];
  for (const outcome of await pricing.market.writer.apply(records, { boards: 'now' })) assert.equal(outcome, 'added');
}

export const askOffers = (
  pricing: PricingApp,
  caller: string,
  { itemId }: OfferedItem,
  query: { ItemCondition: string; CustomerType: string; SellerId?: string },
) => pricing.get(caller, `/items/${itemId}/offers`, { MarketplaceId: 'STORE_US', ...query });

export const askProduct = (
  pricing: PricingApp,
  caller: string,
  { itemId }: OfferedItem,
  query: { CustomerType: string; SellerId?: string },
  path: '/competitivePrice' | '/price' = '/competitivePrice',
) =>
  pricing.get(caller, path, {
    ...{ MarketplaceId: 'STORE_US', ItemType: 'StoreItemId', storeItemIds: itemId, ...query },
  });

/** The texts of all answers about an item. */
export async function allTexts(
  pricing: PricingApp,
  caller: string,
  item: OfferedItem,
  more: { SellerId?: string } = {},
): Promise<string[]> {
  const texts: string[] = [];
  for (const CustomerType of CUSTOMERS) {
    for (const path of ['/competitivePrice', '/price'] as const) {
      texts.push((await askProduct(pricing, caller, item, { CustomerType, ...more }, path)).body);
    }
    for (const ItemCondition of CONDITIONS) {
      texts.push((await askOffers(pricing, caller, item, { ItemCondition, CustomerType, ...more })).body);
    }
  }
  return texts;
}
