// run: without coverage

import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { withEngines } from '../db/engines.ts';
import { change } from './board-writes.ts';
import { inShort, takeEvents } from './event-rows.ts';
import { type Fixture, fixtureOn, item, offer, type Plain, seller, settle } from './market-fixture.ts';
import { receive } from './queued-events.ts';

/* The transaction that rebuilds a board also queues its events (decision 42). */

const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
const removal = (sellerId: string, sku: string): Plain => ({
  kind: 'offer',
  op: 'delete',
  marketplaceId: 'M1',
  sellerId,
  sku,
});
const used = { condition: 'Used', subCondition: 'Good' };

withEngines('a change of the market', (engine) => {
  let market: Fixture;
  let itemId: string;
  let items = 0;
  const take = async (...records: Plain[]) => change(market.market, records);
  const events = () => takeEvents(market.db);
  const published = async () => inShort(await events());
  const mine = (sellerId: string, listingPrice: number, more: Plain = {}) =>
    offer(sellerId, `${itemId}-${sellerId}`, itemId, { listingPrice, ...more });

  before(async () => {
    market = await fixtureOn(await (await engine.migrated()).open());
    itemId = 'NOBODY';
    await take(item(itemId), mine('S1', 20));
    deepEqual(await events(), [], 'nobody receives events yet');
    await receive(market.db, ['S1']);
  });

  /** S1 holds the box at 20, S2 follows at 25. */
  beforeEach(async () => {
    items += 1;
    itemId = `I${items}`;
    await take(item(itemId), mine('S1', 20), mine('S2', 25));
    await events();
  });

  it('tells that a rival undercuts: the offers of the condition, and the buy box with both holders', async () => {
    const options = { boards: 'now', requestId: 'request-7' } as const;
    await change(market.market, [mine('S2', 19, { shipping: 0.5 })], options);
    const [offers, box, ...more] = await events();
    deepEqual(more, []);
    equal(offers?.kind, 'ANY_OFFER_CHANGED');
    deepEqual([offers?.named, offers?.owners, offers?.lane, offers?.audience], [['S1', 'S2'], ['S2'], 0, 'active']);
    const board = await market.market.reader.itemBoard({ marketplaceId: 'M1', itemId }, 'Consumer', 'New');
    deepEqual(offers?.part, {
      ...{ storeItemId: itemId, ItemCondition: 'New', status: 'Success' },
      ...{ LowestLandedPrice: usd(19.5), PreviousLowestLandedPrice: usd(20) },
      Summary: JSON.parse(board?.summary ?? ''),
      Offers: JSON.parse(board?.offers ?? ''),
      requestId: 'request-7',
    });
    equal(box?.kind, 'BUY_BOX_CHANGED');
    deepEqual([box?.named, box?.owners, box?.lane, box?.audience], [['S1', 'S2'], ['S2'], 0, 'active']);
    deepEqual(box?.part, {
      ...{
        storeItemId: itemId,
        ItemCondition: 'New',
        CustomerType: 'Consumer',
        CustomerTypes: ['Consumer', 'Business'],
        offerType: 'B2C',
        Cause: 'priceChange',
      },
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
      requestId: 'request-7',
    });
    deepEqual([box?.facts.before.sellerId, box?.facts.after.holder.sellerId], ['S1', 'S2']);
  });

  it('names the cause of a changed box', async () => {
    await take(mine('S3', 18));
    deepEqual(await published(), ['offers New', 'box New Consumer B2C newOffer']);
    await take(mine('S3', 17));
    deepEqual(await published(), ['offers New', 'box New Consumer B2C priceChange']);
    await take(mine('S3', 17, { quantity: 0 }));
    deepEqual(await published(), ['offers New', 'box New Consumer B2C offerEnded']);
    await take(mine('S3', 17));
    await take(removal('S3', `${itemId}-S3`));
    deepEqual((await published()).slice(2), ['offers New', 'box New Consumer B2C offerEnded']);
    await take(mine('S1', 21), mine('S2', 16));
    deepEqual(await published(), ['offers New', 'box New Consumer B2C several']);
    await take(item(itemId, { competitivePriceThreshold: 15 }));
    deepEqual(await published(), ['offers New', 'box New Consumer B2C eligibility', 'health']);
    await take(mine('S2', 15));
    deepEqual(await published(), ['offers New', 'box New Consumer B2C eligibility']);
    await take(mine('S2', 14), item(itemId, { competitivePriceThreshold: 14 }));
    deepEqual(await published(), ['offers New', 'box New Consumer B2C several']);
  });

  it('counts an offer that is changed and changed back as not changed', async () => {
    await take(mine('S2', 11), mine('S3', 18), mine('S2', 25));
    const rows = await events();
    deepEqual(inShort(rows), ['offers New', 'box New Consumer B2C newOffer']);
    for (const { owners } of rows) deepEqual(owners, ['S3']);
  });

  it('names no seller that has and had nothing on sale: not with live changes, nor when a stale board is rebuilt', async () => {
    await take(mine('S3', 15, { quantity: 0 }));
    await take(mine('S3', 14, { active: false }), mine('S2', 24));
    const live = await events();
    deepEqual([inShort(live), live[0]?.named, live[0]?.owners], [['offers New'], ['S2'], ['S2', 'S3']]);
    const later = { boards: 'later' } as const;
    await change(market.market, [mine('S3', 13, { quantity: 0 }), mine('S2', 23)], later);
    await change(market.market, [removal('S3', `${itemId}-S3`)], later);
    await settle(market.market);
    const merged = await events();
    deepEqual([inShort(merged), merged[0]?.named, merged[0]?.owners], [['offers New'], ['S2'], ['S2', 'S3']]);
    await change(market.market, [mine('S3', 26)], later);
    await change(market.market, [mine('S3', 26, { quantity: 0 }), mine('S2', 22)], later);
    await settle(market.market);
    deepEqual((await events())[0]?.named, ['S2', 'S3'], 'an offer that came and went');
  });

  it('tells nothing to a seller whose offer only passes through an item', async () => {
    const through = (id: string) => offer('S2', 'through', id, { listingPrice: 12 });
    await take(item(`${itemId}-other`), through(itemId), mine('S1', 19), through(`${itemId}-other`));
    const rows = (await events()).filter((row) => row.item_id === itemId);
    deepEqual(inShort(rows), ['offers New', 'box New Consumer B2C priceChange']);
    for (const { owners, named } of rows) deepEqual([owners, named], [['S1'], ['S1']]);
  });

  it('tells the facts of a seller when they reach its boards, with the request that changed them', async () => {
    const facts = seller('S1', { featuredMerchant: false });
    await change(market.market, [facts], { boards: 'now', requestId: 'request-8' });
    deepEqual(await published(), []);
    await settle(market.market);
    const rows = (await events()).filter((row) => row.item_id === itemId);
    deepEqual(inShort(rows), ['offers New', 'box New Consumer B2C eligibility', 'health']);
    for (const { owners, lane, part } of rows) deepEqual([owners, lane, part.requestId], [['S1'], 1, 'request-8']);
    await change(market.market, [seller('S1')], { boards: 'now', requestId: 'request-9' });
    await change(market.market, [seller('S1', { feedbackCount: 700 })], { boards: 'now', requestId: 'request-10' });
    await settle(market.market);
    for (const { part } of await events()) equal(part.requestId, undefined, 'two requests came together');
    await take(seller('S1'));
    await settle(market.market);
  });

  it('tells that a date has passed, when somebody meets the board', async () => {
    await take(mine('S3', 10, { startTime: new Date(market.clock.now + HOUR_MS).toISOString() }));
    deepEqual(await published(), [], 'customers see nothing else yet');
    market.clock.now += HOUR_MS;
    await market.market.reader.itemBoard({ marketplaceId: 'M1', itemId }, 'Consumer', 'New');
    const rows = await events();
    deepEqual(inShort(rows), ['offers New', 'box New Consumer B2C clock']);
    const [offers, box] = rows;
    deepEqual([offers?.named, offers?.owners, offers?.at_ms], [['S1', 'S3'], [], market.clock.now]);
    deepEqual([box?.named, box?.owners, box?.lane], [['S1', 'S3'], [], 1]);
  });

  it('tells a change beyond the shown offers, because it counts, and nothing when customers see the same', async () => {
    await take(
      mine('S2', 25),
      item(itemId, { attributes: { Title: 'Another title' }, salesRanks: [{ category: 'b', rank: 3 }] }),
    );
    deepEqual(await published(), []);
    const many = Array.from({ length: 21 }, (_, n) => offer('S3', `${itemId}-${n}`, itemId, { listingPrice: 30 }));
    await take(...many);
    await events();
    await take(offer('S3', `${itemId}-21`, itemId, { listingPrice: 40 }));
    deepEqual(await published(), ['offers New']);
  });

  it('tells what belongs to no condition once, with the first condition that has offers', async () => {
    await take(
      removal('S1', `${itemId}-S1`),
      removal('S2', `${itemId}-S2`),
      mine('S1', 20, used),
      mine('S2', 9, { ...used, condition: 'Club' }),
    );
    await events();
    await take(item(itemId, { listPrice: 50 }));
    const [row, ...more] = await events();
    deepEqual([more, row?.condition, row?.part.Summary.ListPrice], [[], 'Used', usd(50)]);
    await take(item(itemId, { listPrice: 51 }), mine('S2', 8, { ...used, condition: 'Club' }));
    deepEqual(
      await published(),
      ['offers Club', 'box Club Consumer B2C priceChange'],
      'the Summary is that of the whole item',
    );
  });

  it('tells a change of the SKU that holds a box as one of the offers alone', async () => {
    await take(offer('S1', `${itemId}-0`, itemId));
    await events();
    await take(mine('S1', 20, { active: false }));
    deepEqual(await published(), ['offers New']);
  });

  it('tells a seller that comes on sale the other conditions, too, unless it was on sale there', async () => {
    await take(mine('S3', 9, used));
    const rows = await events();
    deepEqual(inShort(rows), ['offers Used', 'box Used Consumer B2C newOffer', 'offers New named']);
    deepEqual(rows[2]?.named, ['S3']);
    equal(rows[2]?.part.Offers.length, 2);
    await take(offer('S1', `${itemId}-U`, itemId, { listingPrice: 8, ...used }));
    deepEqual(await published(), ['offers Used', 'box Used Consumer B2C newOffer']);
    await take(mine('S3', 9, { ...used, active: false }));
    await take(mine('S3', 9, used));
    deepEqual(await published(), ['offers Used', 'offers Used', 'offers New named']);
  });

  it('tells it to a seller that came on sale while the board was stale, also when its offer changes with the rebuild', async () => {
    await market.take([mine('S3', 9, used)], 'later');
    await take(mine('S3', 8, used));
    const rows = await events();
    deepEqual(inShort(rows), ['offers Used', 'box Used Consumer B2C several', 'offers New named']);
    deepEqual(rows[2]?.named, ['S3']);
  });

  it('tells the item that an offer left, and the one that it came to', async () => {
    await take(item(`${itemId}-other`), offer('S2', `${itemId}-x`, `${itemId}-other`, { listingPrice: 30 }));
    await events();
    await take({ ...mine('S1', 20), itemId: `${itemId}-other` });
    const rows = await events();
    deepEqual(
      rows.map(({ item_id, part, owners }) => [item_id, part.Cause ?? '', owners]),
      [
        [itemId, '', ['S1']],
        [itemId, 'offerEnded', ['S1']],
        [`${itemId}-other`, '', ['S1']],
        [`${itemId}-other`, 'newOffer', ['S1']],
      ],
    );
    ok(rows[0]?.named.includes('S1'), 'it is not on sale there any more');
  });

  it('tells the sellers of an item that is removed with its offers', async () => {
    const gone = { kind: 'item', op: 'delete', marketplaceId: 'M1', itemId };
    await take(removal('S1', `${itemId}-S1`), removal('S2', `${itemId}-S2`), gone);
    const rows = await events();
    deepEqual(inShort(rows), ['offers New', 'box New Consumer B2C several']);
    const [offers, box] = rows;
    deepEqual(offers?.named, ['S1', 'S2']);
    deepEqual(
      [offers?.part.status, offers?.part.Summary.TotalOfferCount, offers?.part.Offers],
      ['NoBuyableOffers', 0, []],
    );
    deepEqual(
      [box?.part.BuyBoxPrice, box?.part.PreviousBuyBoxPrice.sellerId, box?.facts.after],
      [undefined, 'S1', null],
    );
    await take(item(itemId));
    deepEqual(await published(), [], 'an item without offers has nobody to tell');
  });

  it('tells the boxes of businesses only where they differ from those of consumers (decision 44)', async () => {
    await take(mine('S2', 25, { businessPrice: 18 }));
    const rows = await events();
    deepEqual(inShort(rows), ['offers New', 'box New Business B2B priceChange']);
    deepEqual(Object.keys(rows[0]?.part), [
      ...['storeItemId', 'ItemCondition', 'status', 'LowestLandedPrice', 'PreviousLowestLandedPrice'],
      ...['Summary', 'Offers', 'Business'],
    ]);
    equal(rows[0]?.part.Business.Offers[0].ListingPrice.Amount, 18);
    await take(mine('S1', 21));
    deepEqual(await published(), [
      'offers New',
      'box New Consumer B2C priceChange',
      'box New Business B2C priceChange',
    ]);
    await take(mine('S2', 19));
    const after = await events();
    deepEqual(inShort(after), [
      'offers New',
      'box New Consumer B2C priceChange',
      'box New Business B2B priceChange',
      'box New Business B2C priceChange',
    ]);
    equal(after[0]?.part.Business, undefined);
    equal(after[2]?.part.BuyBoxPrice, undefined);
    equal(after[3]?.part.BuyBoxPrice.sellerId, 'S2', 'businesses now see the box of consumers');
  });

  it('never goes back to an earlier moment', async () => {
    await take(mine('S3', 10, { startTime: new Date(market.clock.now + HOUR_MS).toISOString() }));
    market.clock.now += HOUR_MS;
    await settle(market.market);
    equal((await published()).at(-1), 'box New Consumer B2C clock');
    market.clock.now -= HOUR_MS;
    await take(mine('S2', 24, { startTime: new Date(market.clock.now + HOUR_MS / 2).toISOString() }));
    const rows = await events();
    deepEqual(inShort(rows), ['offers New'], 'S3 still holds the box');
    equal(rows[0]?.part.Summary.TotalOfferCount, 3, 'an offer that begins before that moment is judged by it');
    market.clock.now += HOUR_MS;
  });
});
