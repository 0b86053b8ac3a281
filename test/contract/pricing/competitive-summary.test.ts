import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { withEnginesInTorture } from '../../db/engines.ts';
import { item, marketplace, offer, seller } from '../../harness/market-records.ts';
import { applyRecords } from './apply-records.ts';
import { openPricing, type PricingApp } from './pricing-app.ts';
import { waitingReads } from './waiting-reads.ts';

const NOW = Date.UTC(2026, 10, 15);
const PARTS = ['featuredBuyingOptions', 'lowestPricedOffers', 'referencePrices'];
const SECOND = { ...marketplace, marketplaceId: 'M2', name: 'Two', isDefault: false };

type Summary = {
  featuredBuyingOptions: { condition: string; CustomerType: string; offerType: string; featuredOffer: Featured }[];
  lowestPricedOffers: { lowestPricedOffersInput: object; offers: { SellerId: string; offerType: string }[] }[];
  referencePrices: { name: string; price: object }[];
};
type Featured = { sellerId: string; MyOffer: boolean; price: { landedPrice: { Amount: number } } };
type Response = {
  headers: Record<string, string>;
  status: { statusCode: number; reasonPhrase: string };
  body: Summary & { errors?: { code: string; message: string; details: string }[] };
  request: Record<string, unknown>;
};

