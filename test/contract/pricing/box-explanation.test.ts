import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import type { BoxName } from '../../../src/domain/pricing/decision.ts';
import { seenBy } from '../../../src/domain/pricing/offers.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { recordOf } from '../../harness/record-of.ts';
import { openPricing, type PricingApp, payloadOf } from './pricing-app.ts';
import { NOW, workedMarket } from './worked-market.ts';

const US = { MarketplaceId: 'STORE_US' };
const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });

type Gate = { Name: string; Passed: boolean };
type Money = { Amount: number };

/**
 * The New offers on PAN, best first, and those that fail a gate; then an offer without competition. Columns: seller and SKU,
 * the gates that fail, the rank, the gap to the holder (of the holder: to the runner-up), and the winning listing price.
 */
const worked: [string, string, string[], number | undefined, number | undefined, string | number][] = [
  ['ACME', 'pan-acme', [], 1, 0, 22],
  ['BOLT', 'pan-bolt', [], 2, 0, 17.99],
  ['CORE', 'pan-core', [], 3, 0, 19.99],
  ['DUNE', 'pan-dune', [], 4, 0, 21.99],
  ['DUNE', 'pan-dune-2', [], 5, 0, 20.99],
  ['EDGE', 'pan-edge', [], 6, 3, 19.99],
  ['BOLT', 'pan-bolt-fs', ['competitivePriceThreshold'], undefined, 3.01, 21.99],
  ['FAIL', 'pan-fail', ['feedbackRating'], undefined, -7, 'OFFER_NOT_ELIGIBLE'],
  ['GREN', 'pan-gren', ['feedbackCount'], undefined, -4.5, 'OFFER_NOT_ELIGIBLE'],
  ['HUSH', 'pan-hush', ['featuredMerchant'], undefined, -2.5, 'OFFER_NOT_ELIGIBLE'],
  ['ACME', 'pan-acme-out', ['stock'], undefined, -10, 'OFFER_NOT_ELIGIBLE'],
  ['CORE', 'pan-core-off', ['active'], undefined, -11, 'OFFER_NOT_ELIGIBLE'],
  ['EDGE', 'pan-edge-bare', ['shippingCharge'], undefined, undefined, 'OFFER_NOT_ELIGIBLE'],
  ['CORE', 'pan-core-soon', ['startTime'], undefined, -13, 'OFFER_NOT_ELIGIBLE'],
  ['DUNE', 'pan-dune-someday', ['availability'], undefined, -14, 'OFFER_NOT_ELIGIBLE'],
  ['ACME', 'pan-acme-used', [], 1, undefined, 22],
];

