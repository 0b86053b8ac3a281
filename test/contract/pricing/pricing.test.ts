import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { demoRecords } from '../../../src/cli/demo/records.ts';
import { writeProducts } from '../../../src/wire/pricing/products.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { recordOf } from '../../harness/record-of.ts';
import { openPricing, type PricingApp, payloadOf } from './pricing-app.ts';

const NOW = Date.UTC(2026, 10, 15);
const ME = 'A1DEMOSELLER';
const RIVAL = 'A2DEMORIVAL';
const US = { MarketplaceId: 'STORE_US' };

/** SKUs with special characters. The caller offers each on a separate item. */
const ODD_SKUS = [
  'a/b',
  'a b',
  'a,b',
  ',',
  'a%2Fb',
  '100%',
  'a+b',
  'a#b?c&d=e',
  `"quoted" 'too'`,
  '\\back',
  'ünïcödé',
  '日本語',
  '🎉🎊',
  '<script>',
  `${'x'.repeat(255)}🎉`,
];
const oddRecords = ODD_SKUS.flatMap((sku, n) => [
  { kind: 'item', marketplaceId: 'STORE_US', itemId: `ODD${n}`, category: 'books' },
  {
    ...{ kind: 'offer', marketplaceId: 'STORE_US', sellerId: ME, sku, itemId: `ODD${n}`, listingPrice: 5, shipping: 1 },
    ...{ condition: 'Club', subCondition: 'Club', channel: 'SELLER', quantity: 3 },
  },
]);

