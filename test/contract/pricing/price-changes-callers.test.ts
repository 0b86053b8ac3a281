import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEngine } from '../../db/engines.ts';
import { openPriceChanges, type PriceChangesApp, type Receipt, setTo, usd } from './price-changes-app.ts';

const tier = (quantityTier: unknown) => ({ quantityTier, listingPrice: usd(1) });
const body = (more: object) => ({ SellerSKUs: ['pan-bolt'], strategy: { type: 'match' }, ...more });
const listing = (more: object) => ({ listings: [{ SellerSKU: 'pan-bolt', ...more }] });

/** Bodies that are wrong as a whole, and what the answer names. */
const WRONG: [body: object, named: RegExp][] = [
  [{}, /SellerSKUs is required/],
  [{ MarketplaceId: 'NOWHERE', ...body({}) }, /MarketplaceId/],
  [body({ listings: [{ SellerSKU: 'a' }] }), /SellerSKUs and listings both/],
  [body({ SellerSKUs: [] }), /SellerSKUs must have at least 1 element/],
  [body({ SellerSKUs: Array.from({ length: 501 }, (_, n) => `s${n}`) }), /at most 500 elements, not 501/],
  [body({ SellerSKUs: ['a', 'b', 'a'] }), /SellerSKUs\[2\] repeats a SKU/],
  [{ SellerSKUs: ['a'] }, /strategy is required.*terms that change/],
  [listing({ terms: {} }), /strategy is required/],
  [listing({}), /listings\[0\] has no strategy/],
  [body({ strategy: { type: 'setTo' } }), /strategy\.price is required/],
  [body({ strategy: { type: 'raise' } }), /strategy\.type must be one of match, beatBy, setTo, win/],
  [body({ strategy: setTo(1.001) }), /strategy\.price\.Amount/],
  [body({ strategy: setTo(-1) }), /strategy\.price\.Amount/],
  [body({ floor: { CurrencyCode: 'EUR', Amount: 1 } }), /floor\.CurrencyCode must be USD/],
  [body({ terms: 5 }), /terms must be an object, not a number/],
  [body({ terms: { Shipping: 'free' } }), /terms\.Shipping must be an object, not a string/],
  [body({ terms: { Shipping: { CurrencyCode: 'USD' } } }), /terms\.Shipping\.Amount is required/],
  [body({ terms: { Shipping: usd(-1) } }), /terms\.Shipping\.Amount/],
  [listing({ terms: { BusinessPrice: usd(0.001) } }), /listings\[0\]\.terms\.BusinessPrice\.Amount/],
  [body({ terms: { quantityDiscountPrices: [tier(1)] } }), /quantityDiscountPrices\[0\]\.quantityTier must be >= 2/],
  [body({ terms: { quantityDiscountPrices: [tier(2.5)] } }), /quantityTier must be an integer/],
  [body({ terms: { quantityDiscountPrices: {} } }), /quantityDiscountPrices must be an array, not an object/],
  [body({ terms: { quantityDiscountPrices: Array(11).fill(tier(5)) } }), /at most 10 elements, not 11/],
  [body({ IfTermsRevision: 0 }), /IfTermsRevision must be >= 1/],
  [body({ IfTermsRevision: '1' }), /IfTermsRevision must be an integer, not a string/],
  [body({ Confirm: 'yes' }), /Confirm must be a boolean, not a string/],
  [listing({ Confirm: 1, IfTermsRevision: 1.5 }), /listings\[0\]\.IfTermsRevision.*listings\[0\]\.Confirm/],
];

