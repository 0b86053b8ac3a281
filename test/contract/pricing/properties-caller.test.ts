// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Offer } from '../../../src/domain/market/offer.ts';
import { onEngine } from '../../db/engines.ts';
import { drawnAlike, scaled } from '../../harness/scale.ts';
import type { PricingApp } from './pricing-app.ts';
import { isOnSale } from './pricing-model.ts';
import { allTexts, anyDrawn, offeredItemOf, openMarketplace, put } from './random-items.ts';

type Shown = { MyOffer: boolean; SellerId: string };
type Competitive = { sellerId: string; belongsToRequester: boolean };

onEngine('sqlite', 'any pricing answer to a seller', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openMarketplace(engine);
  });
  after(() => pricing.close());

  test("200 only the caller's token decides which offers are the caller's", async () => {
    const nobodys = (text: string) => text.replaceAll(/"(MyOffer|belongsToRequester)":true/g, '"$1":false');
    const property = fc.asyncProperty(anyDrawn, async (drawn) => {
      const item = offeredItemOf(drawn);
      await put(pricing, item);
      const foreign = await allTexts(pricing, 'SOMEBODY', item);
      for (const text of foreign) assert.equal(text, nobodys(text), 'a stranger has no offers here');
      for (const caller of item.sellers.keys()) {
        // Naming another seller in the query changes nothing.
        const other = [...item.sellers.keys()].find((one) => one !== caller) ?? 'SOMEBODY';
        const texts = await allTexts(pricing, caller, item, { SellerId: other });
        assert.deepEqual(texts, await allTexts(pricing, caller, item));
        for (const [index, text] of texts.entries()) {
          const { payload } = JSON.parse(text);
          const Product = Array.isArray(payload) ? payload[0].Product : undefined;
          for (const one of (payload.Offers ?? []) as Shown[]) assert.equal(one.MyOffer, one.SellerId === caller);
          for (const one of (Product?.CompetitivePricing.CompetitivePrices ?? []) as Competitive[]) {
            assert.equal(one.belongsToRequester, one.sellerId === caller);
          }
          // A product has only the caller's own offers. Everything else is the same as for a stranger.
          const seen = nobodys(text).replace(/"Offers":\[\{"offerType".*$/, '"Offers":[]}}]}');
          assert.equal(seen, foreign[index]);
        }
      }
    });
    await fc.assert(property, { numRuns: scaled(5, 30) });
  });

  test("200 no answer reveals another seller's SKU, a quantity in stock, or the price of an offer that is not on sale", async () => {
    const QUANTITY = 900_000_000;
    const HIDDEN_MINOR = 876_543_210;
    let hidden = 0;
    let own = 0;
    const property = fc.asyncProperty(anyDrawn, async (drawn) => {
      const plain = offeredItemOf(drawn);
      const caller = plain.offers[0]?.sellerId ?? 'SOMEBODY';
      const offers = plain.offers.map((offer, index): Offer => {
        const quantity = offer.quantity === 0 ? 0 : QUANTITY + index;
        // The caller gets the price of an own offer as long as it is active.
        if (isOnSale(offer) || (offer.active && offer.sellerId === caller)) return { ...offer, quantity };
        hidden += 1;
        const prices = { listingPriceMinor: HIDDEN_MINOR + 1, businessPriceMinor: HIDDEN_MINOR + 2 };
        const quantityDiscounts = [{ quantity: 2, priceMinor: HIDDEN_MINOR }];
        return { ...offer, ...prices, regularPriceMinor: HIDDEN_MINOR + 3, quantityDiscounts, quantity };
      });
      const item = { ...plain, offers };
      await put(pricing, item);
      const texts = await allTexts(pricing, caller, item);
      const requests = item.offers.slice(0, 20).map(({ sku: SellerSKU }) => ({
        ...{ SellerSKU, MarketplaceId: 'STORE_US', ItemCondition: 'New', CustomerType: 'Business' },
      }));
      // A batch repeats the requests, so only the answers in it are checked.
      if (requests.length > 0) {
        const { responses } = (await pricing.post(caller, '/listingOffers', { requests })).json();
        texts.push(...responses.map(({ body }: { body: object }) => JSON.stringify(body)));
      }
      for (const text of texts) {
        for (const [sku] of text.matchAll(/[abCD]-sku-of-\w+/g)) {
          assert.ok(sku.endsWith(`-${caller}`), sku);
          own += 1;
        }
        assert.doesNotMatch(text, /9000000\d\d/, 'a quantity');
        assert.doesNotMatch(text, /876543/, 'a price that nobody can pay');
      }
    });
    await fc.assert(property, drawnAlike(10, 60));
    assert.ok(hidden > 5 && own > 5, `only ${hidden} offers had something to hide, ${own} SKUs were shown`);
  });
});
