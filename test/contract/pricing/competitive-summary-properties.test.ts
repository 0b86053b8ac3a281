// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { onEngine } from '../../db/engines.ts';
import { drawnAlike } from '../../harness/scale.ts';
import { type PricingApp, payloadOf } from './pricing-app.ts';
import { CONDITIONS, CUSTOMERS, countsOf, firsts, type OfferedItem, onSale } from './pricing-model.ts';
import { anyDrawn, askOffers, askProduct, offeredItemOf, openMarketplace, put } from './random-items.ts';

type Money = { Amount: number };
type Option = Record<'condition' | 'CustomerType' | 'offerType', string> & {
  eligibleOffers: number;
  featuredOffer: {
    sellerId: string;
    MyOffer: boolean;
    condition: string;
    subCondition: string;
    price: Record<'listingPrice' | 'shippingPrice' | 'landedPrice', Money>;
  };
};
type Priced = Record<'condition' | 'offerType' | 'sellerId', string> & { quantityTier?: number };
type BuyBoxPrice = Priced & Record<'LandedPrice' | 'ListingPrice' | 'Shipping', Money>;
type CompetitivePrice = Priced & { subcondition: string; belongsToRequester: boolean; Price: BuyBoxPrice };

const minor = ({ Amount }: Money) => Math.round(Amount * 100);
const single = <T extends Priced>(prices: T[]) => prices.filter(({ quantityTier }) => quantityTier === undefined);
const inputOf = (itemCondition: string, CustomerType: string) => ({ itemCondition, CustomerType });

/** Most random items have some terms for business customers. Half of these have none. */
const withOrWithoutBusiness = fc.tuple(anyDrawn, fc.boolean()).map(([drawn, isPlain]) => {
  if (!isPlain) return drawn;
  const offers = drawn.offers.map(({ businessPriceMinor: _price, ...offer }) => ({ ...offer, quantityDiscounts: [] }));
  return { ...drawn, offers };
});

onEngine('sqlite', 'any competitive summary', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openMarketplace(engine);
  });
  after(() => pricing.close());

  /** Two requests in one batch: five inputs are the most of one. */
  const askSummary = async (caller: string, { itemId }: OfferedItem) => {
    const requests = CUSTOMERS.map((CustomerType) => ({
      ...{
        marketplaceId: 'STORE_US',
        storeItemId: itemId,
        includedData: ['featuredBuyingOptions', 'lowestPricedOffers'],
      },
      lowestPricedOffersInputs: CONDITIONS.map((condition) => inputOf(condition, CustomerType)),
    }));
    const answer = await pricing.post(caller, '/items/competitiveSummary', { requests });
    assert.equal(answer.statusCode, 200, answer.body);
    return { text: answer.body, options: answer.json().responses[0].body.featuredBuyingOptions as Option[] };
  };

  test('200 has the winners of the rule, the same as the offers and the competitive prices of each customer type', async () => {
    let held = 0;
    const property = fc.asyncProperty(withOrWithoutBusiness, async (drawn) => {
      const item = offeredItemOf(drawn);
      await put(pricing, item);
      const caller = item.offers[0]?.sellerId ?? 'SOMEBODY';
      const { options } = await askSummary(caller, item);
      held += options.length;
      for (const CustomerType of CUSTOMERS) {
        const mine = options.filter((option) => option.CustomerType === CustomerType);
        const eligible = onSale(item, CustomerType).filter((one) => one.eligible);
        const winners = firsts(
          eligible,
          ({ offer, offerType }) => [offer.condition, offerType],
          ({ offer }) => [offer.sellerId, offer.subCondition],
        );
        assert.deepEqual(
          mine
            .map(({ condition, offerType, featuredOffer: { sellerId, subCondition, price } }) =>
              [
                condition,
                offerType,
                sellerId,
                subCondition,
                minor(price.listingPrice),
                minor(price.shippingPrice),
              ].join(),
            )
            .toSorted(),
          winners.map((winner) => winner.join()).toSorted(),
        );
        assert.deepEqual(
          Object.fromEntries(mine.map((each) => [`${each.condition},${each.offerType}`, each.eligibleOffers])),
          countsOf(eligible, ({ offer, offerType }) => [offer.condition, offerType]),
        );

        const { Summary } = payloadOf(await askOffers(pricing, caller, item, { ItemCondition: 'New', CustomerType }));
        assert.deepEqual(
          mine.map(({ condition, offerType, featuredOffer: { sellerId, price } }) => ({
            ...{ condition, offerType, sellerId },
            ...{ LandedPrice: price.landedPrice, ListingPrice: price.listingPrice, Shipping: price.shippingPrice },
          })),
          inBoxOrder(single(Summary.BuyBoxPrices as BuyBoxPrice[]), mine),
        );

        const [{ Product }] = payloadOf(await askProduct(pricing, caller, item, { CustomerType }));
        const competitive = single(Product.CompetitivePricing.CompetitivePrices as CompetitivePrice[]);
        assert.deepEqual(
          mine
            .filter(({ condition }) => condition === 'New' || condition === 'Used')
            .map(({ condition, offerType, featuredOffer: { sellerId, subCondition, MyOffer, price } }) =>
              [condition, offerType, sellerId, subCondition, MyOffer, minor(price.landedPrice)].join(),
            )
            .toSorted(),
          competitive
            .map(({ condition, offerType, sellerId, subcondition, belongsToRequester, Price }) =>
              [condition, offerType, sellerId, subcondition, belongsToRequester, minor(Price.LandedPrice)].join(),
            )
            .toSorted(),
        );
      }
    });
    await fc.assert(property, drawnAlike(15, 200));
    assert.ok(held > 30, `only ${held} boxes had a holder`);
  });

  test("200 has the `Offers` of each condition and customer type byte for byte, and nobody's SKU", async () => {
    let shown = 0;
    const property = fc.asyncProperty(withOrWithoutBusiness, async (drawn) => {
      const item = offeredItemOf(drawn);
      await put(pricing, item);
      for (const caller of ['SOMEBODY', item.offers[0]?.sellerId ?? 'SOMEBODY']) {
        const { text } = await askSummary(caller, item);
        assert.doesNotMatch(text, /-sku-of-/);
        for (const CustomerType of CUSTOMERS) {
          for (const ItemCondition of CONDITIONS) {
            const answer = await askOffers(pricing, caller, item, { ItemCondition, CustomerType });
            const offers = answer.body.slice(answer.body.lastIndexOf(',"Offers":') + 10, -2);
            const input = JSON.stringify(inputOf(ItemCondition, CustomerType));
            assert.ok(text.includes(`{"lowestPricedOffersInput":${input},"offers":${offers}}`), `${text}\n${offers}`);
            if (offers !== '[]') shown += 1;
          }
        }
      }
    });
    await fc.assert(property, drawnAlike(8, 100));
    assert.ok(shown > 25, `only ${shown} lists had offers`);
  });
});

/** The prices in the order of the options, so that both lists can be compared whole. */
function inBoxOrder(prices: BuyBoxPrice[], options: readonly Option[]): BuyBoxPrice[] {
  const place = ({ condition, offerType }: Priced) =>
    options.findIndex((option) => option.condition === condition && option.offerType === offerType);
  return prices.toSorted((one, other) => place(one) - place(other));
}