onEngine('sqlite', 'price changes of callers', (engine) => {
  let app: PriceChangesApp;
  before(async () => {
    app = await openPriceChanges(engine);
  });
  after(() => app.close());

  for (const [n, [wrong, named]] of WRONG.entries()) {
    test(`400 a body that is wrong as a whole names the field (${n}): ${named.source}`, async () => {
      const answer = await app.ask('own.writes.BOLT', wrong);
      assert.equal(answer.statusCode, 400, answer.body);
      const errors: { message: string; details: string }[] = answer.json().errors;
      const text = errors.map(({ message, details }) => `${message} ${details}`).join(' ');
      assert.match(text, named);
      assert.doesNotMatch(text, /must be null|must match a schema/);
    });
  }

  test('400 the parameters of the list of receipts are checked', async () => {
    for (const query of ['state=DONE', 'limit=0', 'limit=101', 'after=%00', 'after=pc_1', 'SellerSKU=%00']) {
      const answer = await app.send('for.BOLT', 'GET', `/priceChanges?${query}`);
      assert.equal(answer.statusCode, 400, query);
      assert.match(answer.json().errors[0].details, new RegExp(query.split('=')[0] as string));
    }
  });

  test('200 a misspelt key is a warning', async () => {
    const answer = await app.ask('own.writes.BOLT', {
      ...listing({ strategy: setTo(18), IfTermRevision: 7, terms: { Shiping: usd(4) } }),
      Comfirm: true,
    });
    assert.equal(answer.statusCode, 200, answer.body);
    const messages = answer.json().warnings.map((one: { details: string }) => one.details);
    assert.deepEqual(messages, [
      'It has no effect; did you mean Confirm?',
      'It has no effect; did you mean IfTermsRevision?',
      'It has no effect; did you mean terms.Shipping?',
    ]);
  });

  test('403 each operation names the right that is missing', async () => {
    const operations: ['GET' | 'POST', string, string][] = [
      ['POST', '/priceChanges', 'seller-api:pricing:write'],
      ['POST', '/priceChanges/pc_1/undo', 'seller-api:pricing:write'],
    ];
    for (const [method, path, right] of operations) {
      for (const token of ['for.BOLT', 'app-2.for.BOLT']) {
        const answer = await app.send(token, method, path, { payload: {} });
        assert.equal(answer.statusCode, 403, `${method} ${path}`);
        assert.match(answer.json().errors[0].details, new RegExp(`needs the right ${right}`));
        assert.match(String(answer.headers['www-authenticate']), new RegExp(`scope="${right}"`));
      }
    }
    for (const path of ['/priceChanges', '/priceChanges/pc_1']) {
      const answer = await app.send('no-rights', 'GET', path);
      assert.equal(answer.statusCode, 403);
      assert.match(answer.json().errors[0].details, /needs the right seller-api:pricing:read/);
    }
    assert.equal((await app.send('operator', 'GET', '/priceChanges')).statusCode, 403);
  });

  test("404 for receipts of another seller, and for what is no receipt; another seller's listing is an INVALID_SKU", async () => {
    const mine = await app.one('own.writes.BOLT', 'pan-bolt', { strategy: setTo(17) });
    for (const id of [mine.PriceChangeId, 'pc_0', 'x\u0000y', '..', `${mine.PriceChangeId}x`]) {
      const read = await app.receipt('own.writes.ACME', id);
      const undone = await app.undo('own.writes.ACME', id);
      const statuses = id.includes('\0') ? [400, 400] : [404, 404];
      assert.deepEqual([read.statusCode, undone.statusCode], statuses, id);
    }
    assert.doesNotMatch((await app.send('own.writes.ACME', 'GET', '/priceChanges')).body, /pan-bolt/);
    const [theirs, unknown] = await app.change('own.writes.ACME', {
      SellerSKUs: ['pan-bolt', 'nope'],
      strategy: setTo(1),
    });
    const shown = (receipt: Receipt | undefined) => ({ ...receipt, PriceChangeId: '', SellerSKU: '' });
    assert.deepEqual(shown(theirs), shown(unknown), 'it does not show that the listing exists');
    assert.equal((await app.receipt('for.BOLT', mine.PriceChangeId)).statusCode, 200);
  });

  test('200 a delegated application sees of the changes of others only the kind (decision 53)', async () => {
    const sku = 'ket-acme';
    await app.one('own.writes.ACME', sku, { strategy: setTo(41.1) });
    await app.one('app-2.writes.ACME', sku, { strategy: setTo(41.2) });
    await app.one('app-3.writes.ACME', sku, { strategy: setTo(41.3) });
    await app.one('owner.of.ACME', sku, { strategy: setTo(41.4) });
    const authors = async (token: string) => {
      const answer = await app.send(token, 'GET', `/priceChanges?SellerSKU=${sku}`);
      const receipts: Receipt[] = answer.json().payload.Receipts;
      const single = await app.receipt(token, receipts[0]?.PriceChangeId ?? '');
      assert.deepEqual(single.json().payload, receipts[0]);
      return receipts.map(({ ChangedBy, RequestId }) => [...Object.values(ChangedBy), RequestId !== undefined]);
    };
    const everything = [
      ['member', 'console', 'owner-of-ACME', true],
      ['application', 'app-3', 'user-of-ACME', true],
      ['application', 'app-2', 'user-of-ACME', true],
      ['application', 'app-of-ACME', true],
    ];
    assert.deepEqual(await authors('for.ACME'), everything);
    assert.deepEqual(await authors('owner.of.ACME'), everything);
    assert.deepEqual(await authors('app-2.for.ACME'), [
      ['member', false],
      ['application', false],
      ['application', 'app-2', 'user-of-ACME', true],
      ['application', false],
    ]);
  });
});

