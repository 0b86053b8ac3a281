import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import type { MarketRecord } from '../../../src/domain/market/records/market-record.ts';
import { keepHistory } from '../../../src/market/projections/history/retention.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { recordOf } from '../../harness/record-of.ts';
import { openPricing, type PricingApp, payloadOf } from './pricing-app.ts';

const at = (text: string) => Date.parse(`2026-11-${text}Z`);

const offerOf = (sellerId: string, sku: string, itemId: string, listingPrice: number, more: object = {}) => ({
  ...{ kind: 'offer', marketplaceId: 'US', sellerId, sku, itemId, condition: 'New', subCondition: 'New' },
  ...{ channel: 'SELLER', listingPrice, shipping: 1, quantity: 5, ...more },
});

/** A, whose SKUs must not be seen by others, and B compete for PAN. LAMP is A's alone. */
const first = [
  { kind: 'marketplace', marketplaceId: 'US', name: 'US', countryCode: 'US', currency: 'USD', isDefault: true },
  ...['A', 'B', 'C'].map((sellerId) => ({
    ...{
      kind: 'seller',
      sellerId,
      plan: 'Professional',
      feedbackRating: 95,
      feedbackCount: 100,
      featuredMerchant: true,
    },
  })),
  ...['PAN', 'LAMP'].map((itemId) => ({ kind: 'item', marketplaceId: 'US', itemId, category: 'home' })),
  offerOf('A', 'a-secret-pan', 'PAN', 20),
  offerOf('B', 'b-secret-pan', 'PAN', 22),
  offerOf('A', 'a-secret-lamp', 'LAMP', 30),
];

/** What happens, in the order of time. */
const changes: [time: string, record: object][] = [
  ['02T06:00:00', offerOf('B', 'b-secret-pan', 'PAN', 19)],
  ['02T12:00:00', offerOf('A', 'a-secret-pan', 'PAN', 18)],
  ['03T00:00:00', offerOf('A', 'a-secret-pan', 'PAN', 17.5)],
  ['03T18:00:00', offerOf('A', 'a-secret-pan', 'PAN', 17.5, { quantity: 0 })],
  ['04T00:00:00', offerOf('B', 'b-secret-pan', 'PAN', 19, { businessPrice: 16 })],
];

const guide = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

const priced = (listing: number) => ({
  LandedPrice: { CurrencyCode: 'USD', Amount: listing + 1 },
  ListingPrice: { CurrencyCode: 'USD', Amount: listing },
  Shipping: { CurrencyCode: 'USD', Amount: 1 },
});

