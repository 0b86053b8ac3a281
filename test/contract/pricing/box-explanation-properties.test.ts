// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { Offer } from '../../../src/domain/market/offer.ts';
import type { CustomerType } from '../../../src/domain/vocabulary.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { drawnAlike } from '../../harness/scale.ts';
import { type PricingApp, payloadOf } from './pricing-app.ts';
import { CUSTOMERS, onSale } from './pricing-model.ts';
import { anyDrawn, offeredItemOf, offerRecord, openMarketplace, put } from './random-items.ts';

type Terms = { ListingPrice?: string; Shipping?: string; FulfillmentChannel?: 'FS' | 'SELLER' };

const anyTerms: fc.Arbitrary<Terms> = fc.record(
  {
    ListingPrice: fc.constantFrom('0', '8.99', '9.00', '9.99', '10.00', '10.01', '10.50', '11.00', '19.99'),
    Shipping: fc.constantFrom('0.00', '1.00'),
    FulfillmentChannel: fc.constantFrom('FS', 'SELLER'),
  },
  { requiredKeys: [] },
);

const minor = (text: string) => Math.round(Number(text) * 100);

/** The record of the offer with these terms. */
function changed(offer: Offer, customer: CustomerType, { ListingPrice, Shipping, FulfillmentChannel }: Terms): Offer {
  const isBusiness = customer === 'Business' && offer.businessPriceMinor !== undefined;
  const priceField = isBusiness ? 'businessPriceMinor' : 'listingPriceMinor';
  return {
    ...offer,
    ...(ListingPrice === undefined ? {} : { [priceField]: minor(ListingPrice) }),
    ...(Shipping === undefined ? {} : { shippingMinor: minor(Shipping) }),
    ...(FulfillmentChannel === undefined ? {} : { channel: FulfillmentChannel }),
  };
}

withEnginesInTorture('any explanation of the buy box', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openMarketplace(engine);
  });
  after(() => pricing.close());

  const ask = async ({ sellerId, sku }: Offer, query: Record<string, string>) =>
    payloadOf(await pricing.get(sellerId, `/listings/${sku}/buyBox`, { MarketplaceId: 'STORE_US', ...query }));

  test('200 ranks every offer at its place in the sorted list of all eligible offers', async () => {
    let ranked = 0;
    const property = fc.asyncProperty(anyDrawn, async (drawn) => {
      const item = offeredItemOf(drawn);
      await put(pricing, item);
      for (const CustomerType of CUSTOMERS) {
        const eligible = onSale(item, CustomerType).filter((one) => one.eligible);
        for (const offer of item.offers) {
          const offerType = CustomerType === 'Business' && offer.businessPriceMinor !== undefined ? 'B2B' : 'B2C';
          const box = eligible.filter((one) => one.offer.condition === offer.condition && one.offerType === offerType);
          const place = box.findIndex((one) => one.offer === offer);
          const payload = await ask(offer, { CustomerType });
          assert.deepEqual(
            [payload.Rank, payload.EligibleOffers, payload.IsBuyBoxWinner, payload.offerType],
            [place < 0 ? undefined : place + 1, box.length, place === 0, offerType],
          );
          if (place > 0) ranked += 1;
        }
      }
    });
    await fc.assert(property, drawnAlike(6, 60));
    assert.ok(ranked > 0, `only ${ranked} eligible offers without the box`);
  });

  test('200 on assumed terms is the answer after the change, but for the assumption', async () => {
    const property = fc.asyncProperty(
      anyDrawn,
      fc.nat(23),
      fc.constantFrom(...CUSTOMERS),
      anyTerms,
      async (drawn, at, CustomerType, terms) => {
        const item = offeredItemOf(drawn);
        const offer = item.offers[at % Math.max(item.offers.length, 1)];
        if (offer === undefined) return;
        await put(pricing, item);
        const { Assumed, ...assumed } = await ask(offer, { CustomerType, ...terms });
        assert.deepEqual(Object.keys(Assumed ?? {}).sort(), Object.keys(terms).sort());
        await pricing.market.writer.apply([offerRecord(changed(offer, CustomerType, terms))], { boards: 'now' });
        const after = await ask(offer, { CustomerType });
        // Terms that differ have the next revision (decision 48).
        assert.deepEqual({ ...assumed, TermsRevision: after.TermsRevision }, after);
      },
    );
    await fc.assert(property, drawnAlike(10, 150));
  });
});
