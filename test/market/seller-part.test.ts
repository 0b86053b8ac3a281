import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { defaultFeeSchedule } from '../../src/cli/fee-schedules/default.ts';
import { applyRecords } from '../contract/pricing/apply-records.ts';
import { openPricing, type PricingApp, payloadOf } from '../contract/pricing/pricing-app.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { NOW, type Plain, seller } from './market-fixture.ts';
import { queued, queueOnly, receive } from './queued-events.ts';

type Money = { CurrencyCode: string; Amount: number };
type Net = { Net?: Money; TotalFees?: Money; Reason?: string };
type Winning = { resultStatus: string; ListingPrice?: Money; LandedPrice?: Money; Reasons?: string[] };
type MyOffer = {
  SellerSKU: string;
  OwnPrice: { ListingPrice: Money; Shipping?: Money; LandedPrice?: Money };
  IsBuyBoxWinner: boolean;
  WinningPrice: Winning;
  NetAtOwnPrice: Net;
  NetAtWinningPrice?: Net;
};
type Part = { Change: string; Own: boolean; MyOffers: MyOffer[] };
type Published = { kind: string; box: string; sellerId: string; text: string; part: Part };

const M = { marketplaceId: 'STORE_US' };
const SELLERS = ['ANN', 'BEN', 'CAT', 'NEW'];
const usd = (Amount: number): Money => ({ CurrencyCode: 'USD', Amount });
/** The SKU tells whose it is, so that a text with another seller's SKU is found. */
const offer = (sellerId: string, itemId: string, listingPrice: number, more: Plain = {}): Plain => ({
  ...{
    kind: 'offer',
    ...M,
    sellerId,
    sku: `sku-of-${sellerId}-${itemId}`,
    itemId,
    condition: 'New',
    subCondition: 'New',
  },
  ...{ channel: 'SELLER', listingPrice, shipping: 0, quantity: 5, ...more },
});
const item = (itemId: string, more: Plain = {}): Plain => ({
  ...{
    kind: 'item',
    ...M,
    itemId,
    category: 'home',
    dimensions: { lengthIn: 9, widthIn: 6, heightIn: 2 },
    weightLb: 1,
  },
  ...more,
});
const CONSUMERS = 'New Consumer B2C';

