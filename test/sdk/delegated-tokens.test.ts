// run: without coverage

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { inspect } from 'node:util';
import { ApiError } from '../../sdk/src/api-error.ts';
import { createClient } from '../../sdk/src/create-client.ts';
import type { StoredTokens, TokenStore } from '../../sdk/src/credentials.ts';
import { authorizationUrl, type CodeExchange, exchangeCode } from '../../sdk/src/tokens/authorization.ts';
import { memoryTokenStore } from '../../sdk/src/tokens/memory-token-store.ts';
import { tokenSourceOf } from '../../sdk/src/tokens/token-source.ts';
import { onEngine } from '../db/engines.ts';
import { freeOrigin } from '../harness/scripted-provider.ts';
import { until } from '../harness/until.ts';
import { shiftedClock } from './shifted-clock.ts';
import { redirectUri, startTokenService, type TokenService } from './token-service.ts';

const forever = new AbortController().signal;
const many = <Result>(make: () => Promise<Result>) => Promise.all(Array.from({ length: 50 }, make));

onEngine('sqlite', 'tokens of an application that a seller authorized', (engine) => {
  let service: TokenService;
  let application: { clientId: string; clientSecret: string };
  /** The store of a grant that works. A sign-in takes long, so tests share it; a test that ends the grant says so. */
  let tokenStore: TokenStore;
  let hasGrant = false;
  let clock: ReturnType<typeof shiftedClock>;

  before(async () => {
    service = await startTokenService(engine);
  });
  after(() => service.close());
  beforeEach(async () => {
    clock = shiftedClock();
    service.proxy.fault = undefined;
    service.proxy.gate = undefined;
    if (!hasGrant) {
      tokenStore = memoryTokenStore();
      application = await service.connect(tokenStore);
      hasGrant = true;
    }
    service.proxy.requests.length = 0;
  });
  afterEach(() => clock.reset());

  const source = (store = tokenStore, fetch = globalThis.fetch) =>
    tokenSourceOf(new URL(service.proxy.baseUrl), { ...application, tokenStore: store }, fetch);
  const stored = async (): Promise<StoredTokens> => (await tokenStore.load()) ?? assert.fail('the store is empty');
  /** The stored token has ten seconds left. */
  const untilDue = async () => clock.forward(((await stored()).expiresAt ?? 0) / 1_000 - Date.now() / 1_000 - 10);
  const refused = () => service.proxy.requests.filter(({ status }) => status !== 200);

  it('the first token is the one in the store, and concurrent expiry makes one request', async () => {
    const tokens = source();
    const first = await stored();
    assert.deepEqual(new Set(await many(() => tokens.token(forever))), new Set([first.accessToken]));
    assert.equal(service.proxy.requests.length, 0);
    await untilDue();
    const renewed = await many(() => tokens.token(forever));
    assert.equal(new Set(renewed).size, 1);
    assert.ok(await service.isActive(renewed[0] ?? ''));
    assert.deepEqual(
      service.proxy.requests.map(({ grantType, status }) => `${grantType} ${status}`),
      ['refresh_token 200'],
    );
    const second = await stored();
    assert.equal(second.accessToken, renewed[0]);
    assert.notEqual(second.refreshToken, first.refreshToken);
    assert.ok((second.expiresAt ?? 0) > Date.now() + 890_000);
  });

  it('clients that share a store make one request when the token is due, and one when it is rejected', async () => {
    const clients = Array.from({ length: 5 }, () => source());
    const all = () => Promise.all(clients.map((each) => each.token(forever)));
    const [first = ''] = await all();
    await untilDue();
    const [second = '', ...same] = await all();
    assert.deepEqual(new Set(same), new Set([second]));
    assert.equal(service.proxy.requests.length, 1);
    for (const each of clients) for (const old of [first, second]) each.reject(old);
    const [third = '', ...others] = await all();
    assert.deepEqual(new Set(others), new Set([third]));
    assert.notEqual(third, second);
    assert.equal(service.proxy.requests.length, 2);
    assert.deepEqual(refused(), []);
  });

  it('the rotated token is saved under the lock before the access token is given out', async () => {
    const story: string[] = [];
    const tokens = source({
      load: () => tokenStore.load(),
      async save(saved) {
        story.push('save begins');
        await new Promise((resolve) => setTimeout(resolve, 30));
        await tokenStore.save(saved);
        story.push('saved');
      },
      async lock(work) {
        story.push('locked');
        const result = await tokenStore.lock(work);
        story.push('free');
        return result;
      },
    });
    tokens.reject(await tokens.token(forever));
    await tokens.token(forever).then(() => story.push('given out'));
    assert.deepEqual(story, ['locked', 'save begins', 'saved', 'free', 'given out']);
  });

  for (const method of ['lock', 'save', 'load'] as const) {
    it(`an error of the store in ${method} passes on, and nothing is used`, async () => {
      const failure = new Error('no space left');
      const broken = { ...tokenStore };
      const tokens = source(broken);
      const first = await tokens.token(forever);
      await untilDue();
      broken[method] = () => Promise.reject(failure);
      await assert.rejects(tokens.token(forever), failure);
      assert.equal(service.proxy.requests.length, method === 'save' ? 1 : 0, 'and nothing is repeated');
      hasGrant = method !== 'save';
      assert.equal((await stored()).accessToken, first);
    });
  }

  it('a store that cannot save for a while loses no grant: the new tokens are saved with the next try', async () => {
    const failing = { ...tokenStore };
    const tokens = source(failing);
    const first = await tokens.token(forever);
    await untilDue();
    failing.save = () => Promise.reject(new Error('no space left'));
    for (let n = 0; n < 2; n += 1) await assert.rejects(tokens.token(forever), /no space left/);
    failing.save = tokenStore.save;
    const second = await tokens.token(forever);
    assert.equal(service.proxy.requests.length, 1, 'the old refresh token is used once');
    assert.deepEqual([(await stored()).accessToken, second !== first], [second, true]);
    assert.ok(await service.isActive(second));
    tokens.reject(second);
    assert.ok(await service.isActive(await tokens.token(forever)));
    assert.deepEqual(refused(), []);
  });

  it('a lock that takes back what was saved in it loses no grant: a transaction whose commit fails', async () => {
    let commits = false;
    const tokens = source({
      ...tokenStore,
      async lock(work) {
        const old = await stored();
        const result = await tokenStore.lock(work);
        if (commits) return result;
        await tokenStore.save(old);
        throw new Error('serialization failure');
      },
    });
    tokens.reject(await tokens.token(forever));
    await assert.rejects(tokens.token(forever), /serialization failure/);
    commits = true;
    const token = await tokens.token(forever);
    assert.ok(await service.isActive(token));
    tokens.reject(token);
    assert.ok(await service.isActive(await tokens.token(forever)));
    assert.deepEqual(refused(), []);
  });

  it('a provider that does not rotate refresh tokens is asked each time', async () => {
    let asked = 0;
    const issue = () => {
      asked += 1;
      return Promise.resolve(Response.json({ access_token: `token-${asked}`, expires_in: 600 }));
    };
    const tokens = source(memoryTokenStore({ refreshToken: 'lasting' }), issue);
    for (const token of ['token-1', 'token-2', 'token-3']) {
      assert.equal(await tokens.token(forever), token);
      tokens.reject(token);
    }
  });

  it('tokens that could not be saved do not replace those of a new authorization', async () => {
    const failing = { ...tokenStore, save: () => Promise.reject(new Error('no space left')) };
    const tokens = source(failing);
    tokens.reject(await tokens.token(forever));
    await assert.rejects(tokens.token(forever), /no space left/);
    application = await service.connect(tokenStore);
    const { accessToken } = await stored();
    assert.equal(await tokens.token(forever), accessToken);
  });

  it('a crash after the store has saved loses no grant', async () => {
    const crash = new Error('crash');
    const crashing = source({
      ...tokenStore,
      save: async (saved) => {
        await tokenStore.save(saved);
        throw crash;
      },
    });
    crashing.reject(await crashing.token(forever));
    await assert.rejects(crashing.token(forever), crash);
    const next = source();
    const token = await next.token(forever);
    assert.ok(await service.isActive(token));
    next.reject(token);
    assert.ok(await service.isActive(await next.token(forever)));
    assert.deepEqual(refused(), []);
  });

  for (const fault of ['lost', 'reset', 'unavailable'] as const) {
    it(`${fault}: a refresh that may have reached the provider is not repeated; a valid token is used meanwhile`, async () => {
      const tokens = source();
      const present = await tokens.token(forever);
      service.proxy.fault = fault;
      await untilDue();
      assert.deepEqual(new Set(await many(() => tokens.token(forever))), new Set([present]));
      assert.equal(service.proxy.requests.length, 1);
      hasGrant = false;
      tokens.reject(present);
      await assert.rejects(
        tokens.token(forever),
        (error) => error instanceof ApiError && [0, 503, 400].includes(error.status),
      );
      assert.equal(service.proxy.requests.length, 2);
    });
  }

  it('a refresh that was certainly not executed is repeated: refused connections and 429', async () => {
    const nobody = await freeOrigin();
    let calls = 0;
    const tokens = source(tokenStore, (input, init) => {
      calls += 1;
      if (calls === 2) service.proxy.fault = 'busy';
      if (calls === 3) service.proxy.fault = undefined;
      return fetch(calls === 1 ? nobody : input, init);
    });
    const old = await tokens.token(forever);
    tokens.reject(old);
    assert.notEqual(await tokens.token(forever), old);
    assert.equal(calls, 3);
  });

  it('a refresh that nobody waits for is completed and saved, and the next caller needs no other', async () => {
    const tokens = source();
    tokens.reject(await tokens.token(forever));
    const open = Promise.withResolvers<void>();
    service.proxy.gate = open.promise;
    const controller = new AbortController();
    const leaving = tokens.token(controller.signal);
    await until('the provider has answered', () => service.proxy.requests[0]?.status !== undefined);
    controller.abort();
    await assert.rejects(leaving, { name: 'AbortError' });
    const next = tokens.token(forever);
    open.resolve();
    assert.ok(await service.isActive(await next));
    assert.equal((await stored()).accessToken, await next);
    assert.equal(service.proxy.requests.length, 1);
  });

  it('a caller that leaves while the store is locked refreshes nothing', async () => {
    const tokens = source();
    tokens.reject(await tokens.token(forever));
    const open = Promise.withResolvers<void>();
    const held = tokenStore.lock(() => open.promise);
    const controller = new AbortController();
    const leaving = tokens.token(controller.signal);
    controller.abort();
    await assert.rejects(leaving, { name: 'AbortError' });
    open.resolve();
    await held;
    await tokenStore.lock(() => Promise.resolve());
    assert.equal(service.proxy.requests.length, 0);
  });

  it('the seller must authorize again when the grant has ended or was never given; no token is shown', async () => {
    hasGrant = false;
    const { refreshToken } = await stored();
    const tokens = source();
    tokens.reject(await tokens.token(forever));
    await tokens.token(forever);
    const reusing = source(memoryTokenStore({ refreshToken }));
    const ended = await reusing.token(forever).catch((error: unknown) => error);
    assert.ok(ended instanceof ApiError);
    assert.equal(`${ended.status} ${ended.code}`, '400 AuthorizationRequired');
    assert.ok(!inspect(ended, { depth: 9, showHidden: true }).includes(refreshToken));
    await assert.rejects(source(memoryTokenStore()).token(forever), { status: 0, code: 'AuthorizationRequired' });
  });

  it('an answer that repeats a secret does not bring it into the error', async () => {
    const { refreshToken } = await stored();
    const echo = () =>
      Promise.resolve(
        Response.json({ error: 'invalid_grant', error_description: `no ${refreshToken}` }, { status: 400 }),
      );
    const tokens = source(memoryTokenStore({ refreshToken }), echo);
    await assert.rejects(tokens.token(forever), (error) => !inspect(error, { depth: 9 }).includes(refreshToken));
  });

  it('a redirect is accepted only with the state of the browser and from the issuer; a denial is an error', async () => {
    const { proxy, idp } = service;
    const started = await authorizationUrl({ baseUrl: service.address, redirectUri, ...application });
    const callbackUrl = await service.consent(started.url);
    const empty = memoryTokenStore();
    const right = { baseUrl: proxy.baseUrl, ...application, ...started, redirectUri, callbackUrl, issuer: idp.issuer };
    const attempt = (changed: Partial<CodeExchange>) => exchangeCode({ ...right, ...changed, tokenStore: empty });
    await assert.rejects(attempt({ state: 'another' }), { code: 'AuthorizationFailed', details: /state/ });
    await assert.rejects(attempt({ issuer: 'https://elsewhere.example' }), {
      code: 'AuthorizationFailed',
      details: /iss/,
    });
    const again = await authorizationUrl({ baseUrl: service.address, redirectUri, ...application });
    const denied = { ...again, callbackUrl: await service.consent(again.url, 'deny') };
    await assert.rejects(attempt(denied), { code: 'access_denied', status: 0 });
    assert.equal(proxy.requests.length, 0);
    assert.equal(await empty.load(), undefined);
    proxy.requests.length = 0;
    const reason = new Error('the server stops');
    await assert.rejects(attempt({ signal: AbortSignal.abort(reason) }), reason);
    assert.equal(proxy.requests.length, 0, 'the code is not used up');
    await attempt({});
    await assert.rejects(attempt({}), { code: 'AuthorizationRequired', status: 400 }, 'a code works once');
  });

  it('neither a client nor its JSON shows a secret', async () => {
    const { refreshToken, accessToken = '' } = await stored();
    const client = createClient({ baseUrl: service.proxy.baseUrl, credentials: { ...application, tokenStore } });
    const shown = inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client);
    for (const secret of [refreshToken, accessToken, application.clientSecret]) assert.ok(!shown.includes(secret));
  });
});
