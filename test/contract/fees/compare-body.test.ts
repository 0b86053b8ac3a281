import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { itemId } from '../../../src/cli/demo/items.ts';
import { onEngine } from '../../db/engines.ts';
import { byItem, bySku, type ComparisonApi, openComparisons } from './compare-app.ts';

onEngine('sqlite', 'the body of a comparison of fees', (engine) => {
  let api: ComparisonApi;
  before(async () => {
    api = await openComparisons(engine);
  });
  after(() => api.close());

  test('200 explains each fee only with explain=true, and null counts as absent (decision 35)', async () => {
    const element = byItem(itemId(1), { FeesEstimateRequest: null });
    const plain = await api.post('/compare', { asOf: ['2027-01-01', '2028-01-01'], requests: [element], note: null });
    assert.equal(plain.statusCode, 200, plain.body);
    assert.doesNotMatch(plain.body, /Explanation|warnings/);
    const explained = await api.post('/compare?explain=True', {
      asOf: ['2027-01-01', '2028-01-01'],
      requests: [element],
    });
    assert.match(explained.body, /"Explanation":\{"Rule":"ReferralBand"/);
  });

  test('200 warns of keys that are nearly known ones, beside the requests and in them', async () => {
    const misspelt = bySku('DEMO-SKU-1', { FeesEstimateRequests: {} });
    const { warnings, payload } = await api.compared(['2027-01-01'], [misspelt, bySku('DEMO-SKU-1')], '', {
      request: [],
    });
    assert.deepEqual(
      warnings?.map(({ message, details }) => `${message} ${details}`),
      ['request is not a known key. It has no effect; did you mean requests?'],
    );
    const [first, second] = payload.FeesComparisonList;
    assert.equal(first?.warnings?.[0]?.message, 'FeesEstimateRequests is not a known key.');
    assert.ok(second !== undefined && !('warnings' in second));
  });

  const dates = ['2027-01-01', '2028-01-01'];
  const requests = [bySku('DEMO-SKU-1')];
  const bad: [name: string, payload: unknown, details: RegExp][] = [
    ['no asOf', { requests }, /^asOf is missing/],
    ['asOf null', { asOf: null, requests }, /^asOf must be an array, not null/],
    ['one date as text', { asOf: '2027-01-01', requests }, /^asOf must be an array, not a string/],
    ['no date', { asOf: [], requests }, /^asOf must have at least 1 element/],
    ['six dates', { asOf: Array(6).fill('2027-01-01'), requests }, /^asOf must have at most 5 elements, not 6/],
    ['a number as date', { asOf: [20270101], requests }, /^asOf\[0\] must be a string, not a number/],
    ['a date that is null', { asOf: [...dates, null], requests }, /^asOf\[2\] must be a string, not null/],
    [
      'a word',
      { asOf: ['2027-01-01', 'tomorrow'], requests },
      /^asOf\[1\] must be a time such as .* or a date such as/,
    ],
    ['the 30th of February', { asOf: ['2027-02-30'], requests }, /^asOf\[0\] must be a time/],
    ['a year before 1970', { asOf: ['1969-12-31'], requests }, /not before 1970/],
    ['no requests', { asOf: dates }, /^requests is missing/],
    ['requests null', { asOf: dates, requests: null }, /^requests must be an array, not null/],
    ['an empty list', { asOf: dates, requests: [] }, /^requests must have at least 1 element/],
    ['a request that is text', { asOf: dates, requests: ['x'] }, /^requests\[0\] must be an object, not a string/],
    ['21 requests', { asOf: dates, requests: Array(21).fill(requests[0]) }, /^requests must have at most 20 elements/],
    ['a list', [requests], /^The body must be an object, not an array/],
    ['JSON null', null, /^The body must be an object, not null/],
  ];
  for (const [name, payload, details] of bad) {
    test(`400 ${name}, in the nested envelope`, async () => {
      const answer = await api.post('/compare', payload);
      assert.equal(answer.statusCode, 400, answer.body);
      const [error] = answer.json().errors.errors;
      assert.equal(error.code, 'InvalidInput');
      assert.match(error.details, details);
    });
  }

  test('400 names every date that is wrong', async () => {
    const answer = await api.post('/compare', { asOf: ['x', '2027-01-01', ''], requests });
    const { errors } = answer.json().errors;
    assert.deepEqual(
      errors.map(({ message }: { message: string }) => message),
      ['asOf[0] is not valid.', 'asOf[2] is not valid.'],
    );
  });

  test('401 without a valid token, 403 without the right, and 404 for another path', async () => {
    const body = { asOf: dates, requests };
    const [unknown, withoutRight, gone] = [
      await api.post('/compare', body, 'nobody'),
      await api.post('/compare', body, 'no-rights'),
      await api.post('/comparison', body),
    ];
    assert.deepEqual(
      [unknown, withoutRight, gone].map(({ statusCode }) => statusCode),
      [401, 403, 404],
    );
    for (const answer of [unknown, withoutRight, gone]) assert.ok(Array.isArray(answer.json().errors.errors));
  });
});
