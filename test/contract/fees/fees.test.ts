import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { demoRecords } from '../../../src/cli/demo/records.ts';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { openMarket } from '../../../src/market/market.ts';
import { onEngine } from '../../db/engines.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { startProvider } from '../../harness/provider.ts';
import { recordOf } from '../../harness/record-of.ts';

const base = '/products/fees/v4';

type Money = { CurrencyCode: string; Amount: number };
type Detail = {
  FeeType: string;
  FeeAmount: Money;
  FeePromotion: Money;
  TaxAmount: Money;
  FinalFee: Money;
  Explanation?: Record<string, unknown>;
};
type Result = {
  Status: string;
  FeesEstimateIdentifier: Record<string, unknown>;
  FeesEstimate?: { TimeOfFeesEstimation: string; TotalFeesEstimate: Money; FeeDetailList: Detail[] };
  Error?: { Type: string; Code: string; Message: string; Detail: string[] };
};

const usd = (Amount: unknown) => ({ CurrencyCode: 'USD', Amount });
const request = (more: object = {}, price: object = { ListingPrice: usd(22.99) }) => ({
  FeesEstimateRequest: { MarketplaceId: 'STORE_US', PriceToEstimateFees: price, ...more },
});

const ownOffer = (sku: string, itemId: string, more: object) => ({
  ...{
    kind: 'offer',
    marketplaceId: 'STORE_US',
    sellerId: 'A1DEMOSELLER',
    sku,
    itemId,
    condition: 'New',
    subCondition: 'New',
  },
  ...{ quantity: 1, ...more },
});

/** Cases that the demo lacks: several own offers on one item, and a schedule whose fees are too large for a number. */
const schedule = defaultFeeSchedule() as { fulfillment: { bigAndBulky: object } };
const oddities = [
  { kind: 'item', marketplaceId: 'STORE_US', itemId: 'SEVERAL', category: 'toys_games' },
  ownOffer('SEVERAL-1', 'SEVERAL', { channel: 'FS', listingPrice: 22, shipping: 1 }),
  ownOffer('SEVERAL-2', 'SEVERAL', { channel: 'SELLER', listingPrice: 20, shipping: 5 }),
  ownOffer('SEVERAL-3', 'SEVERAL', { channel: 'SELLER', listingPrice: 10 }),
  ownOffer('SEVERAL-4', 'SEVERAL', { channel: 'SELLER', listingPrice: 5, shipping: 0, active: false }),
  {
    ...schedule,
    effectiveFrom: '2028-01-01',
    fulfillment: {
      ...schedule.fulfillment,
      bigAndBulky: { ...schedule.fulfillment.bigAndBulky, perLb: 999999999999.99 },
    },
  },
];

