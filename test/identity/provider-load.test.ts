// run: mostly waiting

import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Fault } from '../../src/domain/fault.ts';
import { Upstream } from '../../src/identity/upstream.ts';
import { identityAt, json, startScriptedProvider } from '../harness/scripted-provider.ts';
import { until } from '../harness/until.ts';

const good = { active: true, token_type: 'Bearer', client_id: 'app', sub: 'app', seller_id: 'SELLER-1' };

test('at most 50 requests are at the provider and 1,000 pending; the next fails at once with 503', async (t) => {
  const provider = await startScriptedProvider();
  const held: ServerResponse[] = [];
  let isHolding = true;
  let maxHeld = 0;
  provider.paths.set('/introspect', (response, request, raw) => {
    if (!isHolding) return json(200, good)(response, request, raw);
    held.push(response);
    maxHeld = Math.max(maxHeld, held.length);
  });
  const endpoints = { introspection: `${provider.origin}/introspect` };
  const identity = identityAt(provider.origin, { endpoints, timeoutMs: 120_000 });
  t.after(async () => {
    await provider.close();
    await identity.close();
  });
  const pending = Array.from({ length: 1_000 }, async (_, n) => identity.callerOf(`token-${n}`));
  for (const one of pending) one.catch(() => undefined);
  await assert.rejects(
    async () => identity.callerOf('one-too-many'),
    (error) => {
      assert.ok(error instanceof Fault && error.code === 'ServiceUnavailable');
      assert.equal(error.hints.retryAfterSeconds, 5);
      assert.match(String(error.cause), /1000 requests are pending/);
      return true;
    },
  );
  await until(() => held.length >= 50);
  // Long enough for a 51st connection to arrive, if there were one.
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(maxHeld, 50);
  isHolding = false;
  for (const response of held) response.end(JSON.stringify(good));
  const callers = await Promise.all(pending);
  assert.ok(callers.every((caller) => caller?.clientId === 'app'));
  assert.ok(await identity.callerOf('one-too-many'), 'a slot is free again');
});

test('after 2 s of silence a provider that recovers answers soon, on a bounded number of connections', async (t) => {
  let isSilent = true;
  let open = 0;
  let maxOpen = 0;
  const server = createServer((_request, response) => void (isSilent || response.end('{}')));
  server.on('connection', (socket) => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    socket.on('close', () => {
      open -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const upstream = new Upstream(200);
  t.after(async () => {
    server.closeAllConnections();
    server.close();
    await upstream.close();
  });
  const send = () => upstream.send('test', url, { method: 'GET', headers: {} });
  const failures: Promise<unknown>[] = [];
  const isEnough = (elapsedMs: number) => elapsedMs > 90_000 || (elapsedMs > 2_000 && maxOpen >= 50);
  for (const startedMs = performance.now(); !isEnough(performance.now() - startedMs); ) {
    for (let n = 0; n < 30; n += 1) failures.push(assert.rejects(send(), Fault));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await Promise.all(failures);
  isSilent = false;
  // On a busy machine 200 ms can be too short for some tries. Behind a queue of expired requests eleven fail.
  const answer = await send().catch(send).catch(send).catch(send).catch(send).catch(send).catch(send).catch(send);
  assert.equal(answer.text, '{}');
  // The server may notice that a connection closed after the next one is open.
  assert.ok(maxOpen >= 50 && maxOpen <= 100, `${maxOpen} connections`);
});

test('a request that waits gets the connection of one that timed out', async (t) => {
  const provider = await startScriptedProvider();
  t.after(() => provider.close());
  provider.paths.set('/silent', () => undefined);
  provider.paths.set('/good', json(200, good));
  const upstream = new Upstream(2_000);
  t.after(() => upstream.close());
  const send = (path: string) => upstream.send('test', provider.origin + path, { method: 'GET', headers: {} });
  const silent = Array.from({ length: 50 }, () => assert.rejects(send('/silent'), Fault));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  assert.equal((await send('/good')).status, 200);
  await Promise.all(silent);
});
