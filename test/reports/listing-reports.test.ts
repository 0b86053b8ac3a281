import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { makeDemoMarket } from '../../src/cli/demo/make.ts';
import { openSnapshots } from '../../src/db/open.ts';
import type { Snapshots } from '../../src/db/snapshot.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import type { Line } from '../../src/wire/reports/report-description.ts';
import { openPricing, type PricingApp, payloadOf } from '../contract/pricing/pricing-app.ts';
import { anyDrawn, offeredItemOf, put } from '../contract/pricing/random-items.ts';
import { testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { scaled } from '../harness/scale.ts';
import { flattened, reportLines, without } from './report-lines.ts';

const NOW = Date.parse('2026-11-15T12:00:00.000Z');
const DEMO = 'A1DEMOSELLER';
const MARKETPLACES = ['STORE_CA', 'STORE_US'];

type Listing = Record<string, unknown> & { SellerSKU: string; storeItemId: string; ItemCondition: string };

withEngines('reports of listings', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let pricing: PricingApp;
  let snapshots: Snapshots;
  /** Each with some listings: the demo seller, and those of random items. */
  const sellers = new Set([DEMO]);

  before(async () => {
    pricing = await openPricing(engine, NOW, { priceChanges: 'direct' });
    await makeDemoMarket(pricing.db, NOW);
    for (const drawn of fc.sample(anyDrawn, { numRuns: scaled(4, 40), seed: 1 })) {
      const item = offeredItemOf(drawn);
      await put(pricing, item);
      for (const { sellerId } of item.offers) sellers.add(sellerId);
    }
    snapshots = await openSnapshots(pricing.databaseConfig);
  });
  after(async () => {
    await snapshots?.close();
    await pricing.close();
  });

  const linesOf = (type: string, sellerId: string, parameters: object = {}, marketplaceIds = MARKETPLACES) =>
    reportLines(snapshots, type, { sellerId, marketplaceIds, parameters: parameters as never }, pricing.clock.now);

  async function listingsOf(sellerId: string, MarketplaceId: string): Promise<Listing[]> {
    const found: Listing[] = [];
    let token = {};
    for (;;) {
      const page = payload<{ Listings: Listing[]; nextToken?: string }>(
        await pricing.get(sellerId, '/listings', { MarketplaceId, pageSize: '100', ...token }),
      );
      found.push(...page.Listings);
      if (page.nextToken === undefined) return found;
      token = { nextToken: page.nextToken };
    }
  }

  /** The SKUs of a report's lines in one marketplace, each once. */
  const skusIn = (lines: readonly Line[], MarketplaceId: string) => [
    ...new Set(lines.filter((line) => line.MarketplaceId === MarketplaceId).map((line) => String(line.SellerSKU))),
  ];

  test('POSITIONS has what the list of listings has, and the explanation of each', async () => {
    for (const sellerId of sellers) {
      const lines = await linesOf('POSITIONS', sellerId);
      const shown: object[] = [];
      for (const MarketplaceId of MARKETPLACES)
        for (const listing of await listingsOf(sellerId, MarketplaceId))
          shown.push({
            MarketplaceId,
            ...flattened(listing),
            CurrencyCode: MarketplaceId === 'STORE_CA' ? 'CAD' : 'USD',
          });
      assert.deepEqual(
        lines.map((line) => without(line, 'revision', 'Explanation')),
        shown,
      );
      for (const { MarketplaceId, SellerSKU, Explanation } of lines.slice(0, scaled(15, 500))) {
        const path = `/listings/${encodeURIComponent(String(SellerSKU))}/buyBox`;
        const answer = await pricing.get(sellerId, path, { MarketplaceId: String(MarketplaceId) });
        assert.equal(Explanation, payload<{ Explanation: string }>(answer).Explanation);
      }
    }
  });

  once('POSITIONS with states has only listings in these', async () => {
    const all = await linesOf('POSITIONS', DEMO);
    const some = await linesOf('POSITIONS', DEMO, { states: ['losing', 'unhealthy'] });
    assert.ok(some.length > 0 && some.length < all.length);
    assert.deepEqual(
      some,
      all.filter(({ State }) => State === 'losing' || State === 'unhealthy'),
    );
  });

  test('POSITIONS with a text has what the search in listings finds', async () => {
    const { Listings } = payload<{ Listings: Listing[] }>(
      await pricing.get(DEMO, '/listings', { MarketplaceId: 'STORE_US', pageSize: '100', query: 'sku-2' }),
    );
    const found = await linesOf('POSITIONS', DEMO, { query: 'sku-2' }, ['STORE_US']);
    assert.ok(Listings.length > 3);
    assert.deepEqual(skusIn(found, 'STORE_US').sort(), Listings.map(({ SellerSKU }) => SellerSKU).sort());
  });

  once('POSITIONS, WHAT_IF and FEES have only the listings that are chosen', async () => {
    const all = await linesOf('POSITIONS', DEMO, {}, ['STORE_US']);
    const losing = all.filter(({ State }) => State === 'losing').map(({ SellerSKU }) => String(SellerSKU));
    const [first, second, third] = losing as [string, string, string];
    const strategy = { type: 'win' };
    const skusOf = async (type: string, parameters: object) =>
      skusIn(await linesOf(type, DEMO, parameters, ['STORE_US']), 'STORE_US');
    assert.deepEqual(await skusOf('WHAT_IF', { strategy, states: ['losing'] }), losing);
    const SellerSKUs = [second, 'NOT-MINE', first];
    for (const type of ['POSITIONS', 'WHAT_IF'])
      assert.deepEqual(await skusOf(type, { strategy, SellerSKUs }), [first, second].sort(), type);
    assert.deepEqual(await skusOf('WHAT_IF', { strategy, query: third.toLowerCase(), SellerSKUs }), []);
    const item = all.find(({ SellerSKU }) => SellerSKU === third)?.storeItemId;
    assert.deepEqual(await skusOf('FEES', { id: third }), [third]);
    assert.ok((await skusOf('FEES', { id: item })).includes(third));
    const ofItem = all.filter(({ storeItemId }) => storeItemId === item).map(({ SellerSKU }) => SellerSKU);
    assert.deepEqual(await skusOf('FEES', { id: item }), ofItem);
    assert.deepEqual(await skusOf('FEES', { id: third.toLowerCase() }), []);
  });

  test('a report of one marketplace has no line of another, and none of another seller', async () => {
    const lines = await linesOf('POSITIONS', DEMO, {}, ['STORE_CA']);
    assert.ok(lines.length > 0);
    const listed = await listingsOf(DEMO, 'STORE_CA');
    assert.deepEqual(
      lines.map(({ SellerSKU }) => SellerSKU),
      listed.map(({ SellerSKU }) => SellerSKU),
    );
    assert.deepEqual(await linesOf('POSITIONS', 'NOBODY'), []);
  });

  once('WHAT_IF has what whatIf answers for each listing', async () => {
    const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
    const bodies = [
      { strategy: { type: 'win' } },
      { strategy: { type: 'match' }, CustomerType: 'Business' },
      { strategy: { type: 'beatBy', amount: usd(0.5) }, floor: usd(10) },
      { strategy: { type: 'setTo', price: usd(9.99) } },
    ];
    for (const sellerId of sellers) {
      for (const body of bodies) {
        const lines = await linesOf('WHAT_IF', sellerId, body, ['STORE_US']);
        const SellerSKUs = skusIn(lines, 'STORE_US');
        const wanted = { MarketplaceId: 'STORE_US', SellerSKUs, ...body };
        const answer = await pricing.post(sellerId, '/whatIf', wanted, '/products/pricing/v4');
        const { Listings } = payload<{ Listings: object[] }>(answer);
        assert.deepEqual(
          lines.map((line) => without(line, 'revision', 'MarketplaceId', 'CurrencyCode')),
          Listings.map((one) => flattened(one)),
        );
      }
    }
  });

  once('FEES has what the fee endpoints estimate for each listing', async () => {
    for (const sellerId of sellers) {
      const lines = await linesOf('FEES', sellerId);
      for (const MarketplaceId of MARKETPLACES)
        for (const sku of skusIn(lines, MarketplaceId).slice(0, scaled(20, 500))) {
          const path = `/listings/${encodeURIComponent(sku)}/feesEstimate?MarketplaceId=${MarketplaceId}`;
          const { FeesEstimateResult } = payload<{ FeesEstimateResult: Estimate }>(await fees(sellerId, path, {}));
          const mine = lines.filter((line) => line.MarketplaceId === MarketplaceId && line.SellerSKU === sku);
          assert.deepEqual(mine.map(estimated), estimatesOf(FeesEstimateResult));
        }
    }
  });

  once('FEES at several dates has what the comparison has', async () => {
    for (const asOf of [['2039-12-31', '2040-01-01', '2026-01-01'], ['2040-01-01'], ['1990-01-01', '2040-01-01']]) {
      const lines = await linesOf('FEES', DEMO, { asOf }, ['STORE_US']);
      const skus = skusIn(lines, 'STORE_US').slice(0, 20);
      const requests = skus.map((IdValue) => ({ IdType: 'SellerSKU', IdValue }));
      const { AsOf, FeesComparisonList } = payload<Comparisons>(await fees(DEMO, '/compare', { asOf, requests }));
      for (const [n, sku] of skus.entries()) {
        const expected = FeesComparisonList[n]?.EstimateList.flatMap((one, at) => {
          const isNow = asOf.length === 1 && at === 0;
          return estimatesOf(one).map((fee, line) => ({
            ...{ ...fee, AsOf: isNow ? 'now' : AsOf[at] },
            ...flattened({ Schedule: one.Schedule ?? {} }),
            ...differenceOf(one, line),
          }));
        });
        const mine = lines.filter(({ SellerSKU }) => SellerSKU === sku);
        const order = (line: object) => JSON.stringify([(line as Line).AsOf, (line as Line).FeeType]);
        const sorted = expected?.sort((a, b) => (order(a) < order(b) ? -1 : 1));
        const own = ['MarketplaceId', 'SellerSKU', 'storeItemId', 'revision', 'IsStoreFulfilled', 'CurrencyCode'];
        assert.deepEqual(
          mine.map((line) => without(line, ...own, ...PRICES)),
          sorted?.map((line) => without(line as Line, 'IsStoreFulfilled', ...PRICES)),
        );
      }
    }
  });

  test('PRICE_HISTORY has the steps of the price history of each listing', async () => {
    const since = new Date(NOW - 6 * DAY_MS).toISOString();
    for (const box of [{}, { CustomerType: 'Business' }, { CustomerType: 'Business', OfferType: 'B2B' }]) {
      const lines = await linesOf('PRICE_HISTORY', DEMO, { since, ...box }, ['STORE_US']);
      assert.ok(lines.length > 50);
      for (const listing of await listingsOf(DEMO, 'STORE_US')) {
        const { SellerSKU, storeItemId, ItemCondition } = listing;
        const path = `/items/${storeItemId}/priceHistory`;
        const query = { MarketplaceId: 'STORE_US', ItemCondition, SellerSKU, since, pageSize: '500', ...box };
        const { Steps, OwnPrices } = payload<{ Steps: object[]; OwnPrices: object[] }>(
          await pricing.get(DEMO, path, query),
        );
        const mine = lines.filter((line) => line.SellerSKU === SellerSKU);
        const of = (Kind: string) =>
          mine
            .filter((line) => line.Kind === Kind)
            .map((line) =>
              without(line, 'MarketplaceId', 'SellerSKU', 'Kind', 'Number', 'CurrencyCode', ...ABOUT_ITEM),
            );
        assert.deepEqual(
          [of('BuyBox'), of('OwnPrice')],
          [Steps.map((step) => flattened(step)), OwnPrices.map((step) => flattened(step))],
        );
      }
    }
  });

  once('BUY_BOX_SHARE has the days of the share of each listing', async () => {
    const lines = await linesOf('BUY_BOX_SHARE', DEMO, { since: '2026-11-11' }, ['STORE_US']);
    assert.ok(lines.some(({ Share }) => Share !== 0 && Share !== 1));
    for (const { SellerSKU } of await listingsOf(DEMO, 'STORE_US')) {
      const path = `/listings/${encodeURIComponent(SellerSKU)}/buyBoxShare`;
      const query = { MarketplaceId: 'STORE_US', since: '2026-11-11' };
      const { Days } = payload<{ Days: object[] }>(await pricing.get(DEMO, path, query));
      const mine = lines.filter((line) => line.SellerSKU === SellerSKU);
      const own = ['MarketplaceId', 'SellerSKU', 'observedSince', ...ABOUT_ITEM];
      assert.deepEqual(
        mine.map((line) => without(line, ...own)),
        Days,
      );
    }
  });

  async function fees(sellerId: string, path: string, wanted: object) {
    const headers = { authorization: `Bearer for.${sellerId}` };
    return pricing.app.inject({ method: 'POST', url: `/products/fees/v4${path}`, payload: wanted, headers });
  }
});

