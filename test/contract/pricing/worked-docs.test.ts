// run: without coverage

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Offer } from '../../../src/domain/market/offer.ts';
import { onEngine } from '../../db/engines.ts';
import { openPricing, type PricingApp, payloadOf } from './pricing-app.ts';
import { NOW, workedMarket } from './worked-market.ts';

type Row = Record<string, string>;

const page = readFileSync(new URL('../../../docs/buy-box.md', import.meta.url), 'utf8');

/** The tables of offers on the page that have a result column. */
function exampleTables(): Row[][] {
  const tables = page.split(/\n\n+/).filter((part) => part.startsWith('| offer |'));
  return tables.map((table) => {
    const [names = [], , ...rows] = table.split('\n').map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
    return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
  });
}

type Money = { Amount: number };
type Shown = {
  SellerId: string;
  offerType: string;
  IsFulfilledByFS: boolean;
  ListingPrice: Money;
  Shipping: Money;
  SellerFeedbackRating: { SellerPositiveFeedbackRating: number; FeedbackCount: number };
  IsFeaturedMerchant: boolean;
  IsBuyBoxWinner: boolean;
};

/** An offer of an answer, written as on the page. */
const worded = (offer: Shown) => ({
  seller: offer.SellerId,
  ships: offer.IsFulfilledByFS ? 'FS' : 'SELLER',
  price: `${offer.ListingPrice.Amount.toFixed(2)} + ${offer.Shipping.Amount.toFixed(2)}`,
  landed: (Math.round(offer.ListingPrice.Amount * 100 + offer.Shipping.Amount * 100) / 100).toFixed(2),
  feedback: `${offer.SellerFeedbackRating.SellerPositiveFeedbackRating} % of ${offer.SellerFeedbackRating.FeedbackCount}`,
  featured: offer.IsFeaturedMerchant ? 'yes' : 'no',
  wins: offer.IsBuyBoxWinner ? `wins ${offer.offerType}` : '',
});
const wordedRow = ({ seller, ships, price, landed, feedback, featured, result }: Row) => ({
  ...{ seller, ships, price, landed, feedback, featured, wins: result?.startsWith('wins') ? result : '' },
});

onEngine('sqlite', 'docs/buy-box.md', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await pricing.market.writer.apply(workedMarket(), { boards: 'now' });
  });
  after(() => pricing.close());

  const examples: [itemId: string, CustomerType: string, suggested: string][] = [
    ['PAN', 'Consumer', '`SuggestedLowerPricePlusShipping` is 22.00,'],
    ['PAN', 'Business', '`SuggestedLowerPricePlusShipping` is 22.00,'],
    ['LAMP', 'Business', '`SuggestedLowerPricePlusShipping` is 27.50.'],
  ];
  for (const [itemId, CustomerType, suggested] of examples) {
    test(`200 the example of ${itemId} is what a ${CustomerType} sees`, async () => {
      const tables = exampleTables();
      assert.equal(tables.length, 2);
      const rows = tables[itemId === 'PAN' ? 0 : 1] as Row[];
      const query = { MarketplaceId: 'STORE_US', ItemCondition: 'New', CustomerType };
      const { Summary, Offers } = payloadOf(await pricing.get('NOBODY', `/items/${itemId}/offers`, query));
      const onSale = rows.filter(({ result }) => result !== 'not on sale');
      assert.deepEqual(Offers.map(worded), onSale.map(wordedRow));
      const eligible = rows.filter(({ result = '' }) => /^(eligible|wins B2[BC])$/.test(result)).length;
      const known = rows.filter(({ result = '' }) => ['not eligible', 'not on sale'].includes(result)).length;
      assert.equal(eligible + known, rows.length, 'a result in other words');
      const counts: { condition: string; OfferCount: number }[] = Summary.BuyBoxEligibleOffers;
      const ofNew = counts.filter(({ condition }) => condition === 'New');
      assert.equal(
        eligible,
        ofNew.reduce((sum, { OfferCount }) => sum + OfferCount, 0),
      );
      assert.ok(page.includes(suggested));
      assert.ok(suggested.includes(Summary.SuggestedLowerPricePlusShipping.Amount.toFixed(2)));
    });
  }

  test('the examples include every New offer of their items, also those that are not on sale', () => {
    for (const [at, itemId] of ['PAN', 'LAMP'].entries()) {
      const offers = workedMarket().flatMap((record) =>
        record.kind === 'offer' && record.op === 'upsert' && record.value.itemId === itemId ? [record.value] : [],
      );
      const rows = exampleTables()[at] as Row[];
      const news = offers
        .filter(({ condition }) => condition === 'New')
        .map(({ sellerId, sku }) => `${sellerId} ${sku}`);
      assert.deepEqual(rows.map(({ seller, offer }) => `${seller} ${offer}`).sort(), news.sort());
      for (const row of rows.filter(({ result }) => result === 'not on sale')) {
        const { listingPriceMinor, shippingMinor } = offers.find(({ sku }) => sku === row.offer) as Offer;
        const parts = [listingPriceMinor, shippingMinor].filter((part) => part !== undefined);
        assert.equal(row.price, parts.map((part) => (part / 100).toFixed(2)).join(' + '));
      }
    }
  });
});