onEngine('sqlite', 'fee estimates', (engine) => {
  let service: TestApp;
  let provider: Awaited<ReturnType<typeof startProvider>>;
  before(async () => {
    const db = await (await engine.migrated()).open();
    const market = openMarket(db, Date.now);
    const records = demoRecords(Date.now()).map(recordOf);
    await market.writer.apply(records, { boards: 'now' });
    await market.writer.apply(oddities.map(recordOf), { boards: 'now' });
    provider = await startProvider();
    service = await startApp({
      groups: pathGroupsOf({ ...bareService, market }),
      guards: { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) },
    });
  });
  after(async () => {
    await service.app.close();
    await provider.close();
  });

  const post = (url: string, payload?: unknown, seller = 'A1DEMOSELLER') =>
    service.app.inject({
      method: 'POST',
      url: `${base}${url}`,
      headers: {
        authorization: `Bearer for.${seller}`,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    });
  const resultOf = async (url: string, payload?: unknown, seller?: string): Promise<Result> => {
    const answer = await post(url, payload, seller);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().payload.FeesEstimateResult;
  };
  const feesOf = (result: Result) =>
    Object.fromEntries(
      (result.FeesEstimate?.FeeDetailList ?? []).map(({ FeeType, FinalFee }) => [FeeType, FinalFee.Amount]),
    );

  test('200 has every field of the specification and echoes the request', async () => {
    const price = { ListingPrice: usd(22.99), Shipping: usd(4.5), Points: { PointsNumber: 7 } };
    const more = { IsStoreFulfilled: true, Identifier: 'mine', OptionalFulfillmentProgram: 'FS_EXPEDITED' };
    const result = await resultOf('/items/ITEM000001/feesEstimate', request(more, price));
    assert.equal(result.Status, 'Success');
    assert.deepEqual(result.FeesEstimateIdentifier, {
      MarketplaceId: 'STORE_US',
      IdType: 'StoreItemId',
      IdValue: 'ITEM000001',
      IsStoreFulfilled: true,
      PriceToEstimateFees: price,
      SellerId: 'A1DEMOSELLER',
      SellerInputIdentifier: 'mine',
      OptionalFulfillmentProgram: 'FS_EXPEDITED',
    });
    assert.match(result.FeesEstimate?.TimeOfFeesEstimation ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    // 27.49 x 15 % = 4.1235; 9 lb: 5.75 + 5 x 0.40 = 7.75, expedited + 2.00.
    assert.deepEqual(feesOf(result), { ReferralFee: 4.12, VariableClosingFee: 0, FSFulfillmentFee: 9.75 });
    assert.deepEqual(result.FeesEstimate?.TotalFeesEstimate, usd(13.87));
    for (const detail of result.FeesEstimate?.FeeDetailList ?? []) {
      const keys = ['FeeType', 'FeeAmount', 'FeePromotion', 'TaxAmount', 'FinalFee'];
      assert.deepEqual(Object.keys(detail), keys);
    }
  });

  test("200 without a request is for the caller's own active offer and its channel in the default marketplace", async () => {
    for (const payload of [undefined, {}]) {
      const result = await resultOf('/items/ITEM000001/feesEstimate', payload);
      assert.deepEqual(feesOf(result), { ReferralFee: 3.45, VariableClosingFee: 0 });
      assert.equal(result.FeesEstimateIdentifier.IsStoreFulfilled, false);
    }
    const bySku = await resultOf('/listings/DEMO-SKU-4/feesEstimate');
    assert.equal(bySku.FeesEstimateIdentifier.IsStoreFulfilled, true);
    assert.equal(feesOf(bySku).ReferralFee, 0.75);
    assert.equal(bySku.FeesEstimateIdentifier.IdType, 'SellerSKU');
  });

  test('200 uses the active own offer with the lowest landed price; a missing shipping charge is not free', async () => {
    const { Status, FeesEstimateIdentifier: echo } = await resultOf('/items/SEVERAL/feesEstimate?asOf=2026-06-01');
    // FS needs dimensions, which the item lacks. The test is about the offer that was chosen.
    assert.equal(Status, 'ClientError');
    assert.deepEqual(
      [echo.IsStoreFulfilled, echo.PriceToEstimateFees],
      [true, { ListingPrice: usd(22), Shipping: usd(1) }],
    );
  });

  test('200 an element on which the service fails is a ServiceError, and the others are answered', async () => {
    const bulky = { IdType: 'StoreItemId', IdValue: 'ITEM000012', ...request({ IsStoreFulfilled: true }) };
    const plain = { IdType: 'StoreItemId', IdValue: 'ITEM000001' };
    const answer = await post('/feesEstimate?asOf=2028-02-01', [plain, bulky, plain]);
    assert.equal(answer.statusCode, 200, answer.body);
    const results: Result[] = answer.json();
    assert.deepEqual(
      results.map(({ Status }) => Status),
      ['Success', 'ServiceError', 'Success'],
    );
    assert.deepEqual([results[1]?.Error?.Type, results[1]?.Error?.Code], ['Receiver', 'InternalError']);
    assert.doesNotMatch(answer.body, /RangeError|\.ts/);
  });

  test('200 applies promotions and tax to every line; a plan with a per-item fee has that line', async () => {
    const promoted = await resultOf('/listings/DEMO-SKU-14/feesEstimate');
    const [referral] = promoted.FeesEstimate?.FeeDetailList ?? [];
    assert.equal(referral?.FeePromotion.Amount, 2.55);
    const cad = { CurrencyCode: 'CAD', Amount: 20 };
    const body = { FeesEstimateRequest: { MarketplaceId: 'STORE_CA', PriceToEstimateFees: { ListingPrice: cad } } };
    const taxed = await resultOf('/items/ITEM000001/feesEstimate', body, 'A2DEMORIVAL');
    assert.ok('PerItemFee' in feesOf(taxed));
    for (const { FeeAmount, FeePromotion, TaxAmount, FinalFee } of taxed.FeesEstimate?.FeeDetailList ?? []) {
      assert.equal(TaxAmount.Amount, Math.round((FeeAmount.Amount - FeePromotion.Amount) * 5) / 100);
      assert.equal(FinalFee.CurrencyCode, 'CAD');
    }
  });

  test('200 the query parameter MarketplaceId counts when the body names no marketplace, by SKU and by item', async () => {
    const { MarketplaceId: _absent, ...rest } = request(
      {},
      { ListingPrice: { CurrencyCode: 'CAD', Amount: 20 } },
    ).FeesEstimateRequest;
    for (const path of ['/listings/DEMO-SKU-1/feesEstimate', '/items/ITEM000001/feesEstimate']) {
      const own = await resultOf(`${path}?marketplaceid=STORE_CA`);
      assert.equal(own.FeesEstimateIdentifier.MarketplaceId, 'STORE_CA');
      assert.deepEqual(own.FeesEstimate?.TotalFeesEstimate.CurrencyCode, 'CAD');
      const bodies = [rest, { ...rest, MarketplaceId: null }, { ...rest, MarketplaceId: 'STORE_CA' }];
      for (const FeesEstimateRequest of bodies) {
        const result = await resultOf(`${path}?MarketplaceId=STORE_CA`, { FeesEstimateRequest });
        assert.equal(result.Status, 'Success');
        assert.equal(result.FeesEstimateIdentifier.MarketplaceId, 'STORE_CA');
      }
    }
  });

  test('400 for a query parameter MarketplaceId that differs from the body, is unknown, empty or given twice', async () => {
    const bad: [query: string, payload: unknown, details: RegExp][] = [
      [
        'MarketplaceId=STORE_CA',
        request(),
        /MarketplaceId is STORE_CA, but FeesEstimateRequest\.MarketplaceId is STORE_US/,
      ],
      ['MarketplaceId=NOPE', undefined, /There is no marketplace NOPE\. There are: STORE_CA, STORE_US/],
      ['MarketplaceId=', undefined, /MarketplaceId must not be empty/],
      ['MarketplaceId=STORE_US&marketplaceId=STORE_CA', undefined, /MarketplaceId must be given once/],
    ];
    for (const [query, payload, details] of bad) {
      const answer = await post(`/listings/DEMO-SKU-1/feesEstimate?${query}`, payload);
      assert.equal(answer.statusCode, 400, answer.body);
      assert.match(answer.json().errors.errors[0].details, details);
    }
  });

  test('200 repeats the values that counted in FeesEstimateIdentifier: defaults are filled in', async () => {
    const { FeesEstimateIdentifier: bare } = await resultOf('/items/ITEM000001/feesEstimate', request());
    assert.deepEqual(
      [bare.IsStoreFulfilled, bare.PriceToEstimateFees, 'SellerInputIdentifier' in bare],
      [false, { ListingPrice: usd(22.99), Shipping: usd(0) }, false],
    );
    assert.ok(!('OptionalFulfillmentProgram' in bare));
    const named = await resultOf('/items/ITEM000001/feesEstimate', request({ OptionalFulfillmentProgram: 'fs_core' }));
    assert.equal(named.FeesEstimateIdentifier.OptionalFulfillmentProgram, 'FS_CORE');
  });

  test('404 only for a path that is no endpoint: an unknown item or SKU is a 200 with an Error', async () => {
    assert.equal((await post('/item/ITEM000001/feesEstimate', {})).statusCode, 404);
    for (const path of ['/items/NOPE/feesEstimate', '/listings/NOPE/feesEstimate']) {
      assert.equal((await resultOf(path, request())).Error?.Code, 'InvalidParameterValue', path);
    }
  });

  test('200 with explain gives rule, tier, base, rate, weights and schedule', async () => {
    const result = await resultOf('/items/ITEM000001/feesEstimate?EXPLAIN=true', request({ IsStoreFulfilled: true }));
    const [referral, , fulfillment] = result.FeesEstimate?.FeeDetailList ?? [];
    assert.equal(referral?.Explanation?.Rule, 'ReferralBand');
    const [tier] = (referral?.Explanation?.Tiers ?? []) as object[];
    assert.deepEqual(tier, {
      RatePercent: 15,
      Base: usd(22.99),
      Amount: usd(3.45),
    });
    assert.deepEqual(fulfillment?.Explanation?.Weights, {
      ...{ UnitLb: 6, DimensionalLb: 8.634, PackagingLb: 0.25, ShippingLb: 9, DecidedBy: 'dimensional' },
    });
    const schedule = referral?.Explanation?.Schedule as Record<string, string>;
    assert.match(schedule.EffectiveFrom ?? '', /^2026-01-0/);
  });

  test('200 with asOf uses the schedule in force then; a date before the first schedule is a ClientError', async () => {
    const then = await resultOf(
      '/items/ITEM000014/feesEstimate?asOf=2026-01-01&explain=true',
      request({ IsStoreFulfilled: true }),
    );
    const schedule = then.FeesEstimate?.FeeDetailList[0]?.Explanation?.Schedule as Record<string, string>;
    assert.equal(schedule.EffectiveFrom, '2026-01-01T00:00:00.000Z');
    const early = await resultOf('/items/ITEM000014/feesEstimate?asOf=2020-05-05', request());
    assert.deepEqual(
      [early.Status, early.Error?.Type, early.Error?.Code],
      ['ClientError', 'Sender', 'DataNotAvailable'],
    );
  });

  const failures: [name: string, url: string, payload: unknown, code: string, message: RegExp][] = [
    [
      'an unknown item',
      '/items/NOPE/feesEstimate',
      request(),
      'InvalidParameterValue',
      /^NOPE is an invalid StoreItemId for marketplace STORE_US$/,
    ],
    [
      'an unknown SKU',
      '/listings/NOPE/feesEstimate',
      request(),
      'InvalidParameterValue',
      /^NOPE is an invalid SellerSKU for marketplace STORE_US$/,
    ],
    ['no own offer and no price', '/items/ITEM000900/feesEstimate', {}, 'MissingPrice', /no price/],
    [
      'an unknown program',
      '/items/ITEM000001/feesEstimate',
      request({ IsStoreFulfilled: true, OptionalFulfillmentProgram: 'FS_MOON' }),
      'InvalidParameterValue',
      /FS_MOON/,
    ],
    [
      'no dimensions, which FS needs',
      '/items/ITEM000015/feesEstimate',
      request({ IsStoreFulfilled: true }),
      'DataNotAvailable',
      /./,
    ],
  ];
  for (const [name, url, payload, code, message] of failures) {
    test(`200 with Error: ${name}`, async () => {
      const result = await resultOf(url, payload);
      assert.deepEqual([result.Status, result.Error?.Type, result.Error?.Code], ['ClientError', 'Sender', code]);
      assert.match(result.Error?.Message ?? '', message);
      assert.ok((result.Error?.Detail.length ?? 0) > 0);
      assert.equal(result.FeesEstimate, undefined);
    });
  }

  test('200 an unknown program and missing dimensions do not matter when the seller ships', async () => {
    const result = await resultOf('/items/ITEM000015/feesEstimate', request({ OptionalFulfillmentProgram: 'FS_MOON' }));
    assert.equal(result.Status, 'Success');
  });

  const price = (ListingPrice: unknown, more: object = {}) => request({}, { ListingPrice, ...more });
  const bad: [name: string, payload: unknown, message: RegExp][] = [
    ['text for a number', price(usd('22.99')), /ListingPrice\.Amount must be a number, not a string/],
    ['NaN-like text', price(usd('NaN')), /Amount must be a number/],
    [
      'no MarketplaceId',
      { FeesEstimateRequest: { PriceToEstimateFees: { ListingPrice: usd(1) } } },
      /MarketplaceId is required/,
    ],
    [
      'no PriceToEstimateFees',
      { FeesEstimateRequest: { MarketplaceId: 'STORE_US' } },
      /PriceToEstimateFees is required/,
    ],
    ['no ListingPrice', request({}, {}), /ListingPrice is required/],
    ['no Amount', price({ CurrencyCode: 'USD' }), /ListingPrice\.Amount is required/],
    ['no CurrencyCode', price({ Amount: 1 }), /ListingPrice\.CurrencyCode is required/],
    [
      'an unknown marketplace',
      request({ MarketplaceId: 'STORE_XX' }),
      /no marketplace STORE_XX\. There are: STORE_CA, STORE_US/,
    ],
    ['the wrong currency', price({ CurrencyCode: 'CAD', Amount: 1 }), /CurrencyCode must be USD/],
    ['three decimals', price(usd(1.999)), /at most 2 decimals/],
    ['a negative amount', price(usd(-0.01)), /must not be negative/],
    ['1e300', price(usd(1e300)), /ListingPrice\.Amount/],
    ['negative shipping', price(usd(1), { Shipping: usd(-1) }), /Shipping\.Amount must not be negative/],
    ['fractional points', price(usd(1), { Points: { PointsNumber: 1.5 } }), /PointsNumber must be an integer/],
    ['an Identifier of 257 characters', request({ Identifier: 'x'.repeat(257) }), /Identifier must have at most 256/],
    ['IsStoreFulfilled as text', request({ IsStoreFulfilled: 'true' }), /IsStoreFulfilled must be a boolean/],
    ['a price that is null', request({ PriceToEstimateFees: null }), /PriceToEstimateFees must be an object, not null/],
    ['JSON null', null, /must be an object, not null/],
    ['a list', [], /must be an object, not an array/],
  ];
  for (const [name, payload, message] of bad) {
    test(`400 ${name}, in the nested envelope`, async () => {
      const answer = await post('/items/ITEM000001/feesEstimate', payload);
      assert.equal(answer.statusCode, 400, answer.body);
      const [error] = answer.json().errors.errors;
      assert.equal(error.code, 'InvalidInput');
      assert.match(`${error.message} ${error.details}`, message);
    });
  }

  test('200 an element with a NUL or of a wrong type does not affect the others', async () => {
    const good = { IdType: 'StoreItemId', IdValue: 'ITEM000001' };
    const odd = [
      { ...good, IdValue: 'a\u0000b' },
      { ...good, IdType: 'SellerSKU', IdValue: '\u0000' },
      { ...good, IdValue: [] },
    ];
    const answer = await post('/feesEstimate', [good, ...odd, good]);
    assert.equal(answer.statusCode, 200, answer.body);
    const statuses = answer.json().map(({ Status }: Result) => Status);
    assert.deepEqual(statuses, ['Success', 'ClientError', 'ClientError', 'ClientError', 'Success']);
    assert.match(answer.json()[3].Error.Detail[0], /IdValue must be a string, not an array/);
  });

  test('200 writes programs in the casing of the specification and reads explain in any casing', async () => {
    const more = { IsStoreFulfilled: true, OptionalFulfillmentProgram: 'fs_core' };
    const result = await resultOf('/items/ITEM000001/feesEstimate?explain=True', request(more));
    assert.equal(result.FeesEstimateIdentifier.OptionalFulfillmentProgram, 'FS_CORE');
    assert.ok(result.FeesEstimate?.FeeDetailList[0]?.Explanation);
  });

  test('200 an invalid element echoes its valid fields', async () => {
    const element = {
      IdType: 'StoreItemId',
      IdValue: 'ITEM000001',
      ...request({ IsStoreFulfilled: true, Identifier: 'mine' }, { ListingPrice: usd(1.999) }),
    };
    const [result] = (await post('/feesEstimate', [element])).json();
    assert.deepEqual(result.FeesEstimateIdentifier, {
      ...{ MarketplaceId: 'STORE_US', IdType: 'StoreItemId', IdValue: 'ITEM000001', IsStoreFulfilled: true },
      ...{ SellerId: 'A1DEMOSELLER', SellerInputIdentifier: 'mine' },
    });
  });

  test('200 an invalid element of a batch or a comparison is echoed in the casing of the specification', async () => {
    const element = (program: string) => ({
      IdType: 'storeitemid',
      IdValue: 'ITEM000001',
      ...request({ IsStoreFulfilled: true, OptionalFulfillmentProgram: program }, { ListingPrice: usd(1.999) }),
    });
    const elements = ['fs_expedited', 'Fs_Core', 'fs_moon'].map(element);
    const results: Result[] = (await post('/feesEstimate', elements)).json();
    const compared: Result[] = (await post('/compare', { asOf: ['2026-06-01'], requests: elements })).json().payload
      .FeesComparisonList;
    for (const list of [results, compared])
      assert.deepEqual(
        list.map(({ FeesEstimateIdentifier: { IdType, OptionalFulfillmentProgram } }) => [
          ...[IdType, OptionalFulfillmentProgram],
        ]),
        [
          ['StoreItemId', 'FS_EXPEDITED'],
          ['StoreItemId', 'FS_CORE'],
          // Not a word of the specification.
          ['StoreItemId', 'fs_moon'],
        ],
      );
  });

  test('400 for an invalid date, and for a batch that is not a list of 1 to 20 objects', async () => {
    assert.equal((await post('/items/ITEM000001/feesEstimate?asOf=tomorrow', {})).statusCode, 400);
    const one = { IdType: 'StoreItemId', IdValue: 'ITEM000001' };
    for (const payload of [[], {}, null, 'x', [1], Array.from({ length: 21 }, () => one)]) {
      const answer = await post('/feesEstimate', payload);
      assert.equal(answer.statusCode, 400, JSON.stringify(payload));
      assert.ok(Array.isArray(answer.json().errors.errors));
    }
  });

  test('200 a batch gives the results of single requests, in order; an invalid element does not affect the others', async () => {
    const elements = [
      { IdType: 'StoreItemId', IdValue: 'ITEM000001', ...request({ IsStoreFulfilled: true }) },
      { IdType: 'sellersku', IdValue: 'DEMO-SKU-14' },
      { IdType: 'StoreItemId', IdValue: 'NOPE', ...request() },
      { IdType: 'Odd', IdValue: 'ITEM000001' },
      { IdType: 'StoreItemId', IdValue: 'ITEM000002', ...request({}, { ListingPrice: usd(1.999) }) },
      { IdType: 'SellerSKU', IdValue: 'DEMO/SKU 21,é' },
    ];
    const answer = await post('/feesEstimate', elements);
    assert.equal(answer.statusCode, 200, answer.body);
    const results: Result[] = answer.json();
    assert.deepEqual(
      results.map(({ Status }) => Status),
      ['Success', 'Success', 'ClientError', 'ClientError', 'ClientError', 'Success'],
    );
    const singles = [
      await resultOf('/items/ITEM000001/feesEstimate', request({ IsStoreFulfilled: true })),
      await resultOf('/listings/DEMO-SKU-14/feesEstimate'),
      await resultOf('/items/NOPE/feesEstimate', request()),
      undefined,
      undefined,
      await resultOf(`/listings/${encodeURIComponent('DEMO/SKU 21,é')}/feesEstimate`),
    ];
    singles.forEach((single, n) => {
      if (!single) return;
      const timeless = (result: Result | undefined) =>
        JSON.stringify(result).replace(/"TimeOfFeesEstimation":"[^"]+"/, '');
      assert.equal(timeless(results[n]), timeless(single));
    });
    assert.match(results[3]?.Error?.Detail.join() ?? '', /IdType must be one of StoreItemId, SellerSKU/);
    assert.match(results[4]?.Error?.Detail.join() ?? '', /at most 2 decimals/);
  });
});
