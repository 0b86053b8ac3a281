// run: without coverage

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { ApiError } from '../../sdk/src/api-error.ts';
import { tokenSourceOf } from '../../sdk/src/tokens/token-source.ts';
import { onEngine } from '../db/engines.ts';
import { freeOrigin } from '../harness/scripted-provider.ts';
import { until } from '../harness/until.ts';
import { shiftedClock } from './shifted-clock.ts';
import { startTokenService, type TokenService } from './token-service.ts';

const forever = new AbortController().signal;
const many = <Result>(make: () => Promise<Result>) => Promise.all(Array.from({ length: 50 }, make));

onEngine('sqlite', "tokens of a seller's own application", (engine) => {
  let service: TokenService;
  before(async () => {
    service = await startTokenService(engine);
  });
  after(() => service.close());
  let clock: ReturnType<typeof shiftedClock>;
  afterEach(() => clock.reset());
  beforeEach(() => {
    clock = shiftedClock();
    service.proxy.requests.length = 0;
    service.proxy.abandoned = 0;
    service.proxy.expiresIn = undefined;
    service.proxy.fault = undefined;
    service.proxy.gate = undefined;
  });

  const source = (clientSecret = 'demosellersecret', fetch = globalThis.fetch) =>
    tokenSourceOf(new URL(service.proxy.baseUrl), { clientId: 'demoseller', clientSecret }, fetch);

  it('concurrent calls make one request, and its token is used until it is due', async () => {
    const tokens = source();
    const [first = '', ...others] = await many(() => tokens.token(forever));
    assert.ok(await service.isActive(first));
    assert.deepEqual([...new Set([first, ...others, await tokens.token(forever)])], [first]);
    assert.equal(service.proxy.requests.length, 1);
  });

  it('concurrent expiry makes one request, a minute before the end of the token', async () => {
    const tokens = source();
    const old = await tokens.token(forever);
    clock.forward(900 - 62);
    assert.equal(await tokens.token(forever), old);
    clock.forward(3);
    const renewed = await many(() => tokens.token(forever));
    assert.equal(new Set(renewed).size, 1);
    assert.notEqual(renewed[0], old);
    assert.equal(service.proxy.requests.length, 2);
  });

  it('a token that lives shorter than ten minutes is renewed after nine tenths of its life', async () => {
    const tokens = source();
    service.proxy.expiresIn = 100;
    const old = await tokens.token(forever);
    clock.forward(88);
    assert.equal(await tokens.token(forever), old);
    clock.forward(3);
    assert.notEqual(await tokens.token(forever), old);
  });

  it('many calls that get 401 for one token make one request, and a 401 for an old token discards nothing', async () => {
    const tokens = source();
    const old = await tokens.token(forever);
    const renewed = await many(async () => {
      // As the answers come: some before the renewal, some after it.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      tokens.reject(old);
      return tokens.token(forever);
    });
    assert.equal(new Set(renewed).size, 1);
    assert.notEqual(renewed[0], old);
    tokens.reject(old);
    assert.equal(await tokens.token(forever), renewed[0]);
    assert.equal(service.proxy.requests.length, 2);
  });

  it('a caller that aborts leaves with its reason, and the others get the token', async () => {
    const tokens = source();
    const open = Promise.withResolvers<void>();
    service.proxy.gate = open.promise;
    const [first, second] = [new AbortController(), new AbortController()];
    const leaving = tokens.token(first.signal);
    const staying = [tokens.token(second.signal), tokens.token(forever)];
    await until('the provider has answered', () => service.proxy.requests[0]?.status !== undefined);
    const reason = new Error('no longer interested');
    first.abort(reason);
    await assert.rejects(leaving, reason);
    await assert.rejects(tokens.token(first.signal), reason);
    open.resolve();
    const [token = '', same] = await Promise.all(staying);
    assert.equal(token, same);
    assert.ok(await service.isActive(token));
    assert.equal(service.proxy.requests.length, 1);
    assert.equal(service.proxy.abandoned, 0);
  });

  it('a request that nobody waits for ends, and the next caller starts another one', async () => {
    const tokens = source();
    const open = Promise.withResolvers<void>();
    service.proxy.gate = open.promise;
    const controller = new AbortController();
    const leaving = tokens.token(controller.signal);
    await until('the provider has answered', () => service.proxy.requests[0]?.status !== undefined);
    controller.abort();
    await assert.rejects(leaving, { name: 'AbortError' });
    const next = tokens.token(forever);
    await until('the request has ended', () => service.proxy.abandoned === 1);
    open.resolve();
    assert.ok(await service.isActive(await next));
    assert.equal(service.proxy.requests.length, 2);
  });

  it('a refusal is shared by those who wait, shows no secret, and is not kept', async () => {
    const tokens = source('wrong but secret');
    const failures = await many(() => tokens.token(forever).catch((error: unknown) => error));
    assert.equal(service.proxy.requests.length, 1);
    for (const failure of failures) {
      assert.ok(failure instanceof ApiError);
      assert.equal(`${failure.status} ${failure.code}`, '401 invalid_client');
      assert.ok(!JSON.stringify([failure, failure.message, failure.stack]).includes('secret'));
    }
    await assert.rejects(tokens.token(forever), { code: 'invalid_client' });
    assert.equal(service.proxy.requests.length, 2);
  });

  for (const fault of ['busy', 'unavailable', 'reset', 'lost'] as const) {
    it(`${fault}: the request is repeated without a token, and not while the present token is valid`, async () => {
      const tokens = source();
      service.proxy.fault = fault;
      const waiting = tokens.token(forever);
      await until('it is repeated', () => service.proxy.requests.length >= 2);
      service.proxy.fault = undefined;
      const present = await waiting;

      service.proxy.fault = fault;
      service.proxy.requests.length = 0;
      clock.forward(890);
      assert.deepEqual(new Set(await many(() => tokens.token(forever))), new Set([present]));
      assert.equal(service.proxy.requests.length, 1, 'one attempt');
      clock.forward(6);
      assert.equal(await tokens.token(forever), present);
      assert.equal(service.proxy.requests.length, 2, 'and another one some seconds later');

      tokens.reject(present);
      service.proxy.fault = undefined;
      assert.notEqual(await tokens.token(forever), present, 'a rejected token is not used, valid or not');
    });
  }

  it('a connection that is refused is tried again', async () => {
    const nobody = await freeOrigin();
    let calls = 0;
    const tokens = source('demosellersecret', (input, init) => {
      calls += 1;
      return fetch(calls <= 2 ? nobody : input, init);
    });
    assert.ok(await service.isActive(await tokens.token(forever)));
    assert.equal(calls, 3);
  });

  it('id and secret are form-encoded in HTTP Basic, as in another library (RFC 6749 2.3.1)', async () => {
    const [clientId, clientSecret] = ['a:b c', 'p%3A+q&ü/=!~*'];
    const base = new URL(service.proxy.baseUrl);
    await assert.rejects(tokenSourceOf(base, { clientId, clientSecret }, fetch).token(forever), ApiError);
    const server = { issuer: base.href, token_endpoint: `${base.href}auth/v4/token` };
    const insecure = { [oauth.allowInsecureRequests]: true };
    const auth = oauth.ClientSecretBasic(clientSecret);
    await oauth.clientCredentialsGrantRequest(server, { client_id: clientId }, auth, {}, insecure);
    const [own, other] = service.proxy.requests.map(({ authorization = '' }) => decoded(authorization));
    assert.deepEqual(own, [clientId, clientSecret]);
    assert.deepEqual(own, other);
  });

  const decoded = (authorization: string) =>
    Buffer.from(authorization.slice('Basic '.length), 'base64')
      .toString()
      .split(':')
      .map((part) => new URLSearchParams(`_=${part}`).get('_'));

  it('an address with a path keeps it', async () => {
    const called: string[] = [];
    const tokens = tokenSourceOf(
      new URL('https://example.com/seller/'),
      { clientId: 'a', clientSecret: 'b' },
      (input) => {
        called.push(String(input));
        return Promise.resolve(new Response('{"access_token":"t"}'));
      },
    );
    assert.equal(await tokens.token(forever), 't');
    assert.equal(await tokens.token(forever), 't');
    assert.deepEqual(called, ['https://example.com/seller/auth/v4/token']);
  });
});