withEnginesInTorture("a seller's part of an event", (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await applyRecords(pricing, [
      { kind: 'marketplace', ...M, name: 'US', countryCode: 'US', currency: 'USD', isDefault: true },
      defaultFeeSchedule(),
      ...SELLERS.map((id) => seller(id, id === 'NEW' ? { feedbackCount: 1 } : {})),
    ]);
    await receive(pricing.db, SELLERS);
  });
  after(() => pricing.close());

  /** Everything that is queued, for each of its sellers. The queue is empty then. */
  const expand = () =>
    pricing.db.transaction(async (tx) => {
      const { events } = pricing.market;
      const open = await events.next(tx, 200, []);
      for (const { itemPart } of open) ok(!itemPart.includes('sku-of-'), itemPart);
      const concerned = await events.sellersOf(tx, open, 100);
      const parts = await events.partsOf(tx, open, concerned);
      const rows = await tx.all<{ id: number; condition: string; customer: string; offer_type: string }>(
        'SELECT id, condition, customer, offer_type FROM market_event',
      );
      const boxes = new Map(rows.map((row) => [row.id, `${row.condition} ${row.customer} ${row.offer_type}`]));
      const kinds = new Map(open.map(({ id, kind }) => [id, kind]));
      await events.finish(
        tx,
        open.map(({ id }) => id),
      );
      return concerned.flatMap(({ eventId, sellerId }, n): Published[] => {
        const text = parts[n];
        if (text === undefined) return [];
        const about = { kind: kinds.get(eventId) ?? '', box: boxes.get(eventId) ?? '', sellerId };
        return [{ ...about, text, part: JSON.parse(`{${text}}`) }];
      });
    });
  /** What sellers are told of a buy box after these changes. */
  const change = async (...records: Plain[]): Promise<Published[]> => {
    await applyRecords(pricing, records);
    const published = await expand();
    for (const { sellerId, text } of published) {
      const others = SELLERS.filter((id) => id !== sellerId);
      ok(!others.some((id) => text.includes(`sku-of-${id}`)), `${sellerId} sees the SKU of another seller: ${text}`);
    }
    return published.filter(({ kind }) => kind === 'BUY_BOX_CHANGED');
  };
  const wordsOf = (published: readonly Published[], box = CONSUMERS) =>
    Object.fromEntries(published.filter((one) => one.box === box).map(({ sellerId, part }) => [sellerId, part.Change]));
  const mine = (published: readonly Published[], sellerId: string, box = CONSUMERS): MyOffer[] =>
    published.find((one) => one.sellerId === sellerId && one.box === box)?.part.MyOffers ?? [];

  const winningOf = async (sellerId: string, sku: string, box: string): Promise<Winning> => {
    const answer = await pricing.post(sellerId, '/offer/featuredOfferExpectedPrice', { requests: [{ ...M, sku }] });
    const [{ body }] = answer.json().responses;
    const found = body.featuredOfferExpectedPriceResults.find(
      (one: { CustomerType: string; offerType: string }) => box === `New ${one.CustomerType} ${one.offerType}`,
    );
    return {
      resultStatus: found.resultStatus,
      ...(found.featuredOfferExpectedPrice && { ListingPrice: found.featuredOfferExpectedPrice.listingPrice }),
      ...(found.reasons && { Reasons: found.reasons }),
    };
  };
  const feesOf = async (sellerId: string, sku: string, listing: Money, shipping: Money): Promise<Money> => {
    const payload = {
      FeesEstimateRequest: {
        ...{ MarketplaceId: 'STORE_US', Identifier: 'x', IsStoreFulfilled: false },
        PriceToEstimateFees: { ListingPrice: listing, Shipping: shipping },
      },
    };
    const answer = await pricing.app.inject({
      ...{ method: 'POST', url: `/products/fees/v4/listings/${sku}/feesEstimate`, payload },
      headers: { authorization: `Bearer for.${sellerId}` },
    });
    return answer.json().payload.FeesEstimateResult.FeesEstimate.TotalFeesEstimate;
  };
  /** The own offers of every receiver say what the pricing and fee endpoints say at this moment. */
  const checkFigures = async (published: readonly Published[]) => {
    for (const { sellerId, box, part } of published) {
      for (const one of part.MyOffers) {
        const { LandedPrice: landed, ...winning } = one.WinningPrice;
        deepEqual(winning, await winningOf(sellerId, one.SellerSKU, box));
        const { ListingPrice: listing, Shipping: shipping = usd(0) } = one.OwnPrice;
        const prices: [Money | undefined, Net | undefined][] = [
          [listing, one.NetAtOwnPrice],
          [winning.ListingPrice, one.NetAtWinningPrice],
        ];
        for (const [price, net] of prices) {
          equal(price === undefined, net === undefined);
          if (price === undefined) continue;
          const fees = await feesOf(sellerId, one.SellerSKU, price, shipping);
          const cents = Math.round(100 * (price.Amount + shipping.Amount - fees.Amount));
          deepEqual(net, { Net: usd(cents / 100), TotalFees: fees });
        }
        if (landed) equal(landed.Amount.toFixed(2), ((winning.ListingPrice?.Amount ?? 0) + shipping.Amount).toFixed(2));
      }
    }
  };

  it('says what happened as its receiver sees it', async () => {
    await change(item('CUP'));
    // On sale, but not eligible.
    deepEqual(wordsOf(await change(offer('NEW', 'CUP', 5))), {});
    deepEqual(wordsOf(await change(offer('ANN', 'CUP', 20))), { ANN: 'WON', NEW: 'HOLDER' });
    deepEqual(wordsOf(await change(offer('CAT', 'CUP', 30))), {});
    const undercut = await change(offer('BEN', 'CUP', 19, { shipping: 0.5 }));
    deepEqual(wordsOf(undercut), { ANN: 'LOST', BEN: 'WON', CAT: 'HOLDER', NEW: 'HOLDER' });
    deepEqual(
      undercut.map(({ sellerId, part }) => [sellerId, part.Own]),
      [
        ...[
          ['ANN', false],
          ['BEN', true],
          ['CAT', false],
          ['NEW', false],
        ],
      ],
    );
    await checkFigures(undercut);
    const cheaper = await change(offer('BEN', 'CUP', 18.5, { shipping: 0.5 }));
    deepEqual(wordsOf(cheaper), { ANN: 'PRICE', BEN: 'PRICE', CAT: 'PRICE', NEW: 'PRICE' });
    // A price that is shipped otherwise is another price.
    const shipped = await change(offer('BEN', 'CUP', 19, { shipping: 0 }));
    deepEqual(wordsOf(shipped), { ANN: 'PRICE', BEN: 'PRICE', CAT: 'PRICE', NEW: 'PRICE' });
    await change(offer('CAT', 'CUP', 30, { quantity: 0 }), offer('ANN', 'CUP', 20, { quantity: 0 }));
    const ended = await change(offer('BEN', 'CUP', 19, { quantity: 0 }));
    deepEqual(wordsOf(ended), { BEN: 'LOST', NEW: 'NONE' });
    // Why its offer cannot win now: it is out of stock.
    deepEqual(mine(ended, 'BEN')[0]?.WinningPrice, { resultStatus: 'OFFER_NOT_ELIGIBLE', Reasons: ['stock'] });
    await checkFigures(ended);
  });

  it('has the figures of the list of listings', async () => {
    await change(item('JAR', { competitivePriceThreshold: 25 }), offer('BEN', 'JAR', 24, { shipping: 0.5 }));
    await change(offer('CAT', 'JAR', 26));
    const published = await change(offer('ANN', 'JAR', 20, { shipping: 2 }));
    equal(published.length, 3);
    for (const { sellerId, part } of published) {
      const answer = await pricing.get(sellerId, '/listings', {
        MarketplaceId: 'STORE_US',
        query: `sku-of-${sellerId}-JAR`,
      });
      const [listed] = payloadOf(answer).Listings;
      const { State, storeItemId, ItemCondition, FulfillmentChannel, BuyBoxPrice, GapToBuyBox, ...rest } = listed;
      const { OffersCount, LastChanged, Quantity, TermsRevision, ...figures } = rest;
      const [one] = part.MyOffers;
      const { IsBuyBoxWinner, ...same } = one as MyOffer;
      deepEqual(same, figures);
      equal(IsBuyBoxWinner, State === 'winning');
      equal(TermsRevision, 1);
      deepEqual([OffersCount, typeof LastChanged, Quantity, BuyBoxPrice.LandedPrice], [3, 'string', 5, usd(22)]);
      deepEqual([storeItemId, ItemCondition, FulfillmentChannel], ['JAR', 'New', 'SELLER']);
      equal(GapToBuyBox.Amount, (one?.OwnPrice.LandedPrice?.Amount ?? 0) - 22);
    }
  });

  it('names the highest price that wins: at it the receiver wins, a cent above it does not', async () => {
    await change(item('MUG'), offer('ANN', 'MUG', 20));
    const lost = await change(offer('BEN', 'MUG', 17.31, { shipping: 0.99 }));
    equal(wordsOf(lost).ANN, 'LOST');
    const price = mine(lost, 'ANN')[0]?.WinningPrice.ListingPrice?.Amount ?? 0;
    const above = await change(offer('ANN', 'MUG', Math.round(price * 100 + 1) / 100));
    deepEqual(wordsOf(above), {});
    const won = await change(offer('ANN', 'MUG', price));
    deepEqual(wordsOf(won), { ANN: 'WON', BEN: 'LOST' });
    deepEqual(
      mine(won, 'ANN').map((one) => one.IsBuyBoxWinner),
      [true],
    );
    const again = await change(offer('ANN', 'MUG', Math.round(price * 100 + 1) / 100));
    deepEqual(wordsOf(again), { ANN: 'LOST', BEN: 'WON' });
    await checkFigures(again);
  });

  it('has all SKUs of the receiver in this condition, the best first, at most 20', async () => {
    const sku = (n: number) => ({ sku: `sku-of-ANN-${n}` });
    await change(item('POT'), offer('ANN', 'POT', 21, sku(1)), offer('ANN', 'POT', 9, { ...sku(2), quantity: 0 }));
    await change(offer('ANN', 'POT', 1, { ...sku(3), condition: 'Used', subCondition: 'Good' }));
    await change(offer('ANN', 'POT', 20, sku(4)));
    const published = await change(offer('BEN', 'POT', 19));
    deepEqual(
      mine(published, 'ANN').map((one) => one.SellerSKU),
      ['sku-of-ANN-4', 'sku-of-ANN-1', 'sku-of-ANN-2'],
    );
    await checkFigures(published);
    // The receiver's own better offer stands against its other ones.
    const own = await change(offer('ANN', 'POT', 18, sku(4)));
    deepEqual(
      mine(own, 'ANN').map((one) => [one.SellerSKU, one.IsBuyBoxWinner]),
      [
        ...[
          ['sku-of-ANN-4', true],
          ['sku-of-ANN-1', false],
          ['sku-of-ANN-2', false],
        ],
      ],
    );
    await checkFigures(own);
    const more = Array.from({ length: 22 }, (_, n) => offer('ANN', 'POT', 40 + n, { sku: `sku-of-ANN-m${n}` }));
    // However many it has in another condition.
    const used = Array.from({ length: 210 }, (_, n) =>
      offer('ANN', 'POT', 1, { sku: `sku-of-ANN-u${n}`, condition: 'Used', subCondition: 'Good' }),
    );
    await applyRecords(pricing, [...more, ...used], 'later');
    const many = mine(await change(offer('BEN', 'POT', 17)), 'ANN');
    deepEqual([many.length, many[0]?.SellerSKU, many[19]?.OwnPrice.ListingPrice], [20, 'sku-of-ANN-4', usd(57)]);
  });

  it('tells each box of businesses by its own prices', async () => {
    await change(
      item('LID'),
      offer('ANN', 'LID', 20, { businessPrice: 15 }),
      offer('CAT', 'LID', 30, { businessPrice: 16 }),
    );
    const published = await change(offer('BEN', 'LID', 19));
    deepEqual(wordsOf(published), { ANN: 'LOST', BEN: 'WON', CAT: 'HOLDER' });
    deepEqual(wordsOf(published, 'New Business B2C'), { ANN: 'HOLDER', BEN: 'WON', CAT: 'HOLDER' });
    await checkFigures(published);
    // An offer with a business price stands in the box of business prices, any other in that of ordinary ones.
    deepEqual(mine(published, 'ANN', 'New Business B2C'), []);
    equal(mine(published, 'BEN', 'New Business B2C').length, 1);
    const cheaper = await change(offer('CAT', 'LID', 30, { businessPrice: 14 }));
    deepEqual(wordsOf(cheaper, 'New Business B2B'), { ANN: 'LOST', BEN: 'HOLDER', CAT: 'WON' });
    deepEqual(mine(cheaper, 'BEN', 'New Business B2B'), []);
    const [ofAnn] = mine(cheaper, 'ANN', 'New Business B2B');
    deepEqual([ofAnn?.OwnPrice.ListingPrice, ofAnn?.WinningPrice.ListingPrice], [usd(15), usd(14)]);
    await checkFigures(cheaper);
  });

  it('tells businesses about the box that they share with consumers once business terms are gone', async () => {
    await change(item('TIN'), offer('ANN', 'TIN', 20, { businessPrice: 15 }), offer('BEN', 'TIN', 21));
    const published = await change(offer('ANN', 'TIN', 20));
    deepEqual(wordsOf(published), {});
    deepEqual(wordsOf(published, 'New Business B2B'), { ANN: 'LOST', BEN: 'NONE' });
    deepEqual(wordsOf(published, 'New Business B2C'), { ANN: 'WON', BEN: 'LOST' });
    deepEqual(
      mine(published, 'ANN', 'New Business B2C').map((one) => one.IsBuyBoxWinner),
      [true],
    );
    equal(mine(published, 'BEN', 'New Business B2C').length, 1);
    await checkFigures(published.filter(({ box }) => box === 'New Business B2C'));
  });

  it('has no own offers when the item is gone', async () => {
    await change(item('OLD'), offer('ANN', 'OLD', 20));
    await applyRecords(pricing, [
      { op: 'delete', kind: 'offer', ...M, sellerId: 'ANN', sku: 'sku-of-ANN-OLD' },
      { op: 'delete', kind: 'item', ...M, itemId: 'OLD' },
    ]);
    const published = (await expand()).filter(({ kind }) => kind === 'BUY_BOX_CHANGED');
    deepEqual(
      published.map(({ text }) => text),
      ['"Change":"LOST","Own":true,"PreviousSellerSKU":"sku-of-ANN-OLD","MyOffers":[]'],
    );
  });

  it('has the reason in place of fees while no schedule is in force', async () => {
    await change(item('EARLY'), offer('ANN', 'EARLY', 20));
    await applyRecords(pricing, [offer('BEN', 'EARLY', 19)]);
    await pricing.db.run(`UPDATE fee_schedule SET record = '{"marketplaceId":"OTHER"}'`);
    const published = (await expand()).filter(({ kind }) => kind === 'BUY_BOX_CHANGED');
    await pricing.db.run('DELETE FROM fee_schedule');
    await applyRecords(pricing, [defaultFeeSchedule()]);
    const { Reason, ...rest } = mine(published, 'ANN')[0]?.NetAtOwnPrice ?? {};
    deepEqual([Reason?.startsWith('No fee schedule of STORE_US is in force'), rest], [true, {}]);
  });

  it('of ANY_OFFER_CHANGED names own SKUs of the item and condition: on sale first, then the cheapest, 20 at most', async () => {
    const mySkus = async (...records: Plain[]) => {
      await applyRecords(pricing, records);
      const published = (await expand()).filter(
        ({ kind, box }) => kind === 'ANY_OFFER_CHANGED' && box.startsWith('New'),
      );
      return Object.fromEntries(published.map(({ sellerId, part }) => [sellerId, (part as unknown as Plain).MySKUs]));
    };
    const ann = (sku: string, price: number, more: Plain = {}) => offer('ANN', 'MINE', price, { sku, ...more });
    const first = [item('MINE'), ann('dear', 30), ann('cheap', 20), ann('none left', 10, { quantity: 0 })];
    const used = ann('used', 5, { condition: 'Used', subCondition: 'Good' });
    deepEqual(await mySkus(...first, used, offer('BEN', 'MINE', 25)), {
      ANN: ['cheap', 'dear', 'none left'],
      BEN: ['sku-of-BEN-MINE'],
    });
    const many = Array.from({ length: 30 }, (_, n) => ann(`many-${String(n).padStart(2, '0')}`, 12));
    const { ANN } = await mySkus(...many);
    deepEqual(
      ANN,
      Array.from({ length: 20 }, (_, n) => `many-${String(n).padStart(2, '0')}`),
    );
  });

  it('of other kinds says whether a changed record is its own, and of PRICING_HEALTH what was found then', async () => {
    const facts = { parts: { ANN: '"Health":"UNHEALTHY","Offers":[1]' } };
    await queueOnly(pricing.db, [
      queued({ ...M, itemId: 'NONE', named: ['ANN', 'BEN'], owners: ['BEN'] }),
      queued({
        ...M,
        itemId: 'NONE',
        kind: 'PRICING_HEALTH',
        audience: 'named',
        named: ['ANN', 'BEN'],
        owners: ['ANN'],
        facts,
      }),
    ]);
    deepEqual(
      (await expand()).map(({ sellerId, kind, text }) => [sellerId, kind, text]),
      [
        ['ANN', 'ANY_OFFER_CHANGED', '"Own":false,"MySKUs":[]'],
        ['BEN', 'ANY_OFFER_CHANGED', '"Own":true,"MySKUs":[]'],
        ['ANN', 'PRICING_HEALTH', '"Health":"UNHEALTHY","Offers":[1],"Own":true'],
      ],
    );
  });
});
