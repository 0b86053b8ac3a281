import assert from 'node:assert/strict';
import { validateHeaderValue } from 'node:http';
import { after, before, describe, test } from 'node:test';
import fastify from 'fastify';
import { warnOfFields } from '../../../src/http/requests/warning-header.ts';
import { bySku, type ComparisonApi, openComparisons } from '../../contract/fees/compare-app.ts';
import { HOOK, type NotificationApi, openNotificationApi } from '../../contract/notifications/notifications-app.ts';
import { onEngine } from '../../db/engines.ts';

const IGNORED = 'unknown fields of the body are ignored: ';

/** Decisions 3 and 26. */
onEngine('sqlite', 'x-warning names the fields of a body that an operation does not know', (engine) => {
  let fees: ComparisonApi;
  let notifications: NotificationApi;
  before(async () => {
    fees = await openComparisons(engine);
    notifications = await openNotificationApi(engine);
  });
  after(() => Promise.all([fees.close(), notifications.close()]));

  const warned = async (answer: Promise<{ statusCode: number; body: string; headers: object }>) => {
    const { statusCode, body, headers } = await answer;
    assert.equal(statusCode, 200, body);
    return (headers as Record<string, unknown>)['x-warning'];
  };
  const PRICE = { ListingPrice: { CurrencyCode: 'USD', Amount: 20 } };
  const request = { MarketplaceId: 'STORE_US', PriceToEstimateFees: PRICE };

  test('200 of one estimate, behind the query parameters, with the nearest name', async () => {
    const body = { FeesEstimateRequest: { ...request, Note: 'x', IsStoreFulfiled: true }, mine: 1 };
    const one = '/listings/DEMO-SKU-1/feesEstimate';
    const fields = `${IGNORED}FeesEstimateRequest.Note, FeesEstimateRequest.IsStoreFulfiled (did you mean FeesEstimateRequest.IsStoreFulfilled?), mine`;
    assert.equal(await warned(fees.post(one, body)), fields);
    const both = await warned(fees.post(`${one}?unheard=1`, body));
    assert.match(String(both), /^unknown query parameters are ignored: unheard; this operation has .*; unknown fields/);
    assert.ok(String(both).endsWith(`; ${fields}`));
    assert.equal(await warned(fees.post(one, { FeesEstimateRequest: request })), undefined);
  });

  test('200 of a batch and of a comparison, by the place of each request', async () => {
    const known = bySku('DEMO-SKU-1');
    const own = bySku('DEMO-SKU-1', { FeesEstimateRequest: { ...request, Note: 'x' } });
    assert.equal(await warned(fees.post('/feesEstimate', [known, own])), `${IGNORED}1.FeesEstimateRequest.Note`);
    assert.equal(await warned(fees.post('/feesEstimate', [known, known])), undefined);
    const compared = { asOf: ['2027-01-01'], requests: [known, own], mine: true };
    assert.equal(await warned(fees.post('/compare', compared)), `${IGNORED}mine, requests.1.FeesEstimateRequest.Note`);
  });

  test('200 of a destination that is created or changed; what an answer has is known', async () => {
    const create = { channelName: 'A', webhookConfig: { url: HOOK, retries: 3 }, colour: 'red' };
    const created = await notifications.post('/destinations', create);
    assert.equal(await warned(Promise.resolve(created)), `${IGNORED}webhookConfig.retries, colour`);
    const { channelId, createdTime } = created.json();
    const path = `/destinations/${channelId}`;
    assert.equal(await warned(notifications.patch(path, { channelName: 'B', colour: 1 })), `${IGNORED}colour`);
    assert.equal(await warned(notifications.patch(path, { channelName: 'B', channelId, createdTime })), undefined);
  });
});

describe('x-warning', () => {
  test('has at most five fields, and any name gives a header that can be written', async () => {
    const app = fastify();
    const names = ['a\r\nb: c', '\u{1F600}', '\uD800', 'é'.repeat(300), ' ', 'more', 'and more'];
    app.get('/', (_request, reply) => {
      warnOfFields(
        reply,
        names.map((path) => ({ path, meant: undefined })),
      );
      return reply.send();
    });
    const text = String((await app.inject('/')).headers['x-warning']);
    validateHeaderValue('x-warning', text);
    assert.match(text, /^unknown fields of the body are ignored: a%0D%0Ab%3A%20c, %F0%9F%98%80, .* and 2 more$/);
    assert.ok(text.length < 400, text);
    await app.close();
  });
});
