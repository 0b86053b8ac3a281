import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ServiceProcess, startService } from '../harness/process.ts';

describe('the standard output of a process', () => {
  let service: ServiceProcess;
  let base: string;
  before(async () => {
    // The API alone prints nothing but its log. No request of this test needs the identity provider.
    const apart = { IDP_INTROSPECTION_CLIENT_ID: 'service', IDP_INTROSPECTION_CLIENT_SECRET: 'secret' };
    service = startService(apart, 'api');
    base = await service.printed(/at (http:\S+)"/);
  });
  after(() => service.end());

  const ask = async (requestId: string) => {
    const answer = await fetch(`${base}/`, { headers: { 'x-request-id': requestId } });
    assert.equal(answer.status, 200);
    await answer.arrayBuffer();
  };
  type Line = { level: string; time: string; msg: string; requestId?: string; status?: number };
  /** Every line must be JSON, and the last one complete. */
  const lines = (): Line[] => {
    assert.match(service.stdout, /\n$/);
    const texts = service.stdout.slice(0, -1).split('\n');
    return texts.map((text) => {
      const line: Line = JSON.parse(text);
      assert.ok(line.level && line.time && line.msg, text);
      return line;
    });
  };

  test('has the line of a request within a second, without a further request', async () => {
    await ask('alone');
    await service.printed(/"requestId":"alone"/, 1_000);
    const [line] = lines().filter(({ requestId }) => requestId === 'alone');
    assert.deepEqual([line?.level, line?.msg, line?.status], ['info', 'request', 200]);
  });

  test('has no line of a health probe that succeeds', async () => {
    assert.equal((await fetch(`${base}/health/live`, { headers: { 'x-request-id': 'probe' } })).status, 200);
    assert.equal((await fetch(`${base}/health/ready`, { headers: { 'x-request-id': 'not-ready' } })).status, 503);
    await service.printed(/"requestId":"not-ready"/);
    assert.deepEqual(
      lines().filter(({ requestId }) => requestId === 'probe'),
      [],
    );
  });

  test('has one whole line for each of many concurrent requests', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `many-${n}-`);
    for (let from = 0; from < ids.length; from += 20) await Promise.all(ids.slice(from, from + 20).map(ask));
    await ask('after-many');
    await service.printed(/"requestId":"after-many"/, 1_000);
    const logged = lines().flatMap(({ requestId }) => (requestId?.startsWith('many-') ? [requestId] : []));
    assert.deepEqual(logged.sort(), ids.sort());
  });

  test('has the line of the last request and the last line of the process after SIGTERM', async () => {
    await ask('last');
    service.signal('SIGTERM');
    assert.equal(await service.ended(), 0);
    const all = lines();
    assert.equal(all.filter(({ requestId }) => requestId === 'last').length, 1);
    assert.equal(all.at(-1)?.msg, 'stopped');
    assert.equal(service.stderr, '');
  });
});