withEnginesInTorture('competitive summaries', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await applyRecords(pricing, [
      ...[marketplace, SECOND, seller, { ...seller, sellerId: 'S2', feedbackRating: 90 }],
      { ...item, listPrice: 30, competitivePriceThreshold: 25 },
      ...[
        { ...item, marketplaceId: 'M2' },
        { ...item, itemId: 'EMPTY' },
      ],
      offer('SKU1'),
      offer('SKU2', { sellerId: 'S2', listingPrice: 19, businessPrice: 18, channel: 'SELLER', shipping: 0.5 }),
      offer('SKU3', { sellerId: 'S2', listingPrice: 9, condition: 'Used', subCondition: 'Good' }),
      offer('SKU4', { marketplaceId: 'M2', listingPrice: 7 }),
    ]);
  });
  after(() => pricing.close());

  const post = (requests: unknown, caller = 'S1') => pricing.post(caller, '/items/competitiveSummary', { requests });
  const responsesOf = async (requests: unknown[], caller = 'S1'): Promise<Response[]> => {
    const answer = await post(requests, caller);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().responses;
  };
  const one = { marketplaceId: 'M1', storeItemId: 'I1', includedData: PARTS };
  const bodyOf = async (more: object = {}, caller = 'S1'): Promise<Summary> => {
    const [response] = await responsesOf([{ ...one, ...more }], caller);
    assert.equal(response?.status.statusCode, 200, JSON.stringify(response));
    return response?.body as Summary;
  };

  test('200 has every buy box of every condition and both customer types', async () => {
    const { featuredBuyingOptions } = await bodyOf();
    assert.deepEqual(
      featuredBuyingOptions.map(({ condition, CustomerType, offerType, featuredOffer }) => {
        const { sellerId, MyOffer, price } = featuredOffer;
        return [condition, CustomerType, offerType, sellerId, MyOffer, price.landedPrice.Amount].join(' ');
      }),
      [
        'New Consumer B2C S2 false 19.5',
        'New Business B2B S2 false 18.5',
        'New Business B2C S1 true 20',
        'Used Consumer B2C S2 false 9',
        'Used Business B2C S2 false 9',
      ],
    );
    const [box] = (await bodyOf({}, 'S2')).featuredBuyingOptions;
    assert.deepEqual(box, {
      ...{ condition: 'New', CustomerType: 'Consumer', offerType: 'B2C', eligibleOffers: 2 },
      featuredOffer: {
        ...{ MyOffer: true, sellerId: 'S2', condition: 'New', subCondition: 'New', fulfillmentChannel: 'SELLER' },
        price: { listingPrice: usd(19), shippingPrice: usd(0.5), landedPrice: usd(19.5) },
        SellerFeedbackRating: { SellerPositiveFeedbackRating: 90, FeedbackCount: 100 },
      },
    });
  });

  test('200 has the figures of the item, and only the parts that includedData names', async () => {
    const { referencePrices, ...others } = await bodyOf({ includedData: ['referencePrices'] });
    assert.deepEqual(others, { marketplaceId: 'M1', storeItemId: 'I1' });
    assert.deepEqual(referencePrices.slice(0, 2), [
      { name: 'CompetitivePriceThreshold', price: usd(25) },
      { name: 'ListPrice', price: usd(30) },
    ]);
    for (const part of PARTS) {
      const body = await bodyOf({ includedData: [part, part] });
      assert.deepEqual(Object.keys(body), ['marketplaceId', 'storeItemId', part]);
    }
    const empty = { featuredBuyingOptions: [], referencePrices: [] };
    const lowestPricedOffers = [{ lowestPricedOffersInput: input('New', 'Consumer'), offers: [] }];
    assert.deepEqual(await bodyOf({ storeItemId: 'EMPTY' }), {
      ...{ marketplaceId: 'M1', storeItemId: 'EMPTY', ...empty, lowestPricedOffers },
    });
  });

  test('200 has the offers of up to five inputs, in their order, New for consumers without any', async () => {
    const inputs = [
      { itemCondition: 'New', CustomerType: 'Business' },
      { itemCondition: 'New', offerType: 'B2B' },
      { itemCondition: 'New', CustomerType: 'Business', offerType: 'B2C' },
      { itemCondition: 'Used' },
      { itemCondition: 'Club', CustomerType: 'Consumer', offerType: 'B2C' },
    ];
    const { lowestPricedOffers } = await bodyOf({ lowestPricedOffersInputs: inputs });
    const offered = lowestPricedOffers.map(({ offers }) => offers.map((each) => `${each.SellerId} ${each.offerType}`));
    assert.deepEqual(offered, [['S2 B2B', 'S1 B2C'], ['S2 B2B'], ['S1 B2C'], ['S2 B2C'], []]);
    assert.deepEqual(
      lowestPricedOffers.map(({ lowestPricedOffersInput }) => lowestPricedOffersInput),
      inputs.map((each) => ({ CustomerType: each.offerType === 'B2B' ? 'Business' : 'Consumer', ...each })),
    );
    for (const none of [{}, { lowestPricedOffersInputs: [] }, { lowestPricedOffersInputs: null }]) {
      const [list, ...more] = (await bodyOf(none)).lowestPricedOffers;
      assert.deepEqual(list?.lowestPricedOffersInput, input('New', 'Consumer'));
      assert.deepEqual([list?.offers.map(({ SellerId }) => SellerId), more], [['S2', 'S1'], []]);
    }
  });

  test('200 reads both spellings of a field and values in any case, and shows the request as it was understood', async () => {
    const { marketplaceId: MarketplaceId, ...rest } = one;
    const inputs = [{ ItemCondition: 'USED', customerType: 'business', OfferType: 'b2c' }];
    const includedData = ['LOWESTPRICEDOFFERS'];
    const responses = await responsesOf([
      { ...rest, MarketplaceId, includedData, lowestPricedOffersInputs: inputs },
      { ...rest, MarketplaceId, marketplaceId: 'M1', uri: '/any', method: 'GET', unknown: 'is ignored' },
      { ...one, lowestPricedOffersInputs: [{ ...input('Used', 'Business'), ItemCondition: 'Used', unknown: 1 }] },
    ]);
    assert.deepEqual(responses[0]?.request, {
      ...{ ...one, includedData: ['lowestPricedOffers'] },
      lowestPricedOffersInputs: [{ ...input('Used', 'Business'), offerType: 'B2C' }],
    });
    assert.deepEqual(responses[1]?.request, {
      ...{ ...one, uri: '/any', method: 'GET', lowestPricedOffersInputs: [input('New', 'Consumer')] },
    });
    assert.deepEqual(responses[2]?.request, { ...one, lowestPricedOffersInputs: [input('Used', 'Business')] });
    for (const { status, headers } of responses) {
      assert.deepEqual(status, { statusCode: 200, reasonPhrase: 'OK' });
      assert.ok(headers['x-request-id']);
    }
  });

  test('200 several requests about one item each get their own parts, in the order of the requests', async () => {
    const responses = await responsesOf([
      { ...one, includedData: ['lowestPricedOffers'], lowestPricedOffersInputs: [input('Used', 'Consumer')] },
      { ...one, marketplaceId: 'M2', includedData: ['lowestPricedOffers', 'featuredBuyingOptions'] },
      { ...one, includedData: ['lowestPricedOffers'], lowestPricedOffersInputs: [input('New', 'Business')] },
      { ...one, includedData: ['referencePrices'] },
    ]);
    const bodies = responses.map(({ body }) => body);
    assert.deepEqual(
      bodies.map((body) => body.lowestPricedOffers?.[0]?.offers.map(({ SellerId }) => SellerId)),
      [['S2'], ['S1'], ['S2', 'S1'], undefined],
    );
    // Without business terms, businesses see the same holder as consumers do.
    assert.deepEqual(
      bodies[1]?.featuredBuyingOptions.map(({ CustomerType, offerType, featuredOffer: { price } }) => [
        ...[CustomerType, offerType, price.landedPrice.Amount],
      ]),
      [
        ['Consumer', 'B2C', 7],
        ['Business', 'B2C', 7],
      ],
    );
  });

  test('200 an invalid request gets its own error and does not affect the others', async () => {
    const inputs = (...lowestPricedOffersInputs: unknown[]) => ({ ...one, lowestPricedOffersInputs });
    const cases: [sent: object, status: number, details: RegExp][] = [
      [{ ...one, storeItemId: 'NOPE' }, 404, /There is no item with this storeItemId in marketplace M1/],
      [one, 200, /^undefined$/],
      [{}, 400, /marketplaceId is required.*storeItemId is required.*includedData is required/],
      [{ ...one, marketplaceId: null }, 400, /marketplaceId is required/],
      [{ ...one, marketplaceId: 'M9' }, 400, /marketplaceId is not valid.*no marketplace M9\. There are: M1, M2/],
      [{ ...one, MarketplaceId: 'M2' }, 400, /marketplaceId and MarketplaceId mean the same and have two values/],
      [{ ...one, storeItemId: 7 }, 400, /storeItemId must be a string, not a number/],
      [{ ...one, storeItemId: 'x'.repeat(257) }, 400, /storeItemId must have at most 256 characters/],
      [{ ...one, storeItemId: 'a\0b' }, 400, /storeItemId must not have a NUL/],
      [{ ...one, includedData: [] }, 400, /includedData must have at least 1 element.*featuredBuyingOptions, lowest/],
      [{ ...one, includedData: 'all' }, 400, /includedData must be an array, not a string/],
      [
        { ...one, includedData: ['prices'] },
        400,
        /includedData\[0\] must be one of featuredBuyingOptions, lowestPricedOffers, referencePrices/,
      ],
      [inputs({}), 400, /lowestPricedOffersInputs\[0\]\.itemCondition is required/],
      [inputs({ itemCondition: 'Broken' }), 400, /itemCondition must be one of New, Used/],
      [inputs('New'), 400, /lowestPricedOffersInputs\[0\] must be an object, not a string/],
      [inputs(...Array.from({ length: 6 }, () => input('New', 'Consumer'))), 400, /at most 5 elements, not 6/],
      [inputs({ ...input('New', 'Consumer'), offerType: 'B2B' }), 400, /offerType is not valid.*CustomerType Business/],
      [inputs({ itemCondition: 'New', offerType: 'Consumer' }), 400, /offerType must be one of B2C, B2B/],
      [inputs({ itemCondition: 'New', ItemCondition: 'Used' }), 400, /Inputs\[0\]\.itemCondition and .* two values/],
      [{ ...one, lowestPricedOffersInputs: {} }, 400, /lowestPricedOffersInputs must be an array, not an object/],
    ];
    const responses = await responsesOf(cases.map(([sent]) => sent));
    for (const [n, [sent, status, details]] of cases.entries()) {
      const { errors } = responses[n]?.body ?? {};
      assert.equal(responses[n]?.status.statusCode, status, JSON.stringify(sent));
      assert.match(`${errors?.map((each) => `${each.message} ${each.details}`).join(' ')}`, details);
    }
  });

  test('400 for anything but a list of 1 to 20 objects', async () => {
    for (const requests of [undefined, 'x', {}, [], [7], [null], [[]], Array.from({ length: 21 }, () => one)]) {
      const answer = await post(requests);
      assert.equal(answer.statusCode, 400, JSON.stringify(requests));
      assert.match(answer.body, /requests/);
    }
    assert.equal((await responsesOf(Array.from({ length: 20 }, () => one))).length, 20);
  });

  test('200 a board that does not hold is rebuilt before it is read', async () => {
    const landed = async () =>
      (await bodyOf()).featuredBuyingOptions.map(({ featuredOffer }) => featuredOffer.price.landedPrice.Amount);
    await applyRecords(pricing, [offer('SKU5', { listingPrice: 5, startTime: new Date(NOW + 1000).toISOString() })]);
    assert.deepEqual(await landed(), [19.5, 18.5, 20, 9, 9]);
    pricing.clock.now = NOW + 1000;
    assert.deepEqual(await landed(), [5, 18.5, 5, 9, 9]);
    await applyRecords(pricing, [offer('SKU5', { listingPrice: 6 })], 'later');
    assert.deepEqual(await landed(), [6, 18.5, 6, 9, 9]);
    pricing.clock.now = NOW;
    await applyRecords(pricing, [{ ...offer('SKU5'), op: 'delete' }]);
  });

  test('503 of one request while the board of its item is not built; the others are answered', async () => {
    await pricing.db.run(`UPDATE board SET decision = NULL WHERE marketplace_id = 'M1' AND item_id = 'EMPTY'`);
    const [unbuilt, built] = await responsesOf([{ ...one, storeItemId: 'EMPTY' }, one]);
    assert.equal(unbuilt?.status.statusCode, 503);
    assert.equal(unbuilt?.headers['retry-after'], '1');
    assert.equal(unbuilt?.body.errors?.[0]?.code, 'ServiceUnavailable');
    assert.equal(built?.status.statusCode, 200);
  });

  test('500 of a read that fails is the status of its requests only, and names nothing internal', async () => {
    await pricing.db.run('ALTER TABLE shelf RENAME TO hidden');
    try {
      const [failed, unknown] = await responsesOf([one, { ...one, marketplaceId: 'M9' }]);
      assert.deepEqual(failed?.status, { statusCode: 500, reasonPhrase: 'Internal Server Error' });
      assert.doesNotMatch(JSON.stringify(failed), /shelf|SELECT/);
      assert.equal(unknown?.status.statusCode, 400);
    } finally {
      await pricing.db.run('ALTER TABLE hidden RENAME TO shelf');
    }
  });

  // SQLite reads one statement after the other.
  if (engine.name === 'postgres') {
    test('200 reads all items of a marketplace at once', async () => {
      const other = new pg.Client({ connectionString: pricing.databaseConfig.databaseUrl });
      await other.connect();
      try {
        const items = Array.from({ length: 20 }, (_, n) => ({ ...item, itemId: `MANY${n}` }));
        await applyRecords(pricing, items);
        await other.query('BEGIN; LOCK TABLE board IN ACCESS EXCLUSIVE MODE');
        const batch = responsesOf(items.map(({ itemId }) => ({ ...one, storeItemId: itemId })));
        const waiting = await waitingReads(other);
        await other.query('COMMIT');
        assert.equal(waiting, 1);
        for (const { status } of await batch) assert.equal(status.statusCode, 200);
      } finally {
        await other.end();
      }
    });
  }
});

const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
const input = (itemCondition: string, CustomerType: string) => ({ itemCondition, CustomerType });