const payload = <Payload>(answer: Parameters<typeof payloadOf>[0]): Payload => payloadOf(answer);

const ABOUT_ITEM = ['storeItemId', 'revision', 'ItemCondition'];
const PRICES = ['PriceToEstimateFees.ListingPrice', 'PriceToEstimateFees.Shipping'];

type Fee = { FeeType: string };
type Estimate = {
  Status: string;
  FeesEstimateIdentifier?: object;
  Schedule?: object;
  FeesEstimate?: { TotalFeesEstimate: object; FeeDetailList: Fee[] };
  Error?: object;
  Difference?: { TotalDifference: object; FeeDifferenceList: object[] };
};
type Comparisons = { AsOf: string[]; FeesComparisonList: { EstimateList: Estimate[] }[] };

/** The fees of an answer in the order of a report's lines. */
function estimatesOf({ Status, FeesEstimateIdentifier = {}, FeesEstimate, Error: failure }: Estimate): object[] {
  const { IsStoreFulfilled, PriceToEstimateFees } = FeesEstimateIdentifier as Record<string, object | undefined>;
  const about = flattened({
    ...{ Status },
    ...(IsStoreFulfilled !== undefined && { IsStoreFulfilled }),
    ...(PriceToEstimateFees !== undefined && { PriceToEstimateFees }),
  });
  delete about['PriceToEstimateFees.Points.PointsNumber'];
  if (FeesEstimate === undefined) return [{ ...about, FeeType: '', ...flattened({ Error: failure }) }];
  const { TotalFeesEstimate, FeeDetailList } = FeesEstimate;
  return FeeDetailList.map((fee) => ({ ...about, ...flattened({ TotalFeesEstimate, ...fee }) })).sort((a, b) =>
    String((a as Fee).FeeType) < String((b as Fee).FeeType) ? -1 : 1,
  );
}

/** What a line of FEES says of the present, without what the estimate does not say. */
function estimated(line: Line): object {
  assert.equal(line.AsOf, 'now');
  const own = ['MarketplaceId', 'SellerSKU', 'storeItemId', 'revision', 'CurrencyCode', 'AsOf'];
  return without(line, ...own, 'Schedule.ScheduleId', 'Schedule.Version', 'Schedule.EffectiveFrom');
}

/** The difference that belongs to the `n`th fee in the order of a report's lines. */
function differenceOf({ Difference }: Estimate, n: number): object {
  if (Difference === undefined) return {};
  const { TotalDifference, FeeDifferenceList } = Difference;
  const sorted = [...FeeDifferenceList].sort((a, b) => ((a as Fee).FeeType < (b as Fee).FeeType ? -1 : 1));
  const { After: _final, ...fee } = sorted[n] as Record<string, object>;
  return flattened({ TotalDifference, ...fee });
}
