// run: without coverage

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import { identityOptionsOf } from '../../src/roles/identity/identity.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { badRedirectUris, goodRedirectUris } from '../domain/redirect-uris.ts';
import { TestBrowser } from './browser.ts';
import {
  basic,
  forwardedFor,
  freshDb,
  postForm,
  register,
  serviceClient,
  startTestIdp,
  type TestIdp,
} from './harness.ts';

const redirect_uris = ['https://app.example/cb'];

withEnginesInTorture('guards of the default provider', (engine) => {
  let idp: TestIdp;
  // The clock of the throttle stands still: how many attempts are throttled does not depend on the speed of the machine.
  const startMs = Date.now();
  let nowShiftMs = 0;
  before(async () => {
    idp = await startTestIdp(await freshDb(engine), { now: () => startMs + nowShiftMs });
  });
  after(() => idp.close());

  const token = (id: string, secret: string, from?: string) =>
    postForm(
      `${idp.issuer}/token`,
      { grant_type: 'client_credentials' },
      { ...basic(id, secret), ...(from === undefined ? {} : forwardedFor(from)) },
    );

  it('registration: a deeply nested value or many members in any field is no server error', async () => {
    const deep = `${'{"0":'.repeat(9_000)}1${'}'.repeat(9_000)}`;
    const lists = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const many = `{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":0`).join()}}`;
    const uris = JSON.stringify(redirect_uris);
    const statuses = new Set<number>();
    for (const value of [deep, lists, many]) {
      for (const body of [
        value,
        `{"redirect_uris":[${value}]}`,
        ...['jwks', 'contacts', 'client_name', 'unknown'].map((name) => `{"redirect_uris":${uris},"${name}":${value}}`),
      ]) {
        const headers = { 'content-type': 'application/json' };
        statuses.add((await fetch(`${idp.issuer}/reg`, { method: 'POST', headers, body })).status);
      }
    }
    assert.deepEqual(statuses, new Set([400, 201]));
    nowShiftMs += HOUR_MS;
  });

  it('registration: answers with hexadecimal credentials and the completed metadata', async () => {
    const { status, body } = await register(idp, { redirect_uris, client_name: 'App', unknown_thing: 1 });
    assert.equal(status, 201);
    assert.match(String(body.client_id), /^[0-9a-f]{32}$/);
    assert.match(String(body.client_secret), /^[0-9a-f]{64}$/);
    assert.equal(
      body.scope,
      'seller-api:pricing:read seller-api:notifications:read seller-api:notifications:write offline_access',
    );
    assert.deepEqual(body.grant_types, ['authorization_code', 'refresh_token']);
    assert.ok(!('unknown_thing' in body) && !('registration_access_token' in body));
    const exchange = await token(String(body.client_id), String(body.client_secret));
    assert.equal(((await exchange.json()) as { error: string }).error, 'unauthorized_client');
  });

  it('registration: rejects metadata with the error code of RFC 7591', async () => {
    for (const [metadata, error] of [
      [{ seller_id: 'A1DEMOSELLER' }, 'invalid_client_metadata'],
      [{ sellerId: 'A1DEMOSELLER' }, 'invalid_client_metadata'],
      [{ 'https://store.example/seller': 'A1' }, 'invalid_client_metadata'],
      [{ operator: true }, 'invalid_client_metadata'],
      [{ demo: true }, 'invalid_client_metadata'],
      [{ jwks_uri: 'https://app.example/jwks' }, 'invalid_client_metadata'],
      [{ sector_identifier_uri: 'https://app.example/s' }, 'invalid_client_metadata'],
      [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
      [{ grant_types: ['authorization_code', 'implicit'] }, 'invalid_client_metadata'],
      [{ grant_types: 'authorization_code' }, 'invalid_client_metadata'],
      [{ response_types: ['token'] }, 'invalid_client_metadata'],
      [{ token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
      [{ scope: 'operator:market:write' }, 'invalid_client_metadata'],
      [{ scope: 'openid' }, 'invalid_client_metadata'],
      [{ client_name: 'a\u202eb' }, 'invalid_client_metadata'],
      [{ client_name: 'a'.repeat(201) }, 'invalid_client_metadata'],
      [{ client_name: '' }, 'invalid_client_metadata'],
      [{ contacts: 'help desk' }, 'invalid_client_metadata'],
      [{ contacts: [1] }, 'invalid_client_metadata'],
      [{ contacts: [''] }, 'invalid_client_metadata'],
      [{ contacts: ['a'.repeat(201)] }, 'invalid_client_metadata'],
      [{ contacts: Array(11).fill('a@b.example') }, 'invalid_client_metadata'],
      [{ logo_uri: 'javascript:alert(1)' }, 'invalid_client_metadata'],
      [{ tos_uri: 'http://app.example/terms' }, 'invalid_client_metadata'],
      [{ redirect_uris: [] }, 'invalid_redirect_uri'],
      [{ redirect_uris: 'https://app.example/cb' }, 'invalid_redirect_uri'],
    ] as const) {
      const { status, body } = await register(idp, { redirect_uris, ...metadata });
      assert.deepEqual([status, body.error], [400, error], JSON.stringify(metadata));
    }
  });

  it('registration: accepts and rejects the same redirect URIs as the service', async () => {
    for (const uri of goodRedirectUris) {
      const { status, body } = await register(idp, { redirect_uris: [uri] });
      assert.equal(status, 201, `${uri} ${JSON.stringify(body)}`);
    }
    for (const [uri, reason] of badRedirectUris) {
      const { status, body } = await register(idp, { redirect_uris: [redirect_uris[0], uri] });
      assert.deepEqual([status, body.error], [400, 'invalid_redirect_uri'], uri);
      assert.match(String(body.error_description), /^redirect_uris\[1\] must /);
      assert.match(String(body.error_description), reason);
    }
    const mixed = ['https://localhost/cb', 'http://127.0.0.1/cb', 'com.example.app:/cb', 'https://app.example/cb'];
    assert.equal((await register(idp, { redirect_uris: mixed })).status, 201);
    assert.equal((await register(idp, { redirect_uris: [1] })).body.error, 'invalid_redirect_uri');
  });

  it('registration: accepts a name of 200 characters and contacts of any text, and reads them back', async () => {
    const contacts = ['Help desk, +49 30 1234', 'help@app.example', 'x'.repeat(200)];
    const client_name = 'ä'.repeat(200);
    const { status, body } = await register(idp, { redirect_uris, client_name, contacts });
    assert.deepEqual([status, body.client_name, body.contacts], [201, client_name, contacts]);
    const exchange = await token(String(body.client_id), String(body.client_secret));
    assert.equal(((await exchange.json()) as { error: string }).error, 'unauthorized_client');
  });

  it('registration: is open on this machine in a demo, needs the token when there is one, and is closed otherwise', async () => {
    const elsewhere = forwardedFor('203.0.113.9');
    assert.equal((await register(idp, { redirect_uris }, elsewhere)).status, 401);
    assert.equal((await register(idp, { redirect_uris }, forwardedFor('127.0.0.1'))).status, 201);
    const withToken = await startTestIdp(idp.db, { initialAccessToken: 'let me in' });
    const bearer = (value: string) => ({ authorization: `Bearer ${value}` });
    assert.equal((await register(withToken, { redirect_uris })).status, 401);
    assert.equal((await register(withToken, { redirect_uris }, bearer('wrong'))).status, 401);
    await withToken.close();
    const tokenOfOneWord = await startTestIdp(idp.db, { initialAccessToken: 'letmein' });
    assert.equal(
      (await register(tokenOfOneWord, { redirect_uris }, { ...bearer('letmein'), ...elsewhere })).status,
      201,
    );
    await tokenOfOneWord.close();
    const live = await startTestIdp(await freshDb(engine), { demo: false });
    assert.equal((await register(live, { redirect_uris })).status, 401);
    await live.close();
  });

  it('demo clients work on this machine only', async () => {
    assert.equal((await token('demoseller', 'demosellersecret', '127.0.0.1')).status, 200);
    assert.equal((await token('demoseller', 'demosellersecret', '::1')).status, 200);
    for (const from of ['203.0.113.9', '127.0.0.1, 203.0.113.9', '203.0.113.9, 127.0.0.1', 'garbage']) {
      const response = await token('demoseller', 'demosellersecret', from);
      assert.equal(response.status, 401, from);
      assert.equal(((await response.json()) as { error: string }).error, 'invalid_client');
    }
    const browser = new TestBrowser(idp.issuer, forwardedFor('203.0.113.9'));
    assert.equal((await browser.signIn(await browser.go('/grants'))).status, 400);
    // The answer is that for any wrong secret. The operator finds the reason in the log.
    const reasons = idp
      .logged()
      .split('\n')
      .filter((line) => /"msg":"a demo credential was refused: its secret is public/.test(line));
    assert.equal(reasons.filter((line) => line.includes('"clientId":"demoseller"')).length, 4);
    assert.equal(reasons.filter((line) => line.includes('"sellerId":"A1DEMOSELLER"')).length, 1);
    assert.doesNotMatch(reasons.join(''), /demosellersecret/);
  });

  it('beside an imported market no demo clients are made, and the log says why one is refused', async () => {
    const own = await startTestIdp(await freshDb(engine), { createsDemo: false });
    const form = { grant_type: 'client_credentials' };
    for (const client of ['demoseller', 'unknown'])
      assert.equal((await postForm(`${own.issuer}/token`, form, basic(client, `${client}secret`))).status, 401);
    const browser = new TestBrowser(own.issuer);
    assert.equal((await browser.signIn(await browser.go('/grants'))).status, 400);
    const reasons = own
      .logged()
      .split('\n')
      .filter((line) => /a demo credential was refused: this provider has no demo/.test(line));
    assert.match(reasons.join('\n'), /"clientId":"demoseller".*\n.*"sellerId":"A1DEMOSELLER"/);
    assert.doesNotMatch(reasons.join('\n'), /unknown|secret"/);
    await own.close();
  });

  it('a database with demo clients does not start outside of the demo, and the error names the remedy', async () => {
    await assert.rejects(startTestIdp(idp.db, { demo: false }), /npm run client -- remove-demo/);
  });

  it('wrong secrets are a 429 with Retry-After after ten attempts, per client and address', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 15; i++) statuses.push((await token('demorival', `guess ${i}`)).status);
    assert.deepEqual(statuses.slice(0, 10), Array(10).fill(401));
    assert.deepEqual(statuses.slice(10), Array(5).fill(429));
    const blocked = await token('demorival', 'demorivalsecret');
    assert.equal(blocked.status, 429);
    assert.ok(Number(blocked.headers.get('retry-after')) >= 1);
    assert.equal((await token('demorival', 'demorivalsecret', '127.0.0.7')).status, 200);
    assert.equal((await token('demoseller', 'demosellersecret')).status, 200);
    nowShiftMs += 61_000;
    assert.equal((await token('demorival', 'demorivalsecret')).status, 200);
  });

  it('a public service is no way to a demo client, not even from an address of this machine', async () => {
    const statusThrough = async (isPublic: boolean) => {
      const introspection = {
        clientId: serviceClient.id,
        clientSecret: serviceClient.secret,
        method: 'basic',
      } as const;
      const service = createIdentity({ issuer: idp.issuer, introspection, isPublic });
      const form = new URLSearchParams({ grant_type: 'client_credentials' });
      // What a service sees behind a proxy on its machine that adds no header.
      const caller = { ...basic('demooperator', 'demooperatorsecret'), clientAddress: '127.0.0.1' };
      const { status } = await service.requestToken({ form, ...caller });
      await service.close();
      return status;
    };
    assert.deepEqual([await statusThrough(false), await statusThrough(true)], [200, 401]);
    assert.match(idp.logged(), /"clientId":"demooperator","msg":"a demo credential was refused/);
    const settings = { IDP_INTROSPECTION_CLIENT_ID: 'a', IDP_INTROSPECTION_CLIENT_SECRET: 'b', IDP_ISSUER: idp.issuer };
    const isPublicWith = (PUBLIC_URL: string) =>
      identityOptionsOf(readConfig({ ...settings, PUBLIC_URL }), { issuer: idp.issuer, client: serviceClient })
        .isPublic;
    assert.deepEqual([isPublicWith('http://localhost:8080'), isPublicWith('https://api.store.example')], [false, true]);
  });

  it('wrong secrets never lock out the service itself', async () => {
    const ask = (secret: string) =>
      postForm(`${idp.issuer}/token/introspection`, { token: 'x' }, basic(serviceClient.id, secret));
    for (let i = 0; i < 15; i++) assert.equal((await ask('wrong')).status, 401);
    assert.equal((await ask(serviceClient.secret)).status, 200);
  });

  it('password guesses are throttled, also concurrent ones, and the right password still works from another address', async () => {
    const browser = new TestBrowser(idp.issuer, forwardedFor('127.0.0.50'));
    const page = await browser.go('/grants');
    const attempts = await Promise.all(
      Array.from({ length: 200 }, (_, i) => browser.signIn(page, 'rival@store.example', `guess ${i}`)),
    );
    const slowed = attempts.filter((attempt) => attempt.status === 429);
    assert.equal(slowed.length, 195);
    assert.ok(slowed.every((attempt) => Number(attempt.headers.get('retry-after')) >= 1));
    assert.match(slowed[0]?.text ?? '', /Too many attempts\. Try again in \d+ seconds?\./);
    assert.equal((await browser.signIn(page, 'rival@store.example')).status, 429);
    const elsewhere = new TestBrowser(idp.issuer, forwardedFor('127.0.0.51'));
    assert.match((await elsewhere.signIn(await elsewhere.go('/grants'), 'rival@store.example')).text, /A2DEMORIVAL/);
    nowShiftMs += 301_000;
    assert.match((await browser.signIn(page, 'rival@store.example')).text, /A2DEMORIVAL/);
  });

  it('the check of an unknown account takes as long as that of a wrong password', async () => {
    const timeOf = async (email: string, from: string) => {
      const browser = new TestBrowser(idp.issuer, forwardedFor(from));
      const page = await browser.go('/grants');
      const startedAt = performance.now();
      await browser.signIn(page, email, 'wrong');
      return performance.now() - startedAt;
    };
    // In turn: what else the machine does slows down both.
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let i = 0; i < 5; i++) {
      known.push(await timeOf('demo@store.example', `127.0.1.${i}`));
      unknown.push(await timeOf('nobody@store.example', `127.0.2.${i}`));
    }
    // A wrong password costs a hash, which is nearly all of its time.
    assert.ok(Math.min(...unknown) > Math.min(...known) / 3, `${unknown} ${known}`);
  });

  it('passwords and wrong passwords are not logged', () => {
    const log = idp.logged();
    for (const secret of [
      'guess',
      'demosellersecret',
      'demorivalsecret',
      'demonewsecret',
      'store.example',
      'letmein',
    ]) {
      assert.ok(!log.includes(secret), secret);
    }
  });

  it('input that cannot be stored is a 4xx, not a 500', async () => {
    const strange = await token('a\0b', 'x');
    assert.equal(strange.status, 400);
    const unknown = await fetch(`${idp.issuer}/auth?client_id=%00&response_type=code`);
    assert.equal(unknown.status, 400);
    const browser = new TestBrowser(idp.issuer, forwardedFor('127.0.2.1'));
    const page = await browser.go('/grants');
    assert.equal((await browser.signIn(page, 'a\0b@store.example', 'x')).status, 400);
    assert.equal((await browser.signIn(page, 'demo@store.example', '\0')).status, 400);
    const inside = await browser.signIn(page);
    assert.equal((await browser.go('/grants?withdrawn=%00')).status, 200);
    assert.match(inside.text, /A1DEMOSELLER/);
    assert.equal((await register(idp, { redirect_uris, client_name: 'a\0b' })).status, 400);
    assert.equal((await register(idp, { redirect_uris, client_uri: 'https://a.example/\0' })).status, 400);
    assert.equal((await register(idp, { redirect_uris, contacts: ['a\0@b.example'] })).status, 400);
  });

  it('a port in use fails with the error of Node', async () => {
    const port = Number(new URL(idp.address).port);
    await assert.rejects(startTestIdp(idp.db, { port }), { code: 'EADDRINUSE' });
  });
});
