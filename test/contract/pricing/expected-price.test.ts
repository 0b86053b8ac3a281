import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readRecord } from '../../../src/domain/market/records/market-record.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';
import { NOW, workedMarket } from './worked-market.ts';

const PATH = '/offer/featuredOfferExpectedPrice';
const MARKETPLACE = { marketplaceId: 'STORE_US' };

/** Beside the worked market: an offer without competition, and one that no price helps. */
const more = [
  { kind: 'item', itemId: 'SOLO', category: 'home' },
  { kind: 'item', itemId: 'TINY', category: 'home' },
  { kind: 'offer', sellerId: 'ACME', sku: 'solo', itemId: 'SOLO', channel: 'FS', listingPrice: 5, shipping: 0 },
  { kind: 'offer', sellerId: 'ACME', sku: 'tiny', itemId: 'TINY', channel: 'SELLER', listingPrice: 1, shipping: 9 },
  { kind: 'offer', sellerId: 'BOLT', sku: 'tiny-bolt', itemId: 'TINY', channel: 'FS', listingPrice: 2, shipping: 0 },
].map((record) => {
  const usual = { marketplaceId: 'STORE_US', condition: 'New', subCondition: 'New', quantity: 1 };
  const read = readRecord(
    record.kind === 'offer' ? { ...usual, ...record } : { marketplaceId: 'STORE_US', ...record },
    {
      currencyOf: () => 'USD',
    },
  );
  assert.ok(read.ok);
  return read.record;
});

type Money = { CurrencyCode: string; Amount: number };
type FeaturedOffer = { offerIdentifier: Record<string, string>; condition: string; price: Record<string, Money> };
type Result = {
  CustomerType: string;
  offerType: string;
  resultStatus: string;
  featuredOfferExpectedPrice?: { listingPrice: Money };
  reasons?: string[];
  competingFeaturedOffer?: FeaturedOffer;
  currentFeaturedOffer?: FeaturedOffer;
};
type Response = {
  headers: Record<string, string>;
  status: { statusCode: number; reasonPhrase: string };
  body: {
    offerIdentifier?: object;
    featuredOfferExpectedPriceResults?: Result[];
    errors?: { code: string; message: string; details: string }[];
  };
  request: Record<string, unknown>;
};