onEngine('sqlite', 'price changes that are switched off', (engine) => {
  let app: PriceChangesApp;
  before(async () => {
    app = await openPriceChanges(engine, {});
  });
  after(() => app.close());

  test('403 every operation says that they are off, whatever is in the request (decision 47)', async () => {
    const operations: ['GET' | 'POST', string][] = [
      ...([
        ['POST', '/priceChanges'],
        ['POST', '/priceChanges/pc_1/undo'],
      ] as ['POST', string][]),
      ...([
        ['GET', '/priceChanges'],
        ['GET', '/priceChanges/pc_1'],
      ] as ['GET', string][]),
    ];
    for (const [method, path] of operations) {
      const answer = await app.send('own.writes.BOLT', method, path, method === 'POST' ? { payload: [] } : {});
      assert.equal(answer.statusCode, 403, `${method} ${path}`);
      assert.match(answer.json().errors[0].message, /Price changes are switched off/);
    }
    const without = await app.ask('for.BOLT', body({}));
    assert.match(without.json().errors[0].details, /needs the right seller-api:pricing:write/);
  });
});

onEngine('sqlite', 'price changes that the operator confirms', (engine) => {
  let app: PriceChangesApp;
  before(async () => {
    app = await openPriceChanges(engine, { priceChanges: 'confirmed' });
  });
  after(() => app.close());

  test('200 a change is PENDING and changes nothing; a newer one replaces it; 409 it cannot be undone', async () => {
    const pending = await app.one('own.writes.BOLT', 'pan-bolt', { strategy: setTo(17) });
    assert.deepEqual([pending.State, pending.TermsAfter?.ListingPrice], ['PENDING', usd(17)]);
    assert.deepEqual([pending.Result, pending.TermsRevision], [undefined, 1]);
    assert.equal((await app.explained('for.BOLT', 'pan-bolt')).Offer.ListingPrice.Amount, 18);
    const newer = await app.one('own.writes.BOLT', 'pan-bolt', { strategy: setTo(17.5) });
    const replaced = (await app.receipt('for.BOLT', pending.PriceChangeId)).json().payload;
    assert.deepEqual([replaced.State, replaced.ReplacedBy], ['REPLACED', newer.PriceChangeId]);
    const undone = await app.undo('own.writes.BOLT', newer.PriceChangeId);
    assert.equal(undone.statusCode, 409);
    assert.match(undone.json().errors[0].details, /PENDING/);
  });
});
