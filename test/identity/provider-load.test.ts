import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { Fault } from '../../src/domain/fault.ts';
import { identityAt, json, startScriptedProvider } from '../harness/scripted-provider.ts';

const good = { active: true, token_type: 'Bearer', client_id: 'app', seller_id: 'SELLER-1' };

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
  const identity = identityAt(provider.origin, { endpoints, timeoutMs: 5_000 });
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
  for (let waited = 0; held.length < 50 && waited < 5_000; waited += 5)
    await new Promise((resolve) => setTimeout(resolve, 5));
  // Long enough for a 51st connection to arrive, if there were one.
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(maxHeld, 50);
  isHolding = false;
  for (const response of held) response.end(JSON.stringify(good));
  const callers = await Promise.all(pending);
  assert.ok(callers.every((caller) => caller?.clientId === 'app'));
  assert.ok(await identity.callerOf('one-too-many'), 'a slot is free again');
});
