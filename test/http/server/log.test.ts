import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import type { BearerGuard } from '../../../src/http/guards/bearer.ts';
import { createLog } from '../../../src/log/log.ts';
import { probeRoutes, startApp, type TestApp } from '../../harness/app.ts';
import { allowAll, bareService } from '../../harness/bare-service.ts';

const groups = pathGroupsOf(bareService).map((group) => ({ ...group, routes: [...group.routes, probeRoutes] }));

describe('the log', () => {
  let service: TestApp;
  before(async () => {
    service = await startApp({ groups, guards: { bearer: allowAll }, logLevel: 'trace' });
  });
  after(() => service.app.close());

  test('a request is one line: method, route pattern, status, duration, request id', async () => {
    service.logLines.length = 0;
    const headers = { 'x-request-id': 'r-1' };
    await service.app.inject({ url: '/products/pricing/v4/probe/MY-SKU/end', headers });
    const [line, ...more] = service.logLines.map((text) => JSON.parse(text));
    assert.equal(more.length, 0);
    const { time, durationMs, ...rest } = line;
    assert.match(time, /^\d{4}-\d\d-\d\dT/);
    assert.equal(typeof durationMs, 'number');
    assert.deepEqual(rest, {
      level: 'info',
      method: 'GET',
      route: '/products/pricing/v4/probe/:SellerSKU/end',
      status: 200,
      requestId: 'r-1',
      msg: 'request',
    });
  });

  test("a caller's client id, whatever it is, is one JSON text of at most 200 characters", async () => {
    const clientId = `"},\n${'x'.repeat(1_000)}`;
    const caller = { clientId, grant: 'own', sellerId: 'S1', rights: new Set<never>() } as const;
    const bearer: BearerGuard = {
      forRoute: () => (request, _reply, next) => {
        request.caller = caller;
        next();
      },
    };
    const named = await startApp({ groups, guards: { bearer } });
    for (let n = 0; n < 2; n += 1) await named.app.inject('/products/pricing/v4/probe/MY-SKU/end');
    await named.app.close();
    const lines = named.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    assert.deepEqual(
      lines.map(({ clientId, sellerId }) => [clientId, sellerId]),
      Array(2).fill([caller.clientId.slice(0, 200), 'S1']),
    );
  });

  test('contains no query, header value, path or body, at the most verbose level, whatever fails', async () => {
    service.logLines.length = 0;
    const secret = 'hush-4711';
    const headers = { authorization: `Bearer ${secret}`, cookie: secret, 'x-access-token': secret };
    const payloads = [`{"Amount":"${secret}"}`, `{bad ${secret}`, `{"Amount":1,"client_secret":"${secret}"}`];
    for (const { prefix } of groups) {
      for (const path of ['/probe', `/probe/${secret}/end`, '/broken', '/nowhere', `/%zz${secret}`]) {
        await service.app.inject({ url: `${prefix}${path}?code=${secret}&state=${secret}`, headers });
      }
      for (const payload of payloads) {
        const type = { ...headers, 'content-type': 'application/json' };
        await service.app.inject({ method: 'POST', url: `${prefix}/probe`, headers: type, payload });
      }
    }
    assert.ok(service.logLines.length >= groups.length * 8);
    assert.deepEqual(
      service.logLines.filter((line) => line.includes(secret)),
      [],
    );
  });

  test('an unexpected exception is logged whole, with its request id', async () => {
    service.logLines.length = 0;
    await service.app.inject({ url: '/products/pricing/v4/broken', headers: { 'x-request-id': 'r-2' } });
    const error = service.logLines.map((line) => JSON.parse(line)).find(({ level }) => level === 'error');
    assert.equal(error.requestId, 'r-2');
    assert.match(error.err.stack, /SELECT secret/);
  });

  test('fields named like a secret are redacted wherever they are logged', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    log.info({
      password: 'p',
      client: { client_secret: 's' },
      headers: { authorization: 'a' },
      req: { url: '/?code=c' },
    });
    const { password, client, headers, req } = JSON.parse(lines[0] ?? '');
    assert.deepEqual([password, client.client_secret, headers.authorization], Array(3).fill('[redacted]'));
    assert.equal(req, '[request]');
  });

  test('the bytes that Node could not read as a request are not logged', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const rawPacket = Buffer.from('POST /token HTTP/1.1\r\nAuthorization: Basic c2VjcmV0');
    log.error({ err: Object.assign(new Error('Parse Error'), { code: 'HPE_INVALID_TRANSFER_ENCODING', rawPacket }) });
    const { err } = JSON.parse(lines[0] ?? '');
    assert.deepEqual(
      [err.message, err.code, err.rawPacket],
      ['Parse Error', 'HPE_INVALID_TRANSFER_ENCODING', undefined],
    );
  });
});