withEnginesInTorture('pricing', (engine) => {
  let pricing: PricingApp;
  before(async () => {
    pricing = await openPricing(engine, NOW);
    await pricing.market.writer.apply(demoRecords(NOW).map(recordOf), { boards: 'now' });
    await pricing.market.writer.apply(oddRecords.map(recordOf), { boards: 'now' });
  });
  after(() => pricing.close());

  const listing = (sku: string, query: Record<string, string> = {}, seller = ME) =>
    pricing.get(seller, `/listings/${encodeURIComponent(sku)}/offers`, { ...US, ItemCondition: 'New', ...query });
  const bySku = (Skus: string | string[], query: Record<string, string> = {}, seller = ME) =>
    pricing.get(seller, '/competitivePrice', { ...US, ItemType: 'Sku', Skus, ...query });
  const errorsOf = (answer: { statusCode: number; body: string }, status: number): string => {
    assert.equal(answer.statusCode, status, answer.body);
    const { errors } = JSON.parse(answer.body) as { errors: { message: string; details: string }[] };
    assert.ok(Array.isArray(errors) && errors.length > 0, answer.body);
    return errors.map(({ message, details }) => `${message} ${details}`).join('\n');
  };
  type Element = { status: string; SellerSKU?: string; storeItemId?: string; Product?: { Offers: object[] } };
  const statusAndId = (payload: Element[]) =>
    payload.map(({ status, SellerSKU, storeItemId }) => [status, SellerSKU ?? storeItemId]);

  test('200 reads query names and values in any case and answers in the casing of the specification', async () => {
    const usual = await listing('DEMO-SKU-1', { CustomerType: 'Consumer' });
    const query = { marketplaceID: 'STORE_US', itemcondition: 'nEW', CUSTOMERTYPE: 'consumer' };
    const odd = await pricing.get(ME, '/listings/DEMO-SKU-1/offers', query);
    assert.equal(odd.body, usual.body);
    assert.equal(payloadOf(odd).ItemCondition, 'New');
    const sku = await pricing.get(ME, '/competitivePrice', { ...US, itemtype: 'SKU', SKUS: 'DEMO-SKU-1' });
    assert.equal(sku.body, (await bySku('DEMO-SKU-1')).body);
  });

  test('200 CustomerType defaults to Consumer', async () => {
    const silent = await listing('DEMO-SKU-2');
    assert.equal(silent.body, (await listing('DEMO-SKU-2', { CustomerType: 'Consumer' })).body);
    assert.notEqual(silent.body, (await listing('DEMO-SKU-2', { CustomerType: 'Business' })).body);
  });

  test('200 ignores an unknown parameter', async () => {
    assert.equal((await listing('DEMO-SKU-1', { Nobody: 'knows' })).body, (await listing('DEMO-SKU-1')).body);
  });

  test('200 takes a SKU with any character, in the path and in the list', async () => {
    for (const sku of [...ODD_SKUS, 'DEMO/SKU 21,é']) {
      const condition = ODD_SKUS.includes(sku) ? 'Club' : 'New';
      const payload = payloadOf(await listing(sku, { ItemCondition: condition }));
      assert.equal(payload.SKU, sku);
      assert.equal(payload.Identifier.SellerSKU, sku);
      if (condition === 'Club')
        assert.equal(
          payload.Offers.some(({ MyOffer }: { MyOffer: boolean }) => MyOffer),
          true,
        );
      assert.deepEqual(statusAndId(payloadOf(await bySku(sku))), [['Success', sku]]);
    }
    const all = payloadOf(await bySku(ODD_SKUS));
    assert.deepEqual(
      statusAndId(all),
      ODD_SKUS.map((sku) => ['Success', sku]),
    );
  });

  test('200 by listing and by its item is the same but for the SKU', async () => {
    const { SKU, Identifier, ...rest } = payloadOf(await listing('DEMO-SKU-2'));
    const item = payloadOf(await pricing.get(ME, '/items/ITEM000002/offers', { ...US, ItemCondition: 'New' }));
    assert.equal(SKU, 'DEMO-SKU-2');
    const { SellerSKU, ...identifier } = Identifier;
    assert.equal(SellerSKU, 'DEMO-SKU-2');
    assert.deepEqual(item, { ...rest, Identifier: identifier });
  });

  test('200 takes lists repeated or joined by a comma, answers duplicates once, in the order of the request', async () => {
    const one = await bySku(['DEMO-SKU-3', 'DEMO-SKU-1', 'DEMO-SKU-3']);
    assert.deepEqual(statusAndId(payloadOf(one)), [
      ['Success', 'DEMO-SKU-3'],
      ['Success', 'DEMO-SKU-1'],
    ]);
    const base = '/competitivePrice?MarketplaceId=STORE_US&ItemType=Sku&Skus=DEMO-SKU-3';
    for (const end of [
      ',DEMO-SKU-1',
      '%2CDEMO-SKU-1',
      ',DEMO-SKU-1,',
      '&skus=DEMO-SKU-1',
      '&Skus=&SKUS=DEMO-SKU-1&Skus=DEMO-SKU-3',
    ])
      assert.equal((await pricing.get(ME, `${base}${end}`)).body, one.body, end);
  });

  test('200 keeps the order of the request, even when the name of a list comes in two casings', async () => {
    const answer = await pricing.get(
      ME,
      '/competitivePrice?MarketplaceId=STORE_US&ItemType=Sku&Skus=DEMO-SKU-3&skus=DEMO-SKU-1&Skus=DEMO-SKU-2',
    );
    const order = statusAndId(payloadOf(answer)).map(([, sku]) => sku);
    assert.deepEqual(order, ['DEMO-SKU-3', 'DEMO-SKU-1', 'DEMO-SKU-2']);
  });

  test('200 takes a single Skus as one SKU of the caller, otherwise splits it at commas (decision 36)', async () => {
    assert.deepEqual(statusAndId(payloadOf(await bySku('DEMO/SKU 21,é'))), [['Success', 'DEMO/SKU 21,é']]);
    assert.deepEqual(statusAndId(payloadOf(await bySku('DEMO-SKU-1,a,,b'))), [
      ['Success', 'DEMO-SKU-1'],
      ['ClientError', 'a'],
      ['ClientError', 'b'],
    ]);
    // The rival has no such SKU, so its value is split into two.
    assert.deepEqual(statusAndId(payloadOf(await bySku('DEMO/SKU 21,é', {}, RIVAL))), [
      ['ClientError', 'DEMO/SKU 21'],
      ['ClientError', 'é'],
    ]);
  });

  test('200 never splits a repeated Skus: 20 values are 20 elements, also when a SKU with a comma is delisted (decision 36)', async () => {
    const skus = [...Array.from({ length: 18 }, (_, n) => `DEMO-SKU-${n + 1}`), 'A,B', 'DEMO/SKU 21,é'];
    const payload = payloadOf(await bySku(skus));
    assert.deepEqual(
      statusAndId(payload),
      skus.map((sku) => [sku === 'A,B' ? 'ClientError' : 'Success', sku]),
    );
    assert.match(payload[18].errors[0].details, /repeated Skus are not split at commas/);
    for (const twice of [
      ['A,B', 'A,B'],
      ['A,B', ''],
      ['', 'A,B'],
    ])
      assert.deepEqual(statusAndId(payloadOf(await bySku(twice))), [['ClientError', 'A,B']], twice.join('&'));
  });

  test('200 always splits storeItemIds, repeated or not (decision 36)', async () => {
    const byItem = async (storeItemIds: unknown) =>
      pricing.get(ME, '/competitivePrice', { ...US, ItemType: 'StoreItemId', storeItemIds } as Record<string, string>);
    const ids = payloadOf(await byItem(['ITEM000003,ITEM000001', 'NOPE,', 'ITEM000003'])).map(
      ({ storeItemId }: { storeItemId: string }) => storeItemId,
    );
    assert.deepEqual(ids, ['ITEM000003', 'ITEM000001', 'NOPE']);
    const eleven = Array.from({ length: 11 }, (_, n) => `I${n}`).join();
    assert.match(
      errorsOf(await byItem([eleven, eleven]), 400),
      /storeItemIds must have at most 20 identifiers, not 22/,
    );
  });

  test('200 an unknown identifier gets an element with errors instead of Product', async () => {
    const reason = (message: string, details: string) => [{ code: 'NotFound', message, details }];
    const payload = payloadOf(await bySku(['NOPE', 'DEMO-SKU-1']));
    assert.deepEqual(payload[0], {
      ...{ status: 'ClientError', SellerSKU: 'NOPE' },
      errors: reason(
        'There is no such listing.',
        'The caller has no listing with this SellerSKU in marketplace STORE_US.',
      ),
    });
    assert.equal(payload[1].status, 'Success');
    assert.equal(payload[1].errors, undefined);
    const items = { ...US, ItemType: 'StoreItemId', storeItemIds: 'NOPE,ITEM000001' };
    const byItem = payloadOf(await pricing.get(ME, '/competitivePrice', items));
    assert.deepEqual(byItem[0], {
      ...{ status: 'ClientError', storeItemId: 'NOPE' },
      errors: reason('There is no such item.', 'There is no item with this storeItemId in marketplace STORE_US.'),
    });
    assert.equal(byItem[1].SellerSKU, undefined);
    assert.equal(byItem[1].Product.Identifiers.SKUIdentifier, undefined);
    assert.equal(byItem[1].Product.Offers[0].SellerSKU, 'DEMO-SKU-1');
  });

  test("200 another seller's SKU and an unknown SKU get the same answer", async () => {
    const theirs = await listing('DEMO-SKU-1', {}, RIVAL);
    const nobodys = await listing('NO-SUCH-SKU-AT-ALL', {}, RIVAL);
    assert.match(errorsOf(theirs, 404), /STORE_US/);
    assert.equal(theirs.body, nobodys.body);
    const [element] = payloadOf(await bySku('DEMO-SKU-1', {}, RIVAL));
    const [unknown] = payloadOf(await bySku('NO-SUCH-SKU-AT-ALL', {}, RIVAL));
    assert.equal(element.status, 'ClientError');
    assert.deepEqual(element, { ...unknown, SellerSKU: 'DEMO-SKU-1' });
  });

  test('200 leaves catalogue attributes as they are, even when they look like a part of the answer', async () => {
    const attributes = {
      belongsToRequester: false,
      sellerId: ME,
      CompetitivePricing: { MyOffer: false, SellerId: ME },
    };
    const item = { kind: 'item', marketplaceId: 'STORE_US', itemId: 'LOOKALIKE', category: 'books', attributes };
    await pricing.market.writer.apply([recordOf(item)], { boards: 'now' });
    const query = { ...US, ItemType: 'StoreItemId', storeItemIds: 'LOOKALIKE' };
    assert.deepEqual(payloadOf(await pricing.get(ME, '/competitivePrice', query))[0].Product.AttributeSets, [
      attributes,
    ]);
  });

  test('200 has all catalogue attributes, and no attribute set when there are none', async () => {
    const attributes = { ListPrice: 'on the box', ItemDimensions: 'large' };
    const item = (itemId: string, more: object) => ({
      ...{ kind: 'item', marketplaceId: 'STORE_US', itemId, category: 'books', ...more },
    });
    await pricing.market.writer.apply([item('SAID', { attributes }), item('SILENT', {})].map(recordOf), {
      boards: 'now',
    });
    const query = { ...US, ItemType: 'StoreItemId', storeItemIds: 'SAID,SILENT' };
    const payload = payloadOf(await pricing.get(ME, '/competitivePrice', query));
    assert.deepEqual(payload[0].Product.AttributeSets, [attributes]);
    assert.deepEqual(payload[1].Product.AttributeSets, []);
  });

  test('200 an answer is consistent while prices change', async () => {
    const offer = demoRecords(NOW).find((one) => (one as { sku?: string }).sku === 'DEMO-SKU-15') as object;
    let isChanging = true;
    const change = async () => {
      for (let cents = 1; isChanging; cents += 1) {
        const record = recordOf({ ...offer, listingPrice: 10 + (cents % 100) / 100, businessPrice: undefined });
        await pricing.market.writer.apply([record], { boards: 'now' });
        // The store may answer synchronously: yield to the reader.
        await setImmediate();
      }
    };
    const changing = change();
    for (let n = 0; n < 150; n += 1) {
      const { CompetitivePricing, Offers } = payloadOf(await bySku('DEMO-SKU-15'))[0].Product;
      assert.deepEqual(CompetitivePricing.CompetitivePrices[0].Price, Offers[0].BuyingPrice);
    }
    isChanging = false;
    await changing;
  });

  test('200 /price filters own offers by condition and offer type', async () => {
    const price = async (query: Record<string, string>) => {
      const answer = await pricing.get(ME, '/price', { ...US, ItemType: 'Sku', Skus: 'DEMO-SKU-2', ...query });
      type Own = { offerType: string; BuyingPrice: { ListingPrice: { Amount: number } }; ItemCondition: string };
      const own: Own[] = payloadOf(answer)[0].Product.Offers;
      return own.map(({ offerType, BuyingPrice, ItemCondition }) => [
        offerType,
        BuyingPrice.ListingPrice.Amount,
        ItemCondition,
      ]);
    };
    const b2c = ['B2C', 199.99, 'New'];
    const b2b = ['B2B', 189.99, 'New'];
    assert.deepEqual(await price({}), [b2c]);
    assert.deepEqual(await price({ CustomerType: 'Business' }), [b2b]);
    assert.deepEqual(await price({ OfferType: 'B2B' }), [b2b]);
    assert.deepEqual(await price({ OfferType: 'b2c', CustomerType: 'business' }), [b2c]);
    assert.deepEqual(await price({ ItemCondition: 'new' }), [b2c]);
    assert.deepEqual(await price({ ItemCondition: 'Used' }), []);
    const plain = await pricing.get(ME, '/price', { ...US, ItemType: 'Sku', Skus: 'a b', OfferType: 'B2B' });
    assert.deepEqual(payloadOf(plain)[0].Product.Offers, []);
  });

  test('200 the status gives the reason why nothing is on sale', async () => {
    const statuses = new Map<string, string>();
    for (let n = 1; n <= 20; n += 1) {
      const payload = payloadOf(await listing(`DEMO-SKU-${n}`));
      statuses.set(payload.status, `DEMO-SKU-${n}`);
      if (payload.status === 'Success') continue;
      assert.deepEqual([payload.Offers, payload.Summary.TotalOfferCount], [[], 0]);
      assert.equal('OffersAvailableTime' in payload.Summary, payload.status === 'ActiveButTooSoonForProcessing');
    }
    assert.deepEqual([...statuses.keys()].sort(), [
      'ActiveButTooSoonForProcessing',
      'NoBuyableOffers',
      'NoOfferDueToMissingShippingCharge',
      'Success',
    ]);
  });

  test('200 has a strong ETag that changes with the answer; 304 has no body while it is the same', async () => {
    const url = '/products/pricing/v4/listings/DEMO-SKU-1/offers?MarketplaceId=STORE_US&ItemCondition=New';
    const send = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      pricing.app.inject({ method, url, headers: { authorization: `Bearer for.${ME}`, ...headers } });
    const first = await send({});
    const etag = String(first.headers.etag);
    assert.match(etag, /^"[A-Za-z0-9_-]+"$/);
    assert.equal(first.headers['cache-control'], 'private, no-cache');
    assert.equal(first.headers.vary, 'authorization');
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await send({ 'if-none-match': tag });
      assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag], tag);
      assert.equal(again.headers['cache-control'], 'private, no-cache');
      assert.equal(again.headers['content-type'], undefined);
      assert.ok(again.headers['x-request-id'] && again.headers.ratelimit);
    }
    assert.equal((await send({ 'if-none-match': '"other"' })).body, first.body);
    assert.equal((await send({ 'if-none-match': etag, 'cache-control': 'no-cache' })).statusCode, 200);
    assert.equal((await send({}, 'HEAD')).headers.etag, etag);
    const head = await send({ 'if-none-match': etag }, 'HEAD');
    assert.deepEqual([head.statusCode, head.headers['content-length']], [304, undefined]);
    // MyOffer differs for the rival, so the answer does too.
    const item = (seller: string) => pricing.get(seller, '/items/ITEM000001/offers', { ...US, ItemCondition: 'New' });
    assert.notEqual((await item(ME)).headers.etag, (await item(RIVAL)).headers.etag);
  });

  test('200 the ETag changes when a price does', async () => {
    const before = await bySku('DEMO-SKU-3');
    const offer = demoRecords(NOW).find((one) => (one as { sku?: string }).sku === 'DEMO-SKU-3') as {
      listingPrice: number;
    };
    await pricing.market.writer.apply([recordOf({ ...offer, listingPrice: offer.listingPrice + 1 })], {
      boards: 'now',
    });
    assert.notEqual((await bySku('DEMO-SKU-3')).headers.etag, before.headers.etag);
    await pricing.market.writer.apply([recordOf(offer)], { boards: 'now' });
    assert.equal((await bySku('DEMO-SKU-3')).headers.etag, before.headers.etag);
  });

  test('400 for each required parameter that is missing or empty', async () => {
    const offers = { ...US, ItemCondition: 'New' };
    const products = { ...US, ItemType: 'Sku', Skus: 'DEMO-SKU-1' };
    for (const [path, query] of [
      ['/listings/DEMO-SKU-1/offers', offers],
      ['/items/ITEM000001/offers', offers],
      ['/competitivePrice', products],
      ['/price', products],
    ] as const) {
      for (const name of Object.keys(query)) {
        const { [name as keyof typeof query]: _gone, ...rest } = query as Record<string, string>;
        assert.match(errorsOf(await pricing.get(ME, path, rest), 400), new RegExp(`${name} is required`));
        assert.match(errorsOf(await pricing.get(ME, path, { ...query, [name]: '' }), 400), new RegExp(name));
      }
    }
  });

  test('400 for an invalid condition, customer, ItemType, offer type or marketplace, and for a value given twice', async () => {
    const cases: [string, Record<string, string | string[]>, RegExp][] = [
      ['/listings/DEMO-SKU-1/offers', { ...US, ItemCondition: 'Broken' }, /ItemCondition.*New, Used, Collectible/],
      ['/listings/DEMO-SKU-1/offers', { ...US, ItemCondition: 'New', CustomerType: 'Child' }, /Consumer, Business/],
      ['/listings/DEMO-SKU-1/offers', { MarketplaceId: 'STORE_XX', ItemCondition: 'New' }, /STORE_CA, STORE_US/],
      ['/listings/DEMO-SKU-1/offers', { MarketplaceId: ['STORE_US', 'STORE_CA'], ItemCondition: 'New' }, /given once/],
      ['/listings/DEMO-SKU-1/offers', { ...US, ItemCondition: ['New', 'New'] }, /ItemCondition must be given once/],
      ['/competitivePrice', { ...US, ItemType: 'Asin', Skus: 'x' }, /ItemType must be one of StoreItemId, Sku/],
      ['/competitivePrice', { MarketplaceId: 'STORE_XX', ItemType: 'Sku', Skus: 'x' }, /STORE_CA, STORE_US/],
      ['/price', { ...US, ItemType: 'Sku', Skus: 'x', OfferType: 'C2C' }, /B2C, B2B/],
      ['/price', { ...US, ItemType: 'Sku', Skus: 'x', ItemCondition: 'Broken' }, /ItemCondition/],
    ];
    for (const [path, query, words] of cases) assert.match(errorsOf(await pricing.get(ME, path, query), 400), words);
  });

  test('400 for no identifiers, for both lists, for the wrong list, and for more than 20', async () => {
    const send = (query: Record<string, string | string[]>) =>
      pricing.get(ME, '/competitivePrice', { ...US, ...query });
    assert.match(errorsOf(await send({ ItemType: 'Sku', Skus: ',,' }), 400), /Skus is required/);
    assert.match(errorsOf(await send({ ItemType: 'StoreItemId' }), 400), /storeItemIds is required/);
    for (const ItemType of ['Sku', 'StoreItemId']) {
      const both = errorsOf(await send({ ItemType, Skus: 'DEMO-SKU-1', storeItemIds: 'ITEM000001' }), 400);
      assert.match(both, /Skus/);
      assert.match(both, /storeItemIds/);
    }
    assert.match(errorsOf(await send({ ItemType: 'Sku', storeItemIds: 'ITEM000001' }), 400), /storeItemIds/);
    const twenty = Array.from({ length: 20 }, (_, n) => `SKU-${n}`);
    assert.equal(payloadOf(await bySku(twenty)).length, 20);
    assert.equal(payloadOf(await bySku(twenty.join())).length, 20);
    // Duplicates count.
    for (const many of [[...twenty, 'SKU-0'], [...twenty, 'SKU-0'].join()])
      assert.match(errorsOf(await bySku(many), 400), /at most 20 (identifiers|elements), not 21/);
  });

  test('400 or 404 for identifiers that are too long, have a NUL or cannot be decoded', async () => {
    const query = { ...US, ItemCondition: 'New' };
    const long = 'x'.repeat(4096);
    assert.match(errorsOf(await pricing.get(ME, `/listings/${long}/offers`, query), 400), /at most 256 characters/);
    assert.match(errorsOf(await pricing.get(ME, `/items/${long}/offers`, query), 400), /at most 256 characters/);
    assert.match(errorsOf(await bySku(long), 400), /at most 256 characters/);
    assert.match(errorsOf(await bySku(`${long},x`), 400), /at most 256 characters/);
    for (const path of ['/listings/a%00b/offers', '/items/a%00b/offers'])
      assert.match(errorsOf(await pricing.get(ME, path, query), 400), /NUL/);
    assert.match(errorsOf(await bySku('a\0b'), 400), /NUL/);
    const undecodable = await pricing.app.inject({
      url: '/products/pricing/v4/listings/%zz/offers?MarketplaceId=STORE_US&ItemCondition=New',
      headers: { authorization: `Bearer for.${ME}` },
    });
    assert.match(errorsOf(undecodable, 400), /%25/);
    errorsOf(await listing(`${'x'.repeat(256)}🎉`), 400);
    errorsOf(await listing('🎉'.repeat(256)), 404);
  });

  test('401 without a token, before any other check', async () => {
    for (const url of ['/listings/x/offers', '/items/x/offers', '/competitivePrice', '/price'])
      errorsOf(await pricing.app.inject(`/products/pricing/v4${url}`), 401);
    for (const url of ['/listingOffers', '/itemOffers', '/items/competitiveSummary'])
      errorsOf(
        await pricing.app.inject({ method: 'POST', url: `/batches/products/pricing/v4${url}`, payload: 'x' }),
        401,
      );
  });

  test('404 for an item that the marketplace does not have', async () => {
    const query = { ...US, ItemCondition: 'New' };
    assert.match(errorsOf(await pricing.get(ME, '/items/NOPE/offers', query), 404), /no item.*STORE_US/i);
    errorsOf(await listing('DEMO-SKU-20', { MarketplaceId: 'STORE_CA' }), 404);
  });

  test('404 for other paths and 405 for other methods', async () => {
    const headers = { authorization: `Bearer for.${ME}` };
    errorsOf(await pricing.app.inject({ url: '/products/pricing/v4/nothing', headers }), 404);
    const wrong = await pricing.app.inject({ method: 'POST', url: '/products/pricing/v4/price', headers });
    errorsOf(wrong, 405);
    assert.equal(wrong.headers.allow, 'GET, HEAD');
  });
});

test('an element whose item has no board yet is a ServerError with its reason', () => {
  const element = { sku: 'A', itemId: 'I1', product: null, offers: '[]' };
  const [written] = JSON.parse(writeProducts(ME, 'STORE_US', [element])).payload;
  const { errors, ...rest } = written;
  assert.deepEqual(rest, { status: 'ServerError', SellerSKU: 'A', storeItemId: 'I1' });
  assert.equal(errors[0].code, 'ServiceUnavailable');
  assert.match(errors[0].details, /Try again/);
});
