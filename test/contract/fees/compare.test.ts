import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { itemId } from '../../../src/cli/demo/items.ts';
import { demoListings } from '../../cli/demo-listings.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import {
  type Answer,
  type AtDate,
  byItem,
  bySku,
  type Comparison,
  type ComparisonApi,
  type Line,
  type Money,
  openComparisons,
  terms,
} from './compare-app.ts';

withEnginesInTorture('a comparison of fees', (engine) => {
  let api: ComparisonApi;
  before(async () => {
    api = await openComparisons(engine);
  });
  after(() => api.close());

  const listOf = async (asOf: unknown, requests: unknown): Promise<Comparison[]> =>
    (await api.compared(asOf, requests)).payload.FeesComparisonList;
  const codesOf = (line: Line | undefined) => line?.Reasons.map(({ Code }) => Code);

  test('200 has at each date the estimate of the single endpoint with that asOf, for every demo listing', async () => {
    const dates = ['2020-05-05', '2026-01-01', '2026-12-24T12:00:00+02:00', '2028-02-01', '2040-02-01'];
    const requests = [
      ...demoListings.map(({ sku }) => bySku(sku)),
      ...[1, 4, 7, 12].map((n) => byItem(itemId(n))),
      byItem(
        itemId(1),
        terms({ IsStoreFulfilled: true, Identifier: 'mine', OptionalFulfillmentProgram: 'fs_expedited' }),
      ),
      byItem(itemId(1), terms({ IsStoreFulfilled: true, OptionalFulfillmentProgram: 'FS_MOON' })),
      bySku('DEMO-SKU-1', terms({}, 'CAD', 'STORE_CA')),
      byItem('NOPE', terms()),
      byItem('ITEM000900'),
    ];
    const list = [
      ...(await api.compared(dates, requests.slice(0, 20), '?explain=true')).payload.FeesComparisonList,
      ...(await api.compared(dates, requests.slice(20), '?explain=true')).payload.FeesComparisonList,
    ];
    assert.equal(list.length, requests.length);
    const seen = new Set<string>();
    for (const [n, { IdType, IdValue, ...body }] of requests.entries()) {
      for (const [at, date] of dates.entries()) {
        const folder = IdType === 'SellerSKU' ? 'listings' : 'items';
        const url = `/${folder}/${encodeURIComponent(IdValue)}/feesEstimate?explain=true&asOf=${encodeURIComponent(date)}`;
        const answer = await api.post(url, body);
        const { EstimateList, FeesEstimateIdentifier } = list[n] as Comparison;
        const { AsOf, Schedule, Difference, ...estimate } = EstimateList[at] as AtDate;
        assert.equal(AsOf, new Date(date).toISOString());
        seen.add(`${answer.statusCode} ${estimate.Status}`);
        if (answer.statusCode === 500) assert.equal(estimate.Error?.Code, 'InternalError');
        else assert.deepEqual(timeless({ FeesEstimateIdentifier, ...estimate }), timeless(singleOf(answer)));
        const explained = answer.statusCode === 200 ? singleOf(answer).FeesEstimate?.FeeDetailList[0] : undefined;
        assert.deepEqual(Schedule, explained?.Explanation.Schedule);
        assert.ok(at > 0 || Difference === undefined);
      }
    }
    // Otherwise a market of failures only would pass.
    assert.deepEqual([...seen].sort(), ['200 ClientError', '200 Success', '500 ServiceError']);
  });

  test('200 the differences of the lines add up, and a line has reasons exactly when something behind it differs', async () => {
    const dates = ['2026-06-01', '2026-01-01', '2027-01-01', '2029-06-01', '2040-02-01'];
    const requests = [
      ...demoListings.slice(0, 19).map(({ sku }) => bySku(sku)),
      bySku('DEMO-SKU-1', terms({}, 'CAD', 'STORE_CA')),
    ];
    const { payload } = await api.compared(dates, requests, '?explain=true');
    const counts = { same: 0, different: 0 };
    for (const { EstimateList } of payload.FeesComparisonList) {
      const [first] = EstimateList;
      for (const one of EstimateList.slice(1)) {
        const isComparable = first?.Status === 'Success' && one.Status === 'Success';
        assert.equal(one.Difference !== undefined, isComparable);
        if (!one.Difference) continue;
        const { TotalDifference, FeeDifferenceList } = one.Difference;
        const sum = FeeDifferenceList.reduce((all, line) => all + minor(line.Difference), 0);
        assert.equal(sum, minor(TotalDifference));
        assert.equal(minor(totalOf(one)) - minor(totalOf(first as AtDate)), sum);
        for (const [at, line] of FeeDifferenceList.entries()) {
          const [before, now] = [first as AtDate, one].map((each) => unscheduled(detailsOf(each)[at]));
          const isSame = JSON.stringify(before) === JSON.stringify(now);
          assert.equal(line.Reasons.length === 0, isSame, JSON.stringify(line));
          counts[isSame ? 'same' : 'different'] += 1;
        }
      }
    }
    assert.ok(counts.same > 50 && counts.different > 5, JSON.stringify(counts));
  });

  test('200 names the reasons: a rate that a promotion makes up for, a price, a promotion that ends, a lower tax', async () => {
    const dates = ['2039-12-31', '2040-01-01', '2040-04-01'];
    const [dock] = await listOf(dates, [bySku('DEMO-SKU-7')]);
    const [, january, april] = dock?.EstimateList ?? [];
    const [referral, closing, ships] = january?.Difference?.FeeDifferenceList ?? [];
    assert.deepEqual(codesOf(referral), [
      'ScheduleChanged',
      'ReferralRateChanged',
      'PromotionAdded',
      'AmountUnchanged',
    ]);
    assert.deepEqual([codesOf(closing), codesOf(ships)], [[], ['ScheduleChanged', 'FulfillmentPriceChanged']]);
    assert.deepEqual(january?.Difference?.TotalDifference, { CurrencyCode: 'USD', Amount: 0.15 });
    assert.deepEqual(april?.Difference?.TotalDifference, { CurrencyCode: 'USD', Amount: 0.65 });
    // Backwards, within one schedule: only the promotion's own dates differ, so the schedule is no reason.
    const [back] = await listOf(['2040-04-01', '2040-03-31T23:59:59.999Z'], [bySku('DEMO-SKU-7')]);
    const [cheaper] = back?.EstimateList[1]?.Difference?.FeeDifferenceList ?? [];
    assert.deepEqual([codesOf(cheaper), cheaper?.Difference.Amount], [['PromotionAdded'], -0.5]);
    const [taxed] = await listOf(['2028-01-01', '2029-01-01'], [bySku('DEMO-SKU-1', terms({}, 'CAD', 'STORE_CA'))]);
    const [less] = taxed?.EstimateList[1]?.Difference?.FeeDifferenceList ?? [];
    assert.deepEqual(codesOf(less), ['ScheduleChanged', 'TaxRateChanged']);
    assert.deepEqual(less?.Difference, { CurrencyCode: 'CAD', Amount: -0.03 });
  });

  test('200 compares a single date with now, which comes first', async () => {
    const start = Date.now();
    const { payload } = await api.compared(['2040-01-01'], [bySku('DEMO-SKU-14')]);
    const [now, later] = payload.AsOf;
    assert.equal(later, '2040-01-01T00:00:00.000Z');
    assert.ok(Date.parse(now ?? '') >= start && Date.parse(now ?? '') <= Date.now());
    const [today, then] = payload.FeesComparisonList[0]?.EstimateList ?? [];
    assert.equal(today?.AsOf, now);
    // In the demo both fees of this listing have a promotion, which the schedule of 2040 does not have.
    const [referral] = then?.Difference?.FeeDifferenceList ?? [];
    assert.ok(codesOf(referral)?.includes('PromotionRemoved'));
    assert.ok((referral?.Difference.Amount ?? 0) > 0);
  });

  test('200 a date without an estimate has an Error; the other dates and requests are answered', async () => {
    const dates = ['2027-06-01', '2020-05-05', '2028-02-01', '2040-02-01'];
    const bulky = byItem(itemId(12), terms({ IsStoreFulfilled: true }));
    const invalid = byItem(
      itemId(1),
      terms({ PriceToEstimateFees: { ListingPrice: { CurrencyCode: 'EUR', Amount: 1 } } }),
    );
    const answer = await api.post('/compare', {
      asOf: dates,
      requests: [bulky, invalid, { IdType: 'x' }, bySku('DEMO-SKU-7')],
    });
    const [first, wrong, shapeless, good] = (answer.json() as Answer).payload.FeesComparisonList;
    const statuses = (one: Comparison | undefined) => one?.EstimateList.map(({ Status }) => Status);
    assert.deepEqual(statuses(first), ['Success', 'ClientError', 'ServiceError', 'Success']);
    assert.deepEqual(
      first?.EstimateList.map(({ Error: error, Difference }) => error?.Code ?? (Difference ? 'compared' : 'base')),
      ['base', 'DataNotAvailable', 'InternalError', 'compared'],
    );
    assert.doesNotMatch(answer.body, /RangeError|\.ts/);
    for (const one of [wrong, shapeless]) assert.deepEqual(statuses(one), Array(4).fill('ClientError'));
    assert.match(wrong?.EstimateList[3]?.Error?.Detail[0] ?? '', /CurrencyCode must be USD/);
    assert.match(shapeless?.EstimateList[0]?.Error?.Detail.join() ?? '', /IdValue is missing.*IdType must be one of/);
    assert.deepEqual(statuses(good), ['Success', 'ClientError', 'Success', 'Success']);
    // Without an estimate at the first date there is nothing to compare with.
    const [baseless] = await listOf(['2020-05-05', '2027-01-01'], [bySku('DEMO-SKU-7')]);
    assert.deepEqual(statuses(baseless), ['ClientError', 'Success']);
    assert.equal(baseless?.EstimateList[1]?.Difference, undefined);
  });

  test('200 reads each request once for all dates', async () => {
    const dates = ['2026-06-01', '2027-01-01', '2028-01-01', '2029-01-01', '2040-01-01'];
    const before = api.reads.count;
    await api.compared(dates, [bySku('DEMO-SKU-7'), byItem(itemId(1), terms()), bySku('NOPE')]);
    assert.equal(api.reads.count - before, 3);
    // By item without terms: the item, and the caller's offers on it.
    await api.compared(dates, [byItem(itemId(7))]);
    assert.equal(api.reads.count - before, 5);
  });

  test("200 a rival's SKU is unknown", async () => {
    const answer = await api.post(
      '/compare',
      { asOf: ['2027-01-01'], requests: [bySku('DEMO-SKU-7')] },
      'for.A2DEMORIVAL',
    );
    const [{ EstimateList }] = answer.json().payload.FeesComparisonList;
    assert.deepEqual(
      EstimateList.map((one: AtDate) => one.Error?.Code),
      Array(2).fill('InvalidParameterValue'),
    );
  });
});

const singleOf = (answer: { json: () => { payload: { FeesEstimateResult: Single } } }) =>
  answer.json().payload.FeesEstimateResult;
type Single = { FeesEstimate?: { FeeDetailList: { Explanation: { Schedule: object } }[] } };

const timeless = (value: object): unknown =>
  JSON.parse(JSON.stringify(value).replace(/"TimeOfFeesEstimation":"[^"]+"/, '"TimeOfFeesEstimation":""'));

const minor = ({ Amount }: Money) => Math.round(Amount * 100);
const totalOf = ({ FeesEstimate }: AtDate): Money => FeesEstimate?.TotalFeesEstimate ?? assert.fail();
const detailsOf = ({ FeesEstimate }: AtDate) =>
  (FeesEstimate as { FeeDetailList?: { Explanation: object }[] } | undefined)?.FeeDetailList ?? [];

/** A fee and all figures behind it, without the schedule's name. */
function unscheduled(detail = assert.fail() as { Explanation: object }): unknown {
  const { Schedule: _named, ...explanation } = detail.Explanation as { Schedule: object };
  return { ...detail, Explanation: explanation };
}