withEnginesInTorture('the explanation of the buy box', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await pricing.market.writer.apply([...workedMarket(), recordOf(defaultFeeSchedule())], { boards: 'now' });
  });
  after(() => pricing.close());

  const get = (sellerId: string, sku: string, query: Record<string, string | string[]> = {}) =>
    pricing.get(sellerId, `/listings/${encodeURIComponent(sku)}/buyBox`, { ...US, ...query });
  const ask = async (sellerId: string, sku: string, query: Record<string, string> = {}) =>
    payloadOf(await get(sellerId, sku, query));
  const errorsOf = (answer: { statusCode: number; body: string }, status: number): string => {
    assert.equal(answer.statusCode, status, answer.body);
    const { errors } = JSON.parse(answer.body) as { errors: { message: string; details: string }[] };
    return errors.map(({ message, details }) => `${message} ${details}`).join('\n');
  };

  test('200 has the verdict of each gate, rank, gap and winning price of every offer', async () => {
    for (const row of worked) {
      const [sellerId, sku, failing, rank, gap, winning] = row;
      const payload = await ask(sellerId, sku);
      const failed = payload.Gates.filter(({ Passed }: Gate) => !Passed).map(({ Name }: Gate) => Name);
      const { GapToHolder, GapToRunnerUp, WinningPrice, IsBuyBoxWinner } = payload;
      const shown = (IsBuyBoxWinner ? GapToRunnerUp : GapToHolder) as Money | undefined;
      const price = WinningPrice.ListingPrice?.Amount ?? WinningPrice.resultStatus;
      assert.deepEqual([sellerId, sku, failed, payload.Rank, shown?.Amount, price], row);
      assert.equal(payload.Gates.length, 9);
      assert.deepEqual([IsBuyBoxWinner, payload.IsEligible], [rank === 1, failing.length === 0]);
      assert.deepEqual(WinningPrice.Reasons, typeof winning === 'number' ? undefined : failing);
      assert.equal(payload.EligibleOffers, sku === 'pan-acme-used' ? 1 : 6);
      assert.equal((IsBuyBoxWinner ? GapToHolder : GapToRunnerUp) ?? gap, gap);
    }
  });

  test('200 names the holder, or the runner-up of the holder, and a SKU only of the caller', async () => {
    const { Holder, RunnerUp } = await ask('BOLT', 'pan-bolt');
    assert.equal(RunnerUp, undefined);
    assert.deepEqual(Holder, {
      MyOffer: false,
      SellerId: 'ACME',
      SubCondition: 'New',
      FulfillmentChannel: 'FS',
      LandedPrice: usd(22),
      ListingPrice: usd(22),
      Shipping: usd(0),
      SellerFeedbackRating: { SellerPositiveFeedbackRating: 98, FeedbackCount: 1000 },
    });
    const own = await ask('ACME', 'pan-acme');
    assert.deepEqual([own.Holder, own.RunnerUp.SellerId, own.RunnerUp.SellerSKU], [undefined, 'BOLT', undefined]);
    const other = await ask('ACME', 'pan-acme-out');
    assert.deepEqual([other.Holder.MyOffer, other.Holder.SellerSKU], [true, 'pan-acme']);
  });

  test('200 says in a sentence what decides', async () => {
    const why = async (sellerId: string, sku: string, query = {}) => {
      const { Explanation, DecidedBy } = await ask(sellerId, sku, query);
      return [Explanation, DecidedBy];
    };
    const [mine, theirs] = ['The offer holds the buy box:', 'Another offer holds the buy box:'];
    const rows: [string, string, Record<string, string>, string, string | undefined][] = [
      ['ACME', 'pan-acme', {}, `${mine} at an equal landed price, FS ships it.`, 'FulfillmentChannel'],
      ['BOLT', 'pan-bolt', {}, `${theirs} at an equal landed price, FS ships it.`, 'FulfillmentChannel'],
      ['EDGE', 'pan-edge', {}, `${theirs} its landed price is lower by 3.00 USD.`, 'LandedPrice'],
      ['EDGE', 'pan-edge', { ListingPrice: '1' }, `${mine} its landed price is lower by 19.00 USD.`, 'LandedPrice'],
      [
        ...(['BOLT', 'pan-bolt', { FulfillmentChannel: 'FS' }] as [string, string, Record<string, string>]),
        ...([`${theirs} else equal, its seller has the better rating.`, 'SellerPositiveFeedbackRating'] as const),
      ],
      ['BOLT', 'lamp-bolt-used', {}, `${mine} else equal, its seller has more ratings.`, 'FeedbackCount'],
      ['DUNE', 'lamp-dune-mint', {}, `${theirs} else equal, its SellerId comes first.`, 'SellerId'],
      ['DUNE', 'lamp-ref-a', {}, `${theirs} else equal, its SellerSKU comes first.`, 'SellerSKU'],
      ['ACME', 'pan-acme-used', {}, `${mine} no other offer is eligible.`, undefined],
      ['FAIL', 'pan-fail', {}, 'The offer is not eligible for the buy box: it fails feedbackRating.', undefined],
    ];
    for (const [sellerId, sku, query, ...expected] of rows)
      assert.deepEqual(await why(sellerId, sku, query), expected, sku);
  });

  test('200 explains the box in which the offer stands for the customer', async () => {
    const facts = async (sellerId: string, sku: string, CustomerType: string) => {
      const payload = await ask(sellerId, sku, { CustomerType });
      const { offerType, Offer, Rank, EligibleOffers, GapToHolder, WinningPrice } = payload;
      assert.equal(payload.CustomerType, CustomerType);
      const price = WinningPrice.ListingPrice?.Amount;
      return [offerType, Offer.ListingPrice.Amount, Rank, EligibleOffers, GapToHolder?.Amount, price];
    };
    assert.deepEqual(await facts('ACME', 'lamp-acme', 'Business'), ['B2B', 27, 2, 2, 0.5, 26.5]);
    assert.deepEqual(await facts('ACME', 'lamp-acme', 'Consumer'), ['B2C', 29, 1, 4, undefined, 29]);
    assert.deepEqual(await facts('BOLT', 'lamp-bolt', 'Business'), ['B2C', 30, 1, 2, undefined, 31.99]);
    assert.deepEqual(await facts('DUNE', 'lamp-dune', 'Business'), ['B2C', 32, 2, 2, 2, 30]);
    // For consumers, offers with a business price compete too: EDGE's 34.00 comes last.
    assert.deepEqual(await facts('EDGE', 'lamp-edge', 'Consumer'), ['B2C', 33, 4, 4, 4, 28.99]);
    // Only the business price is within the threshold of 40.00.
    assert.deepEqual(await facts('ACME', 'ket-acme', 'Business'), ['B2B', 39, 1, 1, undefined, 40]);
    assert.deepEqual(await facts('ACME', 'ket-acme', 'Consumer'), ['B2C', 41, undefined, 0, undefined, 40]);
  });

  test('200 says what the present and the winning price leave after the fees of the fee endpoints', async () => {
    const estimate = async (ListingPrice: object, Shipping: object) => {
      const FeesEstimateRequest = { ...US, PriceToEstimateFees: { ListingPrice, Shipping } };
      const url = '/products/fees/v4/listings/pan-edge/feesEstimate';
      const headers = { authorization: 'Bearer for.EDGE' };
      const answer = await pricing.app.inject({ method: 'POST', url, payload: { FeesEstimateRequest }, headers });
      return answer.json().payload.FeesEstimateResult.FeesEstimate.TotalFeesEstimate;
    };
    const { Offer, WinningPrice } = await ask('EDGE', 'pan-edge');
    for (const { ListingPrice, LandedPrice, AfterFees } of [Offer, WinningPrice]) {
      const { Net, TotalFees } = AfterFees;
      assert.deepEqual(TotalFees, await estimate(ListingPrice, usd(2)));
      assert.ok(TotalFees.Amount > 0);
      assert.deepEqual(Net, usd(Number((LandedPrice.Amount - TotalFees.Amount).toFixed(2))));
    }
    assert.notDeepEqual(Offer.AfterFees, WinningPrice.AfterFees);
  });

  test('200 has the reason where fees are not known, and none where no price wins', async () => {
    const lamp = await ask('BOLT', 'lamp-bolt', { FulfillmentChannel: 'FS' });
    const Reason = 'The catalogue has no dimensions of LAMP. The catalogue has no weight of LAMP.';
    assert.deepEqual([lamp.Offer.AfterFees, lamp.WinningPrice.AfterFees], [{ Reason }, { Reason }]);
    const japan = payloadOf(await pricing.get('ACME', '/listings/ket-acme/buyBox', { MarketplaceId: 'STORE_JP' }));
    assert.equal(japan.Offer.AfterFees.Reason, 'No fee schedule of STORE_JP is in force.');
    assert.deepEqual(japan.Offer.LandedPrice, { CurrencyCode: 'JPY', Amount: 5300 });
    const fail = await ask('FAIL', 'pan-fail');
    assert.equal(fail.WinningPrice.AfterFees, undefined);
    assert.equal(fail.WinningPrice.Explanation, 'No price holds the buy box while the offer fails feedbackRating.');
    const sentence = async (query: Record<string, string>) =>
      (await ask('BOLT', 'pan-bolt', query)).WinningPrice.Explanation;
    assert.match(await sentence({ Shipping: '22.00' }), /^No listing price .* charge of 22.00 USD alone is too high/);
    const alone = await ask('DUNE', 'lamp-ref-a', { CustomerType: 'Business' });
    assert.match(alone.WinningPrice.Explanation, /at most/);
  });

  test('200 on assumed terms shows them, and changes nothing', async () => {
    const before = await get('EDGE', 'pan-edge');
    const rows = (await pricing.db.all('SELECT * FROM offer ORDER BY sku')) as object[];
    const assumed = await ask('EDGE', 'pan-edge', { listingprice: '19.99', Shipping: '1.5', FulfillmentChannel: 'fs' });
    assert.deepEqual(assumed.Assumed, {
      ListingPrice: usd(19.99),
      Shipping: usd(1.5),
      FulfillmentChannel: 'FS',
    });
    assert.equal(before.json().payload.Assumed, undefined);
    assert.deepEqual([assumed.IsBuyBoxWinner, assumed.Rank, assumed.EligibleOffers], [true, 1, 6]);
    assert.deepEqual([assumed.Offer.LandedPrice, assumed.GapToRunnerUp], [usd(21.49), usd(-0.51)]);
    assert.equal((await get('EDGE', 'pan-edge')).body, before.body);
    assert.deepEqual(await pricing.db.all('SELECT * FROM offer ORDER BY sku'), rows);
  });

  test('200 on assumed terms ranks the offer at its new place, without its present one', async () => {
    const rankOf = async (sku: string, sellerId: string, query: Record<string, string>) => {
      const { Rank, EligibleOffers } = await ask(sellerId, sku, query);
      return [Rank, EligibleOffers];
    };
    assert.deepEqual(await rankOf('pan-acme', 'ACME', { ListingPrice: '24.00' }), [5, 6]);
    assert.deepEqual(await rankOf('pan-acme', 'ACME', { FulfillmentChannel: 'SELLER' }), [1, 6]);
    assert.deepEqual(await rankOf('pan-dune', 'DUNE', { FulfillmentChannel: 'FS' }), [2, 6]);
    assert.deepEqual(await rankOf('pan-bolt', 'BOLT', { ListingPrice: '21.00' }), [5, 6]);
    assert.deepEqual(await rankOf('pan-bolt-fs', 'BOLT', { ListingPrice: '22' }), [2, 7]);
    assert.deepEqual(await rankOf('pan-edge-bare', 'EDGE', { Shipping: '13.00' }), [6, 7]);
    assert.deepEqual(await rankOf('pan-edge', 'EDGE', { ListingPrice: '23.01' }), [undefined, 5]);
  });

  test('the count behind a rank is exact in each of the three boxes', async () => {
    const countBefore = async (sellerId: string, sku: string, box: Omit<BoxName, 'condition'>) => {
      const [position] = await pricing.market.reader.listingPositions([{ marketplaceId: 'STORE_US', sellerId, sku }]);
      assert.ok(position);
      return pricing.market.listings.eligibleBefore({ condition: 'New', ...box }, seenBy(box.customer, position));
    };
    // For consumers ACME's 30.00 and BOLT's 30.00 come first; of them only BOLT has no business price.
    assert.equal(await countBefore('DUNE', 'lamp-dune', { customer: 'Consumer', offerType: 'B2C' }), 2);
    assert.equal(await countBefore('DUNE', 'lamp-dune', { customer: 'Business', offerType: 'B2C' }), 1);
    assert.equal(await countBefore('ACME', 'lamp-acme', { customer: 'Business', offerType: 'B2B' }), 1);
    assert.equal(await countBefore('EDGE', 'lamp-edge', { customer: 'Business', offerType: 'B2B' }), 0);
  });

  test('304 while the answer is the same', async () => {
    const { etag, ...rest } = (await get('BOLT', 'pan-bolt')).headers;
    assert.equal(rest['cache-control'], 'private, no-cache');
    assert.equal(rest.vary, 'authorization');
    const url = '/products/pricing/v4/listings/pan-bolt/buyBox?MarketplaceId=STORE_US';
    const headers = { authorization: 'Bearer for.BOLT', 'if-none-match': String(etag) };
    assert.equal((await pricing.app.inject({ url, headers })).statusCode, 304);
    assert.equal((await pricing.app.inject({ url: `${url}&ListingPrice=18.01`, headers })).statusCode, 200);
  });

  test('400 names the parameter and what would be right', async () => {
    const rows: [Record<string, string | string[]>, RegExp][] = [
      [{ MarketplaceId: 'STORE_XX' }, /MarketplaceId is not valid.*STORE_US, STORE_JP|STORE_JP, STORE_US/],
      [{ MarketplaceId: '' }, /MarketplaceId/],
      [{ CustomerType: 'Alien' }, /CustomerType must be one of Consumer, Business/],
      [{ FulfillmentChannel: 'MAIL' }, /FulfillmentChannel must be one of FS, SELLER/],
      [{ ListingPrice: '' }, /ListingPrice must be a decimal amount such as 22.99/],
      [{ ListingPrice: 'cheap' }, /ListingPrice must be a decimal amount/],
      [{ ListingPrice: '1,50' }, /ListingPrice must be a decimal amount/],
      [{ ListingPrice: '22.999' }, /ListingPrice must have at most 2 decimals in USD/],
      [{ ListingPrice: '22.990000000000000000001' }, /ListingPrice must have at most 2 decimals in USD/],
      [{ ListingPrice: '9999999999999.99' }, /ListingPrice must be at most 999999999999.99/],
      [{ ListingPrice: '9'.repeat(41) }, /ListingPrice/],
      [{ Shipping: '-0.01' }, /Shipping must not be negative/],
      [{ Shipping: ['1', '2'] }, /Shipping/],
      [{ MarketplaceId: 'STORE_JP', ListingPrice: '10.5' }, /ListingPrice must have at most 0 decimals in JPY/],
    ];
    for (const [query, pattern] of rows) assert.match(errorsOf(await get('BOLT', 'pan-bolt', query), 400), pattern);
    const both = errorsOf(await get('BOLT', 'pan-bolt', { ListingPrice: 'x', Shipping: 'y' }), 400);
    assert.match(both, /ListingPrice.*\n.*Shipping/);
    assert.match(errorsOf(await pricing.get('BOLT', '/listings/pan-bolt/buyBox'), 400), /MarketplaceId/);
  });

  test('401 without a token, 403 without the right', async () => {
    const url = '/products/pricing/v4/listings/pan-bolt/buyBox?MarketplaceId=STORE_US';
    errorsOf(await pricing.app.inject(url), 401);
    for (const token of ['no-rights', 'operator'])
      errorsOf(await pricing.app.inject({ url, headers: { authorization: `Bearer ${token}` } }), 403);
  });

  test("404 for another seller's SKU, exactly as for an unknown one", async () => {
    const theirs = await get('BOLT', 'pan-acme');
    assert.match(errorsOf(theirs, 404), /no listing with this SellerSKU in marketplace STORE_US/);
    assert.equal(theirs.body, (await get('BOLT', 'nobody-has-this')).body);
    errorsOf(await pricing.get('BOLT', '/listings/pan-bolt/buyBox', { MarketplaceId: 'STORE_JP' }), 404);
  });

  test("200 shows nothing of another seller's offer that is not public", async () => {
    const skusOf = (owner: string) => worked.filter(([sellerId]) => sellerId !== owner).map(([, sku]) => sku);
    for (const [sellerId, sku] of worked) {
      const { body } = await get(sellerId, sku);
      const { SellerSKU, ...rest } = JSON.parse(body).payload;
      assert.equal(SellerSKU, sku);
      for (const theirs of skusOf(sellerId))
        assert.ok(!JSON.stringify(rest).includes(`"${theirs}"`), `${sku}: ${theirs}`);
      assert.deepEqual(
        Object.keys(rest.Holder ?? rest.RunnerUp ?? {}).filter((key) => /stock|quantity|net|fees/i.test(key)),
        [],
      );
    }
  });
});
