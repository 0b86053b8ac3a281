import { deepEqual, equal } from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { withEngines } from '../db/engines.ts';
import { inShort, receive, takeEvents } from './event-rows.ts';
import { type Fixture, fixtureOn, item, offer, seller, settle } from './market-fixture.ts';

/* Who rebuilds a board queues what changed, in the same transaction (decision 42). */

withEngines('a change of the market', (engine) => {
  let market: Fixture;
  const take = async (records: Parameters<Fixture['take']>[0], boards?: Parameters<Fixture['take']>[1]) => {
    deepEqual(await market.take(records, boards), []);
  };
  const events = () => takeEvents(market.db);
  const told = async () => inShort(await events());

  before(async () => {
    market = await fixtureOn(await (await engine.fresh()).open());
    await take([item('SILENT'), offer('S1', 'A', 'SILENT')]);
    deepEqual(await events(), [], 'nobody receives events yet');
    await receive(market.db, 'S1');
  });

  describe('on one item', () => {
    beforeEach(async () => {
      await take([item('I1'), offer('S1', 'A', 'I1'), offer('S2', 'A', 'I1', { listingPrice: 25 })]);
      await events();
    });

    it('tells that a rival undercuts: the offers of the condition, and the buy box with both holders', async () => {
      await take([offer('S2', 'A', 'I1', { listingPrice: 19, shipping: 0.5 })]);
      const [offers, box, ...more] = await events();
      deepEqual(more, []);
      equal(offers?.kind, 'ANY_OFFER_CHANGED');
      deepEqual([offers?.named, offers?.owners, offers?.lane, offers?.audience], [['S1', 'S2'], ['S2'], 0, 'active']);
      deepEqual(Object.keys(offers?.part), ['storeItemId', 'ItemCondition', 'status', 'Summary', 'Offers']);
      equal(offers?.part.Offers[0].ListingPrice.Amount, 19);
      equal(box?.kind, 'BUY_BOX_CHANGED');
      const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
      deepEqual(box?.part, {
        storeItemId: 'I1',
        ItemCondition: 'New',
        CustomerType: 'Consumer',
        offerType: 'B2C',
        Cause: 'priceChange',
        BuyBoxPrice: {
          ...{ condition: 'New', offerType: 'B2C' },
          ...{ LandedPrice: usd(19.5), ListingPrice: usd(19), Shipping: usd(0.5) },
          ...{ belongsToRequester: false, sellerId: 'S2' },
        },
        PreviousBuyBoxPrice: {
          ...{ condition: 'New', offerType: 'B2C' },
          ...{ LandedPrice: usd(20), ListingPrice: usd(20), Shipping: usd(0) },
          ...{ belongsToRequester: false, sellerId: 'S1' },
        },
        PriceDifference: usd(-0.5),
      });
      deepEqual([box?.facts.before.sellerId, box?.facts.after.holder.sellerId], ['S1', 'S2']);
    });

    it('names the cause of a changed box', async () => {
      await take([offer('S3', 'A', 'I1', { listingPrice: 18 })]);
      deepEqual(await told(), ['offers New', 'box New Consumer B2C newOffer']);
      await take([offer('S3', 'A', 'I1', { listingPrice: 17 })]);
      deepEqual(await told(), ['offers New', 'box New Consumer B2C priceChange']);
      await take([offer('S3', 'A', 'I1', { listingPrice: 17, quantity: 0 })]);
      deepEqual(await told(), ['offers New', 'box New Consumer B2C offerEnded']);
      await take([offer('S1', 'A', 'I1', { listingPrice: 21 }), offer('S2', 'A', 'I1', { listingPrice: 16 })]);
      deepEqual(await told(), ['offers New', 'box New Consumer B2C several']);
      await take([item('I1', { competitivePriceThreshold: 15 })]);
      deepEqual((await told()).slice(0, 2), ['offers New', 'box New Consumer B2C eligibility']);
      await take([offer('S2', 'A', 'I1', { listingPrice: 15 })]);
      deepEqual((await told()).slice(0, 2), ['offers New', 'box New Consumer B2C eligibility']);
    });

    it('tells a change of the facts of a seller when it reaches the board', async () => {
      await take([seller('S1', { featuredMerchant: false })]);
      deepEqual(await told(), []);
      await settle(market.market);
      const [offers, box] = await events();
      deepEqual([offers?.owners, offers?.lane], [['S1'], 1]);
      deepEqual(box?.part.Cause, 'eligibility');
      await take([seller('S1')]);
      await settle(market.market);
    });
  });
});
