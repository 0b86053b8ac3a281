import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../src/domain/fault.ts';
import type { Identity } from '../../src/identity/identity.ts';
import { identityAt, json, type ScriptedProvider, startScriptedProvider } from '../harness/scripted-provider.ts';
import { until } from '../harness/until.ts';

const good = { active: true, token_type: 'Bearer', client_id: 'app', sub: 'app', seller_id: 'SELLER-1' };
/** A good token is cached for 30 s, so it is renewed after 24 s. */
const RENEWED_MS = 24_000;
const CACHED_MS = 30_000;

describe('a cached token in use', () => {
  let provider: ScriptedProvider;
  let nowMs = 1_800_000_000_000;
  const opened: Identity[] = [];
  const open = (origin = provider.origin) => {
    const identity = identityAt(origin, { now: () => nowMs, monotonic: () => nowMs });
    opened.push(identity);
    return identity;
  };
  const introspections = () => provider.at('/introspect').length;
  before(async () => {
    provider = await startScriptedProvider();
  });
  after(async () => {
    await provider.close();
    await Promise.all(opened.map((identity) => identity.close()));
  });
  beforeEach(() => {
    provider.received.length = 0;
    provider.paths.set('/introspect', json(200, good));
  });

  test('is renewed after 80 % of its time, in the background', async () => {
    const identity = open();
    const first = await identity.callerOf('token-1');
    nowMs += RENEWED_MS - 1;
    assert.equal(identity.callerOf('token-1'), first);
    await settled();
    assert.equal(introspections(), 1, 'a moment earlier it is not');
    nowMs += 1;
    assert.equal(identity.callerOf('token-1'), first);
    // The new answer replaces the old one: another object, the same caller.
    await until(() => identity.callerOf('token-1') !== first);
    assert.equal(introspections(), 2);
    nowMs += CACHED_MS - RENEWED_MS;
    assert.deepEqual(identity.callerOf('token-1'), first, 'the time of the first answer is up, and it is still known');
    nowMs += RENEWED_MS - (CACHED_MS - RENEWED_MS) - 1;
    assert.deepEqual(identity.callerOf('token-1'), first);
    await settled();
    assert.equal(introspections(), 2, 'the time of the second answer is counted from its own request');
  });

  test('is not renewed when the token itself expires by then', async () => {
    const identity = open();
    provider.paths.set('/introspect', json(200, { ...good, exp: nowMs / 1000 + 10 }));
    const first = await identity.callerOf('token-1');
    nowMs += 9_999;
    assert.equal(identity.callerOf('token-1'), first);
    await settled();
    assert.equal(introspections(), 1);
  });

  test('is not renewed without a use', async () => {
    const identity = open();
    await identity.callerOf('token-1');
    nowMs += RENEWED_MS;
    await settled();
    assert.equal(introspections(), 1);
  });

  test('is rejected from the renewal on when it is no longer good', async () => {
    const identity = open();
    const first = await identity.callerOf('token-1');
    provider.paths.set('/introspect', json(200, { active: false }));
    nowMs += RENEWED_MS;
    assert.equal(identity.callerOf('token-1'), first);
    await until(() => identity.callerOf('token-1') === undefined);
    nowMs += 4_999;
    assert.equal(identity.callerOf('token-1'), undefined);
    assert.equal(introspections(), 2);
    nowMs += 1;
    assert.equal(await identity.callerOf('token-1'), undefined);
    assert.equal(introspections(), 3);
  });

  test('stays valid until its time when the renewal fails, which is tried once', async () => {
    const identity = open();
    const first = await identity.callerOf('token-1');
    provider.paths.set('/introspect', json(500, {}));
    nowMs += RENEWED_MS;
    assert.equal(identity.callerOf('token-1'), first);
    await until(() => introspections() === 2);
    for (const ms of [0, 1, 3_000, 2_998]) {
      nowMs += ms;
      await settled();
      assert.equal(identity.callerOf('token-1'), first);
    }
    await settled();
    assert.equal(introspections(), 2);
    nowMs += 1;
    await assert.rejects(Promise.resolve(identity.callerOf('token-1')), isUnavailable);
    provider.paths.set('/introspect', json(200, good));
    assert.deepEqual(await identity.callerOf('token-1'), first);
  });

  test('stays valid until its time when the provider is gone', async () => {
    const mortal = await startScriptedProvider();
    mortal.paths.set('/introspect', json(200, good));
    const identity = open(mortal.origin);
    const first = await identity.callerOf('token-1');
    await mortal.close();
    nowMs += RENEWED_MS;
    assert.equal(identity.callerOf('token-1'), first);
    await settled();
    nowMs += CACHED_MS - RENEWED_MS - 1;
    assert.equal(identity.callerOf('token-1'), first);
    nowMs += 1;
    await assert.rejects(Promise.resolve(identity.callerOf('token-1')), isUnavailable);
  });

  test('is renewed once for many hits; a request after its time waits for that renewal', async () => {
    const identity = open();
    const first = await identity.callerOf('token-1');
    const held: ServerResponse[] = [];
    provider.paths.set('/introspect', (response) => void held.push(response));
    nowMs += RENEWED_MS;
    for (let n = 0; n < 1_000; n += 1) assert.equal(identity.callerOf('token-1'), first);
    await until(() => held.length > 0);
    for (let n = 0; n < 1_000; n += 1) assert.equal(identity.callerOf('token-1'), first);
    nowMs += CACHED_MS - RENEWED_MS;
    const waiting = identity.callerOf('token-1');
    assert.ok(waiting instanceof Promise);
    await settled();
    assert.equal(introspections(), 1 + held.length);
    assert.equal(held.length, 1);
    for (const response of held)
      json(200, good)(response, { path: '', method: '', headers: {}, body: '' }, response.req);
    assert.deepEqual(await waiting, first);
    // Its time is counted from the question, which came before the wait.
    provider.paths.set('/introspect', json(200, good));
    nowMs += RENEWED_MS - (CACHED_MS - RENEWED_MS);
    assert.equal(introspections(), 2);
    assert.deepEqual(identity.callerOf('token-1'), first);
    await until(() => introspections() === 3);
  });
});

const isUnavailable = (error: unknown) => error instanceof Fault && error.code === 'ServiceUnavailable';

/** Long enough for a request to arrive, if one was sent. */
const settled = () => sleep(40);
