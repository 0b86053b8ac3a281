import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { recordOf } from '../../harness/record-of.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';
import { NOW, workedMarket } from './worked-market.ts';

type Money = { CurrencyCode: string; Amount: number };
type Price = {
  LandedPrice?: Money;
  ListingPrice: Money;
  Shipping?: Money;
  AfterFees: { Net?: Money; Reason?: string };
};
type Listing = {
  SellerSKU: string;
  Title?: string;
  status: string;
  Reasons?: string[];
  IsBuyBoxWinner?: boolean;
  WouldWin?: boolean;
  CompetingLandedPrice?: Money;
  StrategyPrice?: Money;
  PresentPrice?: Price;
  NewPrice?: Price;
};

const usd = (Amount: number): Money => ({ CurrencyCode: 'USD', Amount });
const match = { type: 'match' };

withEnginesInTorture('what if', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await pricing.market.writer.apply([...workedMarket(), recordOf(defaultFeeSchedule())], { boards: 'now' });
  });
  after(() => pricing.close());

  const ask = (sellerId: string, body: object) =>
    pricing.post(sellerId, '/whatIf', { MarketplaceId: 'STORE_US', ...body }, '/products/pricing/v4');
  const payloadOf = async (sellerId: string, body: object) => {
    const answer = await ask(sellerId, body);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().payload as { Totals: Record<string, unknown>; CustomerType: string; Listings: Listing[] };
  };
  const detailsOf = async (body: object) => {
    const answer = await ask('ACME', body);
    assert.equal(answer.statusCode, 400, JSON.stringify(body));
    return answer
      .json()
      .errors.map((one: { message: string; details: string }) => `${one.message} ${one.details}`)
      .join(' ');
  };
  /** One listing as a short text: status, price now, price of the strategy, price then, reasons. */
  const shortly = ({ status, PresentPrice, StrategyPrice, NewPrice, Reasons = [] }: Listing) => {
    const amounts = [PresentPrice?.ListingPrice, StrategyPrice, NewPrice?.ListingPrice].map(
      (one) => one?.Amount ?? '-',
    );
    return [status, ...amounts, ...Reasons].join(' ');
  };

  test('200 each listing is judged by its strategy, worked out by hand', async () => {
    const rows: [seller: string, sku: string, strategy: object, expected: string, floor?: Money][] = [
      ['BOLT', 'pan-bolt', match, 'WOULD_LOSE 18 18 18'],
      ['BOLT', 'pan-bolt', { type: 'BEATBY', amount: usd(0.01) }, 'WOULD_WIN 18 17.99 17.99'],
      ['BOLT', 'pan-bolt', { type: 'beatBy', amount: usd(1) }, 'BELOW_FLOOR 18 17 18', usd(17.01)],
      ['BOLT', 'pan-bolt', { type: 'beatBy', amount: usd(18.01) }, 'PRICE_OUT_OF_RANGE 18 -0.01 18'],
      ['ACME', 'pan-acme', match, 'WOULD_WIN 22 22 22'],
      ['EDGE', 'pan-edge', { type: 'setTo', price: usd(23.01) }, 'WOULD_LOSE 23 23.01 23.01 competitivePriceThreshold'],
      ['CORE', 'pan-core-soon', match, 'NOT_ELIGIBLE 9 22 9 startTime'],
      ['CORE', 'pan-core-soon', { type: 'beatBy', amount: usd(22.01) }, 'NOT_ELIGIBLE 9 -0.01 9 startTime'],
      ['EDGE', 'pan-edge-bare', { type: 'setTo', price: usd(12) }, 'NOT_ELIGIBLE 10 12 10 shippingCharge'],
      ['EDGE', 'pan-edge-bare', match, 'NOT_ELIGIBLE 10 - 10 shippingCharge'],
      ['ACME', 'pan-acme-used', match, 'NO_COMPETITION 14 - 14'],
      ['ACME', 'pan-acme-used', { type: 'setTo', price: usd(22) }, 'WOULD_WIN 14 22 22'],
      ['DUNE', 'lamp-ref-a', match, 'WOULD_LOSE 40 40 40'],
      ['ACME', 'pan-bolt', match, 'INVALID_SKU - - -'],
      ['BOLT', 'pan-bolt', { type: 'win' }, 'WOULD_WIN 18 17.99 17.99'],
      ['CORE', 'pan-core-soon', { type: 'win' }, 'NOT_ELIGIBLE 9 - 9 startTime'],
    ];
    for (const [seller, sku, strategy, expected, floor] of rows) {
      const { Listings } = await payloadOf(seller, { strategy, SellerSKUs: [sku], ...(floor && { floor }) });
      assert.deepEqual(Listings.map(shortly), [expected], `${sku} ${JSON.stringify(strategy)}`);
    }
  });

  test('200 a listing has the title of its item; a SKU that the caller does not have shows nothing of another seller', async () => {
    const { Listings } = await payloadOf('BOLT', { strategy: match, SellerSKUs: ['pan-bolt', 'pan-acme'] });
    assert.deepEqual(
      Listings.map(({ Title }) => Title),
      ['Cast iron pan', undefined],
    );
  });

  test('200 totals count winners and add up the net of one unit of each listing', async () => {
    const body = {
      strategy: { type: 'setTo', price: usd(10) },
      listings: [
        { SellerSKU: 'pan-bolt' },
        { SellerSKU: 'lamp-bolt', strategy: match },
        { SellerSKU: 'pan-bolt-fs', floor: usd(20) },
        { SellerSKU: 'NOPE' },
      ],
    };
    const { Totals, Listings } = await payloadOf('BOLT', body);
    // Referral fees of 15 % of the landed price: 22.00, 30.00 and 14.00.
    assert.deepEqual(Listings.map(shortly), [
      'WOULD_WIN 18 10 10',
      'WOULD_LOSE 30 30 30',
      'BELOW_FLOOR 25.01 10 25.01 competitivePriceThreshold',
      'INVALID_SKU - - -',
    ]);
    const nets = Listings.map(({ PresentPrice, NewPrice }) => [PresentPrice?.AfterFees.Net, NewPrice?.AfterFees.Net]);
    assert.deepEqual(nets.slice(0, 2), [
      [usd(18.7), usd(11.9)],
      [usd(25.5), usd(25.5)],
    ]);
    const fs = Listings[2]?.PresentPrice?.AfterFees.Net?.Amount as number;
    assert.ok(fs > 0);
    assert.deepEqual(Totals, {
      ...{ Listings: 3, InvalidSKUs: 1, WinsNow: 0, WouldWin: 1, NetUnknown: 0 },
      ...{ Net: usd(Math.round((44.2 + fs) * 100) / 100), NewNet: usd(Math.round((37.4 + fs) * 100) / 100) },
    });
  });

  test('200 a listing whose fees are not known is judged all the same, and is not in the sums', async () => {
    // LAMP has no dimensions, so what FS asks for it is not known.
    const body = { strategy: match, SellerSKUs: ['lamp-dune', 'pan-dune'] };
    const { Totals, Listings } = await payloadOf('DUNE', body);
    assert.match(String(Listings[0]?.PresentPrice?.AfterFees.Reason), /no dimensions of LAMP/);
    assert.deepEqual([Totals.NetUnknown, Totals.Net, Listings[0]?.status], [1, usd(18.7), 'WOULD_WIN']);
  });

  test('200 for businesses it is the business price of listings that have one', async () => {
    const body = { strategy: match, SellerSKUs: ['lamp-acme', 'pan-acme', 'ket-acme'], CustomerType: 'business' };
    const { CustomerType, Listings } = await payloadOf('ACME', body);
    assert.equal(CustomerType, 'Business');
    assert.deepEqual(Listings.map(shortly), ['WOULD_WIN 27 26.5 26.5', 'WOULD_WIN 22 22 22', 'NO_COMPETITION 39 - 39']);
  });

  test('200 null counts as absent, and a key that is nearly a known one is named in warnings', async () => {
    const floors = { strategy: match, floor: null, SellerSKUs: null, CustomerType: null };
    const answer = await ask('BOLT', {
      ...floors,
      flor: usd(99),
      listings: [{ SellerSKU: 'pan-bolt', strategy: null, floor: null, strateggy: match }],
    });
    assert.equal(answer.statusCode, 200, answer.body);
    const { payload, warnings } = answer.json();
    assert.equal(payload.Listings[0].status, 'WOULD_LOSE');
    assert.deepEqual(
      warnings.map((one: { message: string }) => one.message),
      ['flor is not a known key.', 'strateggy is not a known key.'],
    );
  });

  test('200 a misspelt key of many listings is named once', async () => {
    const listings = ['pan-bolt', 'lamp-bolt', 'nope'].map((SellerSKU) => ({
      SellerSKU,
      flor: usd(99),
      strategy: { ...match, ammount: 1 },
    }));
    const { warnings } = (await ask('BOLT', { listings })).json();
    assert.deepEqual(
      warnings.map((one: { message: string }) => one.message),
      ['flor is not a known key.', 'strategy.ammount is not a known key.'],
    );
  });

  test('200 nothing private of another seller is in an answer', async () => {
    const { Listings } = await payloadOf('BOLT', {
      strategy: match,
      SellerSKUs: ['pan-bolt', 'pan-acme', 'lamp-bolt'],
    });
    assert.equal(Listings[1]?.status, 'INVALID_SKU');
    assert.deepEqual(Object.keys(Listings[1] ?? {}), ['SellerSKU', 'status']);
    assert.doesNotMatch(JSON.stringify([Listings[0], Listings[2]]), /-acme|-core|-dune|-edge|ACME/);
  });

  test('200 takes 500 listings, in batches, and answers in their order', async () => {
    const SellerSKUs = Array.from({ length: 500 }, (_, n) =>
      n === 0 ? 'pan-bolt' : n === 499 ? 'lamp-bolt' : `NO-${n}`,
    );
    const { Totals, Listings } = await payloadOf('BOLT', { strategy: match, SellerSKUs });
    assert.deepEqual(
      Listings.map((one) => one.SellerSKU),
      SellerSKUs,
    );
    assert.deepEqual([Totals.Listings, Totals.InvalidSKUs], [2, 498]);
    assert.equal(Listings[499]?.status, 'WOULD_LOSE');
  });

  test('400 names the field and what would be right', async () => {
    const one = { SellerSKUs: ['pan-acme'] };
    const rows: [body: object, details: RegExp][] = [
      [{}, /SellerSKUs is missing\. Give the listings in SellerSKUs or in listings/],
      [{ ...one }, /strategy is missing\. SellerSKUs\[0\] has no strategy of its own/],
      [{ listings: [{ SellerSKU: 'a', strategy: match }, { SellerSKU: 'b' }] }, /strategy is missing\. listings\[1\]/],
      [{ strategy: match, SellerSKUs: [] }, /SellerSKUs must have at least 1 element/],
      [{ strategy: match, listings: [] }, /listings must have at least 1 element/],
      [{ strategy: match, ...one, listings: [{ SellerSKU: 'a' }] }, /SellerSKUs and listings both name/],
      [{ strategy: match, SellerSKUs: ['a', 'b', 'a'] }, /SellerSKUs\[2\] repeats a SKU/],
      [{ strategy: match, SellerSKUs: [7] }, /SellerSKUs\[0\] must be a string, not a number/],
      [{ strategy: match, SellerSKUs: ['a\0b'] }, /SellerSKUs\[0\] must not have a NUL character/],
      [{ strategy: match, SellerSKUs: Array.from({ length: 501 }, (_, n) => `${n}`) }, /at most 500 elements, not 501/],
      [{ strategy: match, listings: [{ floor: usd(1) }] }, /listings\[0\]\.SellerSKU is missing/],
      [{ strategy: {}, ...one }, /strategy\.type is missing/],
      [{ strategy: { type: 'undercut' }, ...one }, /strategy\.type must be one of match, beatBy, setTo, win/],
      [{ strategy: { type: 'beatBy' }, ...one }, /strategy\.amount is missing\. beatBy needs it/],
      [{ strategy: { type: 'setTo', amount: usd(1) }, ...one }, /strategy\.price is missing\. setTo needs it/],
      [{ strategy: { type: 'setTo', price: usd(-1) }, ...one }, /strategy\.price\.Amount must not be negative/],
      [
        { strategy: { type: 'setTo', price: usd(1.001) }, ...one },
        /strategy\.price\.Amount must have at most 2 decimals/,
      ],
      [{ strategy: { type: 'setTo', price: usd(1e13) }, ...one }, /strategy\.price\.Amount must be at most/],
      [{ strategy: match, floor: { CurrencyCode: 'EUR', Amount: 1 }, ...one }, /floor\.CurrencyCode must be USD/],
      [{ strategy: match, floor: { Amount: 1 }, ...one }, /floor\.CurrencyCode is missing/],
      [
        {
          strategy: match,
          listings: [{ SellerSKU: 'a', floor: usd(-1), strategy: { type: 'beatBy', amount: usd(0.001) } }],
        },
        /listings\[0\]\.strategy\.amount\.Amount must have .* listings\[0\]\.floor\.Amount must not be negative/,
      ],
      [{ strategy: match, ...one, CustomerType: 'Everybody' }, /CustomerType must be one of Consumer, Business/],
      [
        { strategy: match, ...one, MarketplaceId: 'STORE_XX' },
        /no marketplace STORE_XX\. There are: STORE_JP, STORE_US/,
      ],
      [{ strategy: match, ...one, MarketplaceId: null }, /MarketplaceId/],
    ];
    for (const [body, details] of rows) assert.match(await detailsOf(body), details);
    const wrong = Array.from({ length: 100 }, (_, n) => ({ SellerSKU: `${n}`, floor: usd(-1) }));
    const answer = await ask('ACME', { strategy: match, listings: wrong });
    assert.equal(answer.json().errors.length, 20);
  });

  test('503 while the board of an item is not built', async () => {
    await pricing.db.run(`UPDATE board SET decision = NULL WHERE marketplace_id = 'STORE_US' AND item_id = 'RACK'`, []);
    const answer = await ask('ACME', { strategy: match, SellerSKUs: ['pan-acme', 'rack-acme'] });
    assert.equal(answer.statusCode, 503);
    assert.equal(answer.headers['retry-after'], '1');
  });
});