withEnginesInTorture('price history endpoints', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, at('01T12:00:00'));
    await pricing.market.writer.apply(first.map(recordOf), { boards: 'now' });
    for (const [time, record] of changes) {
      pricing.clock.now = at(time);
      await pricing.market.writer.apply([recordOf(record)], { boards: 'now' });
    }
    pricing.clock.now = at('04T12:00:00');
  });
  after(() => pricing.close());

  const history = (query: object = {}, seller = 'A', item = 'PAN') =>
    pricing.get(seller, `/items/${item}/priceHistory`, { MarketplaceId: 'US', ItemCondition: 'New', ...query });
  const share = (sku: string, query: object = {}, seller = 'A') =>
    pricing.get(seller, `/listings/${encodeURIComponent(sku)}/buyBoxShare`, { MarketplaceId: 'US', ...query });
  const total = (query: object = {}, seller = 'A') =>
    pricing.get(seller, '/buyBoxShare', { MarketplaceId: 'US', ...query });
  const several = (SellerSKUs: readonly string[], more: object = {}, seller = 'A') =>
    pricing.post(seller, '/listings/history', { MarketplaceId: 'US', SellerSKUs, ...more }, '/products/pricing/v4');
  const detailsOf = (answer: Awaited<ReturnType<typeof history>>, status: number): string => {
    assert.equal(answer.statusCode, status, answer.body);
    return answer
      .json()
      .errors.map((one: { message: string; details: string }) => `${one.message} ${one.details}`)
      .join(' ');
  };
  type Step = { at: string; BuyBox?: { SellerId: string; ListingPrice: { Amount: number } }; LowestPrice?: object };
  /** A step as a short text. */
  const shortly = ({ at: time, BuyBox, LowestPrice }: Step) =>
    `${time.slice(8, 16)} ${BuyBox ? `${BuyBox.SellerId} ${BuyBox.ListingPrice.Amount}` : '-'}${LowestPrice ? '' : ' no offer'}`;
  type Day = { Date: string; HeldMilliseconds: number; ObservedMilliseconds?: number; Share?: number };
  const sharesIn = (days: Day[]) => days.map(({ Date: date, Share }) => [date, Share]);

  test('200 tells who held the box at which price, step by step, and hides the SKUs of others', async () => {
    const payload = payloadOf(await history());
    assert.deepEqual(payload.Steps.map(shortly), [
      '01T12:00 A 20',
      '02T06:00 B 19',
      '02T12:00 A 18',
      '03T00:00 A 17.5',
      '03T18:00 B 19',
    ]);
    assert.deepEqual(payload.Steps[1], {
      at: '2026-11-02T06:00:00.000Z',
      BuyBox: { MyOffer: false, SellerId: 'B', FulfillmentChannel: 'SELLER', ...priced(19) },
      LowestPrice: priced(19),
    });
    assert.deepEqual(payload.Steps[2].BuyBox, {
      ...{ MyOffer: true, SellerId: 'A', SellerSKU: 'a-secret-pan', FulfillmentChannel: 'SELLER' },
      ...priced(18),
    });
    const { Steps: _steps, ...rest } = payload;
    assert.deepEqual(rest, {
      ...{ MarketplaceId: 'US', storeItemId: 'PAN', ItemCondition: 'New', CustomerType: 'Consumer', offerType: 'B2C' },
      observedSince: '2026-11-01T12:00:00.000Z',
    });
    for (const seller of ['A', 'B', 'C'])
      for (const other of ['A', 'B'].filter((one) => one !== seller))
        assert.ok(!(await history({}, seller)).body.includes(`${other.toLowerCase()}-secret`));
  });

  test('200 begins with the step in force at since, and ends before until', async () => {
    const stepsOf = async (query: object) => payloadOf(await history(query)).Steps.map(shortly);
    assert.deepEqual(await stepsOf({ since: '2026-11-02T08:00:00Z', until: '2026-11-03' }), [
      '02T08:00 B 19',
      '02T12:00 A 18',
    ]);
    assert.deepEqual(await stepsOf({ since: '2026-11-03', until: '2026-11-03T00:00:00.001Z' }), ['03T00:00 A 17.5']);
    assert.deepEqual(await stepsOf({ since: '2026-11-04T11:00:00%2B02:00'.replace('%2B', '+') }), ['04T09:00 B 19']);
    assert.deepEqual(await stepsOf({ since: '1999-01-01', until: '2026-11-02' }), ['01T12:00 A 20']);
    assert.deepEqual(await stepsOf({ since: '1999-01-01', until: '2026-11-01' }), [], 'nothing is known of this time');
  });

  test('200 begins with a step without an offer where a box had none until later, or never', async () => {
    const stepsOf = async (query: object) => payloadOf(await history(query)).Steps.map(shortly);
    assert.deepEqual(await stepsOf({ ItemCondition: 'Used' }), ['01T12:00 - no offer']);
    assert.deepEqual(await stepsOf({ ItemCondition: 'Used', since: '2026-11-03' }), ['03T00:00 - no offer']);
    const query = { CustomerType: 'Business', OfferType: 'B2B', pageSize: '1' };
    const { Steps, nextToken } = payloadOf(await history(query));
    assert.deepEqual(Steps.map(shortly), ['01T12:00 - no offer']);
    assert.deepEqual(await stepsOf({ ...query, nextToken }), ['04T00:00 B 16']);
  });

  test('200 gets page by page the same steps as at once', async () => {
    const whole = payloadOf(await history()).Steps;
    const pages: object[] = [];
    let next: string | undefined;
    do {
      const { Steps, nextToken } = payloadOf(await history({ pageSize: '2', ...(next && { nextToken: next }) }));
      assert.ok(Steps.length <= 2);
      pages.push(...Steps);
      next = nextToken;
    } while (next);
    assert.deepEqual(pages, whole);
  });

  test('200 the own price of a listing, step by step, also in pages; of another seller nothing', async () => {
    const { OwnPrices } = payloadOf(await history({ SellerSKU: 'a-secret-pan' }));
    assert.deepEqual(OwnPrices, [
      { at: '2026-11-01T12:00:00.000Z', OwnPrice: priced(20) },
      { at: '2026-11-02T12:00:00.000Z', OwnPrice: priced(18) },
      { at: '2026-11-03T00:00:00.000Z', OwnPrice: priced(17.5) },
    ]);
    const pages: object[] = [];
    let next: string | undefined;
    do {
      const query = { SellerSKU: 'a-secret-pan', pageSize: '1', ...(next && { nextToken: next }) };
      const page = payloadOf(await history(query));
      pages.push(...page.OwnPrices);
      next = page.nextToken;
    } while (next);
    assert.deepEqual(pages, OwnPrices);
    assert.deepEqual(payloadOf(await history({ SellerSKU: 'a-secret-pan' }, 'B')).OwnPrices, []);
    const business = payloadOf(await history({ SellerSKU: 'b-secret-pan', since: '2026-11-03' }, 'B')).OwnPrices;
    assert.deepEqual(business.at(-1), {
      ...{ at: '2026-11-04T00:00:00.000Z', OwnPrice: priced(19) },
      BusinessPrice: { CurrencyCode: 'USD', Amount: 16 },
    });
  });

  test('200 businesses follow consumers until they see something else', async () => {
    const ordinary = payloadOf(await history({ CustomerType: 'Business', since: '2026-11-03T12:00:00Z' })).Steps;
    assert.deepEqual(ordinary.map(shortly), ['03T12:00 A 17.5', '03T18:00 B 19', '04T00:00 - no offer']);
    const business = payloadOf(await history({ CustomerType: 'business', OfferType: 'b2b' }));
    assert.deepEqual([business.CustomerType, business.offerType], ['Business', 'B2B']);
    assert.deepEqual(business.Steps.map(shortly), ['01T12:00 - no offer', '04T00:00 B 16']);
  });

  test('200 the share of a listing is exact for each UTC day, and its first and last day count as far as they are observed', async () => {
    const payload = payloadOf(await share('a-secret-pan'));
    assert.deepEqual(payload.Days, [
      { Date: '2026-11-01', HeldMilliseconds: DAY_MS / 2, ObservedMilliseconds: DAY_MS / 2, Share: 1 },
      { Date: '2026-11-02', HeldMilliseconds: 0.75 * DAY_MS, ObservedMilliseconds: DAY_MS, Share: 0.75 },
      { Date: '2026-11-03', HeldMilliseconds: 0.75 * DAY_MS, ObservedMilliseconds: DAY_MS, Share: 0.75 },
      { Date: '2026-11-04', HeldMilliseconds: 0, ObservedMilliseconds: DAY_MS / 2, Share: 0 },
    ]);
    assert.deepEqual(payload.Total, { HeldMilliseconds: 2 * DAY_MS, ObservedMilliseconds: 3 * DAY_MS, Share: 0.6667 });
    const { SellerSKU, storeItemId, ItemCondition, observedSince } = payload;
    assert.deepEqual(
      [SellerSKU, storeItemId, ItemCondition, observedSince],
      ['a-secret-pan', 'PAN', 'New', '2026-11-01T12:00:00.000Z'],
    );
    const rival = payloadOf(await share('b-secret-pan', { since: '2026-11-03T23:00:00Z' }, 'B'));
    assert.deepEqual(sharesIn(rival.Days), [
      ['2026-11-03', 0.25],
      ['2026-11-04', 1],
    ]);
  });

  test('200 the share of all listings is a part of their time on sale, before and after it is added up', async () => {
    const expected = [
      // Two listings; that of PAN held the box three quarters of the 2nd, and was on sale as long on the 3rd.
      { Date: '2026-11-01', HeldMilliseconds: DAY_MS, OnSaleMilliseconds: DAY_MS, Share: 1 },
      { Date: '2026-11-02', HeldMilliseconds: 1.75 * DAY_MS, OnSaleMilliseconds: 2 * DAY_MS, Share: 0.875 },
      { Date: '2026-11-03', HeldMilliseconds: 1.75 * DAY_MS, OnSaleMilliseconds: 1.75 * DAY_MS, Share: 1 },
      { Date: '2026-11-04', HeldMilliseconds: DAY_MS / 2, OnSaleMilliseconds: DAY_MS / 2, Share: 1 },
    ];
    assert.deepEqual(payloadOf(await total()).Days, expected);
    await keepHistory(pricing.db, pricing.clock.now, 90);
    assert.deepEqual(payloadOf(await total()).Days, expected);
    assert.equal(payloadOf(await total()).Total.Share, 0.9524);
    assert.deepEqual(payloadOf(await total({}, 'C')), {
      MarketplaceId: 'US',
      Days: [],
      Total: { HeldMilliseconds: 0, OnSaleMilliseconds: 0 },
    });
  });

  test('200 several listings at once have shares and steps; an unknown SKU and that of another seller are told apart', async () => {
    const { Listings } = payloadOf(
      await several(['a-secret-pan', 'b-secret-pan', 'nope', 'a-secret-lamp', 'a-secret-pan']),
    );
    assert.deepEqual(
      Listings.map(({ status, SellerSKU }: Record<string, string>) => [status, SellerSKU]),
      [
        ['Success', 'a-secret-pan'],
        ['ClientError', 'b-secret-pan'],
        ['ClientError', 'nope'],
        ['Success', 'a-secret-lamp'],
      ],
    );
    const { status: _status, Steps, OwnPrices, ...shares } = Listings[0];
    const { MarketplaceId: _marketplace, ...alone } = payloadOf(await share('a-secret-pan'));
    assert.deepEqual(shares, alone);
    const whole = payloadOf(await history({ SellerSKU: 'a-secret-pan' }));
    assert.deepEqual(Steps, whole.Steps);
    assert.deepEqual(OwnPrices, whole.OwnPrices);
    assert.deepEqual(Listings[1].errors, Listings[2].errors);
    assert.equal(Listings[2].errors[0].code, 'NotFound');
    assert.equal(Listings[3].Steps.length, 1);
  });

  test('200 the share of a listing that changes its condition has the time in both boxes, as the guides say', async () => {
    const used = { condition: 'Used', subCondition: 'Good' };
    const before = pricing.clock.now;
    const apply = (time: string, ...records: object[]) => {
      pricing.clock.now = at(time);
      return pricing.market.writer.apply(records.map(recordOf), { boards: 'now' });
    };
    const mug = { kind: 'item', marketplaceId: 'US', itemId: 'MUG', category: 'home' };
    await apply('05T00:00:00', mug, offerOf('A', 'a-mug', 'MUG', 5), offerOf('B', 'b-mug', 'MUG', 6));
    await apply('05T00:00:00', offerOf('C', 'c-mug', 'MUG', 9, used));
    await apply('05T12:00:00', offerOf('A', 'a-mug', 'MUG', 5, used));
    pricing.clock.now = at('06T00:00:00');
    const held = async (seller: string) =>
      payloadOf(await share(`${seller.toLowerCase()}-mug`, { since: '2026-11-05' }, seller)).Days[0].Share;
    // New: A until noon, then B. Used: C until noon, then A.
    const [ofA, ofB, ofC] = [await held('A'), await held('B'), await held('C')];
    assert.deepEqual([ofA, ofB, ofC], [1, 0.5, 0.5]);
    assert.equal(ofA + ofB + ofC, 2, 'two boxes that somebody held all day');
    const { description } = (await pricing.app.inject('/openapi.json')).json().paths[
      '/products/pricing/v4/listings/{SellerSKU}/buyBoxShare'
    ].get;
    for (const text of [description, guide('pricing.md'), guide('explain.md')])
      assert.match(text, /the\s+condition that it had at the time/);
    pricing.clock.now = before;
  });

  test('200 null counts as absent, and a key that is nearly a known one is named in warnings', async () => {
    const usual = await several(['a-secret-pan']);
    assert.equal((await several(['a-secret-pan'], { since: null })).body, usual.body);
    const { payload, warnings } = (await several(['a-secret-pan'], { Since: '2026-11-03' })).json();
    assert.deepEqual(payload, usual.json().payload);
    assert.match(warnings[0].message, /Since/);
  });

  test('200 of an item that is removed, the history stays; one without history has none', async () => {
    const records = [
      { kind: 'item', marketplaceId: 'US', itemId: 'VASE', category: 'home' },
      offerOf('A', 'a-vase', 'VASE', 5),
    ];
    await pricing.market.writer.apply(records.map(recordOf), { boards: 'now' });
    const removals: MarketRecord[] = [
      { kind: 'offer', op: 'delete', key: { marketplaceId: 'US', sellerId: 'A', sku: 'a-vase' } },
      { kind: 'item', op: 'delete', key: { marketplaceId: 'US', itemId: 'VASE' } },
    ];
    pricing.clock.now += 1_000;
    for (const removal of removals) await pricing.market.writer.apply([removal], { boards: 'now' });
    pricing.clock.now += 1_000;
    assert.deepEqual(payloadOf(await history({}, 'B', 'VASE')).Steps.map(shortly), [
      '04T12:00 A 5',
      '04T12:00 - no offer',
    ]);
    pricing.clock.now -= 2_000;
  });

  test('400 names the field and what would be right', async () => {
    const bad: [query: Record<string, string>, expected: RegExp][] = [
      [{ since: 'yesterday' }, /^since is not valid\. Query parameter since must be a time such as .* %2B/],
      [{ since: '2026-11-31' }, /^since is not valid/],
      [{ until: '1' }, /^until is not valid\. Query parameter until must be a time/],
      [
        { since: '2026-11-03', until: '2026-11-03' },
        /^until is not valid\. Query parameter until must be later than since/,
      ],
      [{ since: '2026-12-01' }, /^since is not valid\. Query parameter since must not be in the future/],
      [{ ItemCondition: 'Nice' }, /^ItemCondition .*New, Used/],
      [{ CustomerType: 'Nobody' }, /^CustomerType/],
      [
        { OfferType: 'B2B' },
        /^OfferType is not valid\. Query parameter OfferType must be B2C with CustomerType Consumer/,
      ],
      [{ pageSize: '0' }, /^pageSize/],
      [{ pageSize: '501' }, /^pageSize/],
      [{ pageSize: '1e400' }, /^pageSize/],
      [{ nextToken: 'abc' }, /^nextToken is not valid/],
      [{ MarketplaceId: 'MARS' }, /^MarketplaceId is not valid\. There is no marketplace MARS\. There are: US\./],
    ];
    for (const [query, expected] of bad)
      assert.match(detailsOf(await history(query), 400), expected, JSON.stringify(query));
    const { nextToken } = payloadOf(await history({ pageSize: '1' }));
    assert.match(detailsOf(await history({ nextToken, CustomerType: 'Business' }), 400), /^nextToken is not valid/);
    assert.match(detailsOf(await history({ nextToken: `${nextToken}A` }), 400), /^nextToken is not valid/);
    for (const ask of [share.bind(null, 'a-secret-pan'), total]) {
      assert.match(
        detailsOf(await ask({ since: '12' }), 400),
        /^since is not valid\. Query parameter since must be a time/,
      );
      assert.match(detailsOf(await ask({ since: '2027-01-01' }), 400), /^since is not valid/);
      assert.match(detailsOf(await ask({ MarketplaceId: 'MARS' }), 400), /^MarketplaceId is not valid/);
    }
    assert.match(detailsOf(await several([]), 400), /^SellerSKUs/);
    assert.match(detailsOf(await several(Array.from({ length: 51 }, (_, n) => `s${n}`)), 400), /^SellerSKUs/);
    assert.match(detailsOf(await several(['x'], { since: 'soon' }), 400), /^since is not valid\. since must be a time/);
    assert.match(detailsOf(await several(['x'], { MarketplaceId: 'MARS' }), 400), /^MarketplaceId is not valid/);
  });

  test('401 without a token, 403 without the right', async () => {
    const url = '/products/pricing/v4/buyBoxShare?MarketplaceId=US';
    assert.equal((await pricing.app.inject({ url })).statusCode, 401);
    const operations = ['/items/PAN/priceHistory', '/listings/a/buyBoxShare', '/buyBoxShare'];
    for (const path of operations) {
      const answer = await pricing.app.inject({
        url: `/products/pricing/v4${path}?MarketplaceId=US&ItemCondition=New`,
        headers: { authorization: 'Bearer no-rights' },
      });
      assert.equal(answer.statusCode, 403, answer.body);
    }
  });

  test("404 for an unknown item, an unknown SKU, and another seller's SKU", async () => {
    assert.match(detailsOf(await history({}, 'A', 'NOPE'), 404), /^There is no such item/);
    const unknown = await share('nope');
    assert.match(detailsOf(unknown, 404), /^There is no such listing/);
    assert.equal((await share('b-secret-pan')).body, unknown.body);
  });

  test('200 after retention tells the same since the horizon, and that the rest is unknown', async () => {
    const [steps, days] = [payloadOf(await history()).Steps, payloadOf(await share('a-secret-pan')).Days];
    const all = payloadOf(await total()).Days;
    await keepHistory(pricing.db, pricing.clock.now, 1);
    const kept = payloadOf(await history({ since: '2020-01-01' }));
    assert.equal(kept.observedSince, '2026-11-03T00:00:00.000Z');
    assert.deepEqual(kept.Steps, steps.slice(3));
    assert.deepEqual(payloadOf(await share('a-secret-pan', { since: '2020-01-01' })).Days, days.slice(2));
    assert.deepEqual(payloadOf(await total({ since: '2020-01-01' })).Days, all.slice(2));
  });
});
