import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { withEnginesInTorture } from '../../db/engines.ts';
import { HARD_SKUS, openLimits } from './limits-app.ts';

/* Decision 50. Rights are tested in limits-rights.test.ts. */

const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
const OWNER = 'with~pricing-write~limits-write~costs-read.recent.ACME';
const SKU = 'pan-acme';

withEnginesInTorture('limits', (engine) => {
  let app: Awaited<ReturnType<typeof openLimits>>;
  before(async () => {
    app = await openLimits(engine);
  });
  after(() => app.close());
  beforeEach(async () => {
    await app.db.run('DELETE FROM listing_limits');
  });

  const put = async (sku: string, body: object) => {
    const answer = await app.send(OWNER, 'PUT', app.pathOf(sku), { body });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().payload;
  };
  const get = async (sku: string) => (await app.send(OWNER, 'GET', app.pathOf(sku))).json().payload;
  const detailsOf = async (body: object, path = app.pathOf(SKU)) => {
    const answer = await app.send(OWNER, 'PUT', path, { body });
    assert.equal(answer.statusCode, 400, answer.body);
    return answer.json().errors.map(({ details }: { details: string }) => details);
  };

  test('200: are set and read; what is absent or null is no limit, and the cost stays unless it is named', async () => {
    const all = { MinimumPrice: usd(10), MaximumPrice: usd(30), MinimumNet: usd(0), Cost: usd(4.5) };
    const set = await put(SKU, all);
    assert.deepEqual(set, {
      ...{ MarketplaceId: 'STORE_US', SellerSKU: SKU, ...all, LastChanged: '2026-11-15T12:00:00.000Z' },
    });
    assert.deepEqual(await get(SKU), set);
    await put(SKU, { MinimumPrice: usd(12), MaximumPrice: null });
    const { LastChanged: _time, ...second } = await get(SKU);
    assert.deepEqual(second, { MarketplaceId: 'STORE_US', SellerSKU: SKU, MinimumPrice: usd(12), Cost: usd(4.5) });
    await put(SKU, { Cost: null });
    assert.deepEqual(await get(SKU), { MarketplaceId: 'STORE_US', SellerSKU: SKU });
  });

  test('200: SKUs with every character work in the path', async () => {
    for (const sku of HARD_SKUS) {
      assert.equal((await put(sku, { MinimumPrice: usd(3) })).SellerSKU, sku);
      assert.deepEqual((await get(sku)).MinimumPrice, usd(3));
    }
  });

  test('200: a present price that the limits forbid stays, and the answer says so', async () => {
    const set = await put(SKU, { MinimumPrice: usd(22.01) });
    assert.equal(set.PresentPriceOutside, 'The landed price of 22.00 USD is below the minimum price of 22.01 USD.');
    assert.equal((await put(SKU, { MinimumPrice: usd(22) })).PresentPriceOutside, undefined);
  });

  test('400: names the field that is wrong', async () => {
    assert.deepEqual(await detailsOf({ MinimumPrice: usd(10.01), MaximumPrice: usd(10) }), [
      'MinimumPrice must not be above MaximumPrice.',
    ]);
    assert.deepEqual(await detailsOf({ MinimumNet: { CurrencyCode: 'CAD', Amount: 1 }, Cost: usd(-1) }), [
      'MinimumNet.CurrencyCode must be USD, the currency of STORE_US.',
      'Cost.Amount must not be negative.',
    ]);
    assert.match((await detailsOf({ MaximumPrice: usd(1.005) })).join(), /MaximumPrice\.Amount must have at most 2/);
    assert.match((await detailsOf({ MinimumPrice: 'cheap' })).join(), /MinimumPrice/);
    assert.match((await detailsOf({ MinimunPrice: usd(10) })).join(), /did you mean MinimumPrice/);
    const many = [
      { SellerSKU: SKU, MinimumPrice: usd(2), MaximumPrice: usd(1) },
      { SellerSKU: SKU, MinimunPrice: usd(1) },
    ];
    assert.deepEqual(await detailsOf({ listings: many }, '/limits'), [
      'listings[0].MinimumPrice must not be above MaximumPrice.',
      'listings[1] repeats a SKU. Give each SKU once.',
      'It has no effect; did you mean MinimumPrice?',
    ]);
    assert.match((await detailsOf({}, '/limits')).join(), /listings/);
    const unknown = await app.send(OWNER, 'GET', app.pathOf(SKU), { marketplace: 'NOWHERE' });
    assert.equal(unknown.statusCode, 400);
    assert.deepEqual(await get(SKU), { MarketplaceId: 'STORE_US', SellerSKU: SKU });
  });

  test('404: is the same for an unknown SKU and for one of another seller', async () => {
    const answers = await Promise.all(
      ['NOPE', 'pan-bolt'].flatMap((sku) => [
        app.send(OWNER, 'GET', app.pathOf(sku)),
        app.send(OWNER, 'PUT', app.pathOf(sku), { body: { MinimumPrice: usd(1) } }),
      ]),
    );
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [404, 404, 404, 404],
    );
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
  });

  test('200: many are set in one call, each with a result, and listed page by page', async () => {
    const listings = [
      { SellerSKU: 'lamp-acme', MinimumPrice: usd(26), Cost: usd(9) },
      { SellerSKU: 'NOPE', MinimumPrice: usd(1) },
      { SellerSKU: SKU, MaximumPrice: usd(21) },
    ];
    const answer = await app.send(OWNER, 'PUT', '/limits', { body: { listings } });
    assert.deepEqual(answer.json().payload.Results, [
      {
        SellerSKU: 'lamp-acme',
        status: 'CHANGED',
        Limits: { MinimumPrice: usd(26), Cost: usd(9) },
      },
      { SellerSKU: 'NOPE', status: 'INVALID_SKU' },
      {
        ...{ SellerSKU: SKU, status: 'CHANGED', Limits: { MaximumPrice: usd(21) } },
        PresentPriceOutside: 'The landed price of 22.00 USD is above the maximum price of 21.00 USD.',
      },
    ]);
    const pages = [];
    let nextToken: string | undefined;
    do {
      const query = { MarketplaceId: 'STORE_US', pageSize: '1', ...(nextToken && { nextToken }) };
      const page = (await app.get('ACME', '/listings/limits', query)).json().payload;
      pages.push(...page.Listings.map((one: { SellerSKU: string; Limits: object }) => [one.SellerSKU, one.Limits]));
      nextToken = page.nextToken;
    } while (nextToken !== undefined);
    // This caller has no right to read costs.
    assert.deepEqual(pages, [
      ['lamp-acme', { MinimumPrice: usd(26) }],
      [SKU, { MaximumPrice: usd(21) }],
    ]);
    const wrong = await app.get('ACME', '/listings/limits', { MarketplaceId: 'STORE_US', nextToken: 'x' });
    assert.equal(wrong.statusCode, 400);
  });

  test('200: a file comes back as it was, with every SKU', async () => {
    const listings = HARD_SKUS.map((SellerSKU, n) => ({ SellerSKU, MinimumPrice: usd(n), Cost: usd(n + 0.25) }));
    await app.send(OWNER, 'PUT', '/limits', { body: { listings } });
    const file = await app.send(OWNER, 'GET', '/limits', { accept: 'text/csv' });
    assert.match(String(file.headers['content-type']), /^text\/csv/);
    const json = await app.send(OWNER, 'GET', '/limits', { accept: 'text/csv;q=0, application/json;q=0.5' });
    assert.match(String(json.headers['content-type']), /^application\/json/);
    for (const line of file.body.split('\r\n')) assert.doesNotMatch(line, /^"?[=+\-@]/);
    await app.db.run('DELETE FROM listing_limits');
    const answer = await app.send(OWNER, 'PUT', '/limits', { body: file.body, type: 'text/csv' });
    assert.equal(answer.statusCode, 200, answer.body);
    const results = answer.json().payload.Results as { SellerSKU: string; status: string }[];
    assert.deepEqual(results.map(({ SellerSKU }) => SellerSKU).sort(), HARD_SKUS.toSorted());
    assert.ok(results.every(({ status }) => status === 'CHANGED'));
    assert.equal((await app.send(OWNER, 'GET', '/limits', { accept: 'text/csv' })).body, file.body);
  });

  test('400: a wrong line of a file is named, and nothing is set; 415: other files are refused', async () => {
    const body = 'SellerSKU,MinimumPrice,MaximumPrice,MinimumNet\npan-acme,1,2,\nlamp-acme,cheap,,\n';
    const answer = await app.send(OWNER, 'PUT', '/limits', { body, type: 'text/csv; charset=utf-8' });
    assert.equal(answer.statusCode, 400);
    assert.match(answer.json().errors[0].details, /^Line 3 has a wrong MinimumPrice: it must be a decimal amount/);
    assert.deepEqual(await get(SKU), { MarketplaceId: 'STORE_US', SellerSKU: SKU });
    assert.equal((await app.send(OWNER, 'PUT', '/limits', { body, type: 'text/plain' })).statusCode, 415);
    assert.equal((await app.send(OWNER, 'PUT', app.pathOf(SKU), { body, type: 'text/csv' })).statusCode, 415);
  });
});
