import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SmsReport } from '../../../src/domain/notifications/sms-report.ts';
import { list } from '../../../src/http/answers/envelope.ts';
import type { PathGroup } from '../../../src/http/app/path-group.ts';
import { smsReportRoutes } from '../../../src/http/routes/notifications/sms-reports.ts';
import { errorsOf, startApp, type TestApp } from '../../harness/app.ts';

describe('/callbacks/v4/sms', () => {
  const reports: [token: string, report: SmsReport | undefined][] = [];
  const group: PathGroup = {
    ...{ prefix: '/callbacks/v4', tag: 'Callbacks', guard: 'none', envelope: list },
    routes: [
      smsReportRoutes(async (token, report) => {
        reports.push([token, report]);
        return token === 'dlv_1.1.good';
      }),
    ],
  };
  let service: TestApp;
  before(async () => {
    service = await startApp({ groups: [group] });
  });
  after(() => service.app.close());

  async function send(method: 'GET' | 'POST', path: string, body?: string, type?: string) {
    reports.length = 0;
    const answer = await service.app.inject({
      ...{ method, url: `/callbacks/v4/sms/${path}` },
      ...(body === undefined ? {} : { payload: body }),
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    });
    return { status: answer.statusCode, body: answer.body, report: reports[0]?.[1], answer };
  }

  for (const method of ['GET', 'POST'] as const) {
    test(`200 ${method} as the gateway calls, with an empty answer`, async () => {
      const { status, body, report, answer } = await send(method, 'dlv_1.1.good?type=2&answer=NACK%2F11%2Fno+such');
      assert.deepEqual([status, body, report], [200, '', { kind: 'failed', reason: 'NACK/11/no such' }]);
      assert.match(String(answer.headers['content-type']), /^text\/plain/);
    });
  }

  const form = 'application/x-www-form-urlencoded';
  for (const [body, type] of [
    ['type=1&answer=ok', form],
    ['anything', 'text/xml'],
    ['{', 'application/json'],
    ['', form],
  ] as const) {
    test(`200 POST with a body of ${type}: ${body}`, async () => {
      const query = body.startsWith('type') ? '' : '?type=1&answer=ok';
      const { status, report } = await send('POST', `dlv_1.1.good${query}`, body, type);
      assert.deepEqual([status, report], [200, { kind: 'delivered', reason: 'ok' }]);
    });
  }

  test('200 for an unknown kind of report: the gateway must not retry for ever', async () => {
    for (const query of ['', '?type=%25d', '?type=99999', '?type=&answer=x', '?other=1']) {
      const { status, report } = await send('GET', `dlv_1.1.good${query}`);
      assert.deepEqual([status, report], [200, undefined], query);
    }
  });

  test('200 the first of two types applies', async () => {
    assert.equal((await send('GET', 'dlv_1.1.good?type=2&type=1')).report?.kind, 'failed');
  });

  test('404 for a token that the service did not issue, which is not logged', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const { status, answer } = await send(method, 'dlv_1.1.evil?type=1&answer=secrettext');
      assert.equal(status, 404);
      assert.equal(errorsOf(group, answer)[0]?.code, 'NotFound');
    }
    assert.ok(service.logLines.every((line) => !/dlv_1|secrettext/.test(line)));
  });

  test('405 for other methods, 404 without a token, 413 for a long body', async () => {
    assert.equal((await service.app.inject({ method: 'DELETE', url: '/callbacks/v4/sms/x' })).statusCode, 405);
    assert.equal((await service.app.inject('/callbacks/v4/sms')).statusCode, 404);
    assert.equal((await send('POST', 'dlv_1.1.good?type=1', 'x'.repeat(20_000), form)).status, 413);
  });

  test('the route is not in the OpenAPI document for sellers', async () => {
    const { paths } = (await service.app.inject('/openapi.json')).json();
    assert.ok(Object.keys(paths).every((path) => !path.includes('callbacks')));
  });
});
