import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { probeRoutes, startApp, type TestApp } from '../../harness/app.ts';
import { allowAll, bareService } from '../../harness/bare-service.ts';

const groups = pathGroupsOf(bareService).map((group) => ({ ...group, routes: [...group.routes, probeRoutes] }));
const pricing = '/products/pricing/v4';

/** How requests are read: names, casing, decoding (decisions 1 to 3, 6). */
describe('reading requests', () => {
  let service: TestApp;
  before(async () => {
    service = await startApp({ groups, guards: { bearer: allowAll } });
  });
  after(() => service.app.close());

  const get = async (url: string) => (await service.app.inject(url)).json();

  test('200 query names match in any case, enum values come out in the casing of the specification', async () => {
    const query = await get(`${pricing}/probe?marketplaceid=STORE_US&ITEMCONDITION=uSED`);
    assert.deepEqual(query, { MarketplaceId: 'STORE_US', ItemCondition: 'Used' });
  });

  test('200 the same name in two casings is one parameter given twice', async () => {
    const query = await get(`${pricing}/probe?MarketplaceId=M&Skus=a&skus=b&SKUS=c`);
    assert.deepEqual(query.Skus, ['a', 'b', 'c']);
    const mixed = await get(`${pricing}/probe?skus=a&MarketplaceId=M&Skus=b&SKUS=c`);
    assert.deepEqual(mixed.Skus, ['a', 'b', 'c'], 'in the order in which they were sent');
  });

  test('200 a list given once is a list', async () => {
    assert.deepEqual((await get(`${pricing}/probe?MarketplaceId=M&Skus=a`)).Skus, ['a']);
  });

  test('200 a boolean in a query is read', async () => {
    assert.equal((await get(`${pricing}/probe?MarketplaceId=M&explain=true`)).explain, true);
  });

  test('400 under /auth/v4 names match exactly', async () => {
    const answer = await service.app.inject('/auth/v4/probe?marketplaceid=M');
    assert.equal(answer.statusCode, 400);
    const enumInOtherCase = await service.app.inject('/auth/v4/probe?MarketplaceId=M&ItemCondition=used');
    assert.equal(enumInOtherCase.statusCode, 400);
  });

  test('200 unknown body keys are kept, __proto__ is dropped, enum values match in any case', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: `${pricing}/probe`,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      payload: '{"Amount":1,"Condition":"NEW","Other":{"a":[1]},"__proto__":{"x":1}}',
    });
    assert.equal(answer.body, '{"Amount":1,"Condition":"New","Other":{"a":[1]}}');
  });

  test('200 no body, and an empty JSON body, are {}', async () => {
    const url = `${pricing}/anything`;
    assert.equal((await service.app.inject({ method: 'POST', url })).body, '{}');
    const headers = { 'content-type': 'application/json' };
    assert.equal((await service.app.inject({ method: 'POST', url, headers })).body, '{}');
  });

  const skus = [
    'a/b',
    'a b',
    'a#b',
    'a&b',
    'a"b\'',
    'a+b',
    'a,b',
    'DEMO/SKU 21,é',
    '日本',
    '%',
    '%2F',
    '100%25',
    '😀',
    'é'.repeat(256),
  ];
  for (const sku of skus) {
    test(`200 the path segment ${sku.slice(0, 20)} is decoded exactly once`, async () => {
      const { SellerSKU } = await get(`${pricing}/probe/${encodeURIComponent(sku)}/end`);
      assert.equal(SellerSKU, sku);
    });
  }

  test('200 a safe x-request-id is kept, any other is replaced', async () => {
    const send = (id: string) => service.app.inject({ url: '/health/live', headers: { 'x-request-id': id } });
    assert.equal((await send('order-4711.a')).headers['x-request-id'], 'order-4711.a');
    for (const id of ['', 'a b', '<script>', 'x'.repeat(129), 'naïve']) {
      assert.match(String((await send(id)).headers['x-request-id']), /^[0-9a-f-]{36}$/);
    }
  });
});