withEnginesInTorture('a batch of expected prices', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await pricing.market.writer.apply([...workedMarket(), ...more], { boards: 'now' });
  });
  after(() => pricing.close());

  const responsesOf = async (sellerId: string, requests: unknown[]): Promise<Response[]> => {
    const answer = await pricing.post(sellerId, PATH, { requests });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().responses;
  };

  /** One result as a short text: price or status, reasons, and whose offers compete. */
  const shortly = ({ resultStatus, featuredOfferExpectedPrice: price, reasons, ...offers }: Result) => {
    const who = (offer?: FeaturedOffer) => offer?.offerIdentifier.sku ?? offer?.offerIdentifier.sellerId ?? '-';
    const result = price?.listingPrice.Amount ?? [resultStatus, ...(reasons ?? [])].join(' ');
    return `${result} | ${who(offers.competingFeaturedOffer)} | ${who(offers.currentFeaturedOffer)}`;
  };
  const resultsOf = async (sellerId: string, sku: string) => {
    const [response] = await responsesOf(sellerId, [{ ...MARKETPLACE, sku }]);
    return response?.body.featuredOfferExpectedPriceResults?.map(shortly);
  };

  test('200 each listing has a result for each buy box, worked out by hand', async () => {
    const same = (text: string, b2b = 'noBusinessPrice | - | -') => [text, `OFFER_NOT_ELIGIBLE ${b2b}`, text];
    const rows: [seller: string, sku: string, results: string[]][] = [
      // The next after pan-acme is BOLT's at 22.00, which ACME's beats in a tie: FS ships it.
      ['ACME', 'pan-acme', same('22 | BOLT | pan-acme')],
      // 21.99 landed, with own shipping of 4.00.
      ['BOLT', 'pan-bolt', same('17.99 | ACME | ACME')],
      // Against FS and the better rating of ACME; one cent above the threshold does not matter.
      ['BOLT', 'pan-bolt-fs', same('21.99 | ACME | ACME')],
      ['DUNE', 'pan-dune-2', same('20.99 | ACME | ACME')],
      ['CORE', 'pan-core-off', same('OFFER_NOT_ELIGIBLE active | ACME | ACME')],
      ['CORE', 'pan-core-soon', same('OFFER_NOT_ELIGIBLE startTime | ACME | ACME')],
      ['DUNE', 'pan-dune-someday', same('OFFER_NOT_ELIGIBLE availability | ACME | ACME')],
      ['EDGE', 'pan-edge-bare', same('OFFER_NOT_ELIGIBLE shippingCharge | ACME | ACME')],
      ['FAIL', 'pan-fail', same('OFFER_NOT_ELIGIBLE feedbackRating | ACME | ACME')],
      ['GREN', 'pan-gren', same('OFFER_NOT_ELIGIBLE feedbackCount | ACME | ACME')],
      ['HUSH', 'pan-hush', same('OFFER_NOT_ELIGIBLE featuredMerchant | ACME | ACME')],
      // Alone in Used: the threshold of 25.00 less own shipping of 3.00.
      ['ACME', 'pan-acme-used', same('22 | - | pan-acme-used')],
      // Two SKUs of one seller compete with each other. "B" comes before "a".
      ['DUNE', 'lamp-ref-a', same('39.99 | lamp-ref-B | lamp-ref-B')],
      ['DUNE', 'lamp-ref-B', same('35 | lamp-ref-a | lamp-ref-B')],
      ['DUNE', 'lamp-dune-mint', same('99.98 | CORE | CORE')],
      ['CORE', 'lamp-core-mint', same('99.99 | DUNE | lamp-core-mint')],
      // No threshold and nobody else is eligible.
      ['ACME', 'solo', same('NO_COMPETING_OFFER | - | solo')],
      // Own shipping alone costs more than the rival's offer.
      ['ACME', 'tiny', same('NO_WINNING_PRICE | BOLT | BOLT')],
      [
        'ACME',
        'lamp-acme',
        ['29 | BOLT | lamp-acme', '26.5 | EDGE | EDGE', 'OFFER_NOT_ELIGIBLE hasBusinessPrice | BOLT | BOLT'],
      ],
      [
        'BOLT',
        'lamp-bolt',
        ['29.99 | ACME | ACME', 'OFFER_NOT_ELIGIBLE noBusinessPrice | EDGE | EDGE', '31.99 | DUNE | lamp-bolt'],
      ],
      // For consumers above the threshold and alone, at its business price within it.
      ['ACME', 'ket-acme', ['40 | - | -', '40 | - | ket-acme', 'OFFER_NOT_ELIGIBLE hasBusinessPrice | - | -']],
    ];
    for (const [sellerId, sku, expected] of rows) {
      assert.deepEqual(await resultsOf(sellerId, sku), expected, `${sellerId} ${sku}`);
    }
  });

  test('200 a response has the offer, its rival and the holder, at the prices of the buy box', async () => {
    const [response] = await responsesOf('BOLT', [{ ...MARKETPLACE, sku: 'lamp-bolt' }]);
    assert.deepEqual(response?.status, { statusCode: 200, reasonPhrase: 'OK' });
    assert.deepEqual(response?.body.offerIdentifier, {
      ...{ marketplaceId: 'STORE_US', sellerId: 'BOLT', sku: 'lamp-bolt', storeItemId: 'LAMP' },
      fulfillmentType: 'SELLER',
    });
    const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
    const [, b2b, b2c] = response?.body.featuredOfferExpectedPriceResults ?? [];
    assert.deepEqual(b2b?.competingFeaturedOffer, {
      offerIdentifier: { marketplaceId: 'STORE_US', sellerId: 'EDGE', storeItemId: 'LAMP', fulfillmentType: 'SELLER' },
      condition: 'New',
      subCondition: 'New',
      price: { listingPrice: usd(26.5), shippingPrice: usd(1), landedPrice: usd(27.5) },
      SellerFeedbackRating: { SellerPositiveFeedbackRating: 80, FeedbackCount: 10 },
    });
    assert.deepEqual(b2c?.featuredOfferExpectedPrice, { listingPrice: usd(31.99) });
    assert.deepEqual(
      [b2b, b2c].map((one) => [one?.CustomerType, one?.offerType]),
      [
        ['Business', 'B2B'],
        ['Business', 'B2C'],
      ],
    );
  });

  test('200 amounts are in the currency of each marketplace, and one read serves all requests of a marketplace', async (t) => {
    const reads = t.mock.method(pricing.market.reader, 'listingPositions');
    const skus = ['ket-acme', 'pan-acme', 'lamp-acme', 'pan-acme', 'NOPE'];
    const responses = await responsesOf('ACME', [
      ...skus.map((sku) => ({ ...MARKETPLACE, sku })),
      { marketplaceId: 'STORE_JP', sku: 'ket-acme' },
    ]);
    const keys = reads.mock.calls.map(({ arguments: [given] }) =>
      given.map(({ marketplaceId: m, sku }) => `${m} ${sku}`),
    );
    const us = ['ket-acme', 'pan-acme', 'lamp-acme', 'NOPE'].map((sku) => `STORE_US ${sku}`);
    assert.deepEqual(keys, [us, ['STORE_JP ket-acme']]);
    assert.deepEqual(
      responses.map(({ status }) => status.statusCode),
      [200, 200, 200, 200, 400, 200],
    );
    assert.deepEqual(responses[1]?.body, responses[3]?.body);
    // The threshold of 5300 less own shipping of 300.
    const [yen] = responses[5]?.body.featuredOfferExpectedPriceResults ?? [];
    assert.deepEqual(yen?.featuredOfferExpectedPrice?.listingPrice, { CurrencyCode: 'JPY', Amount: 5000 });
  });

  test('200 MarketplaceId and SellerSKU mean the same, and uri, method and segment have no effect', async () => {
    const uri = '/products/pricing/v4/offer/featuredOfferExpectedPrice';
    const fields = { marketplaceId: 'STORE_US', sku: 'pan-acme' };
    const passive = { uri, method: 'GET', segment: { segmentDetails: { region: 'x' } } };
    const responses = await responsesOf('ACME', [
      fields,
      { MarketplaceId: 'STORE_US', SellerSKU: 'pan-acme' },
      { ...fields, MarketplaceId: 'STORE_US', SellerSKU: 'pan-acme', unknown: 'is ignored' },
      { ...fields, uri: null, method: null, segment: null, SellerSKU: null },
      { ...fields, ...passive },
    ]);
    for (const [n, { status, body, request, headers }] of responses.entries()) {
      assert.equal(status.statusCode, 200);
      assert.deepEqual(body, responses[0]?.body);
      assert.deepEqual(request, n === 4 ? { ...fields, ...passive } : fields);
      assert.ok(headers['x-request-id']);
    }
  });

  test("200 an invalid request gets its own error; a rival's SKU is as unknown as any other", async () => {
    const sku = 'pan-acme';
    const rows: [sent: object, details: RegExp][] = [
      [{ ...MARKETPLACE, sku: 'NOPE' }, /^INVALID_SKU no listing with this sku in marketplace STORE_US/],
      [{ ...MARKETPLACE, sku: 'pan-bolt' }, /^INVALID_SKU no listing with this sku in marketplace STORE_US/],
      [{ marketplaceId: 'STORE_JP', sku }, /^INVALID_SKU no listing with this sku in marketplace STORE_JP/],
      [
        { marketplaceId: 'STORE_XX', sku },
        /^InvalidInput There is no marketplace STORE_XX\. There are: STORE_JP, STORE_US/,
      ],
      [{}, /^InvalidInput marketplaceId is missing.*sku is missing/],
      [{ ...MARKETPLACE }, /^InvalidInput sku is missing.*For example "DEMO-SKU-1"/],
      [{ ...MARKETPLACE, sku: null }, /^InvalidInput sku is missing/],
      [{ ...MARKETPLACE, sku: 7 }, /^InvalidInput sku must be a string, not a number/],
      [{ ...MARKETPLACE, SellerSKU: '' }, /^InvalidInput sku must not be empty/],
      [{ ...MARKETPLACE, sku: 'x'.repeat(257) }, /^InvalidInput sku must have at most 256 characters/],
      [{ ...MARKETPLACE, sku: 'a\0b' }, /^InvalidInput sku must not have a NUL character/],
      [
        { ...MARKETPLACE, sku, SellerSKU: 'other' },
        /^InvalidInput sku and SellerSKU mean the same and have two values/,
      ],
      [
        { ...MARKETPLACE, sku, MarketplaceId: 'STORE_JP' },
        /^InvalidInput marketplaceId and MarketplaceId mean the same/,
      ],
      [{ ...MARKETPLACE, sku, uri: 7 }, /^InvalidInput uri must be a string/],
      [{ ...MARKETPLACE, sku, segment: 'x' }, /^InvalidInput segment must be an object/],
    ];
    const responses = await responsesOf('ACME', [...rows.map(([sent]) => sent), { ...MARKETPLACE, sku }]);
    for (const [n, [sent, details]] of rows.entries()) {
      const { status, body } = responses[n] as Response;
      assert.deepEqual(status, { statusCode: 400, reasonPhrase: 'Bad Request' }, JSON.stringify(sent));
      const text = `${body.errors?.[0]?.code} ${body.errors?.map((one) => one.details).join(' ')}`;
      assert.match(text.replace('The caller has ', ''), details);
    }
    assert.equal(responses.at(-1)?.status.statusCode, 200);
  });

  test('200 nothing private of another seller is in an answer: the SKUs of others never appear', async () => {
    const skus = ['pan-bolt', 'lamp-bolt', 'ket-bolt', 'lamp-bolt-used', 'tiny-bolt'];
    const text = JSON.stringify(
      await responsesOf(
        'BOLT',
        skus.map((sku) => ({ ...MARKETPLACE, sku })),
      ),
    );
    assert.match(text, /"sku":"tiny-bolt"/);
    assert.doesNotMatch(text, /-acme|-core|-dune|-edge|solo|"tiny"/);
  });

  test('400 for anything but a list of 1 to 40 objects', async () => {
    const one = { ...MARKETPLACE, sku: 'pan-acme' };
    for (const requests of [undefined, null, 'x', {}, [], [7], [null], [[]], Array.from({ length: 41 }, () => one)]) {
      const answer = await pricing.post('ACME', PATH, { requests });
      assert.equal(answer.statusCode, 400, JSON.stringify(requests));
      assert.match(answer.body, /requests/);
    }
    assert.equal(
      (
        await responsesOf(
          'ACME',
          Array.from({ length: 40 }, () => one),
        )
      ).length,
      40,
    );
  });

  test('200 a board that is due is rebuilt first: a start time that has passed counts at once', async () => {
    pricing.clock.now = Date.parse('2026-11-16T12:00:00Z');
    assert.deepEqual((await resultsOf('CORE', 'pan-core-soon'))?.[0], '21.99 | ACME | pan-core-soon');
    assert.deepEqual((await resultsOf('ACME', 'pan-acme'))?.[0], '9 | CORE | CORE');
    pricing.clock.now = NOW;
  });

  test('503 of one request while the board of its item is not built; the others are answered', async () => {
    await pricing.db.run(`UPDATE board SET decision = NULL WHERE marketplace_id = 'STORE_US' AND item_id = 'RACK'`, []);
    const [unbuilt, built] = await responsesOf('ACME', [
      { ...MARKETPLACE, sku: 'rack-acme' },
      { ...MARKETPLACE, sku: 'pan-acme' },
    ]);
    assert.equal(unbuilt?.status.statusCode, 503);
    assert.equal(unbuilt?.headers['retry-after'], '1');
    assert.equal(unbuilt?.body.errors?.[0]?.code, 'ServiceUnavailable');
    assert.equal(built?.status.statusCode, 200);
  });
});
