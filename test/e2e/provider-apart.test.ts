import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, describe, test } from 'node:test';
import { freePort } from '../harness/free-port.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { isTorture, testInTorture } from '../harness/scale.ts';

const credentials = `Basic ${Buffer.from('demoseller:demosellersecret').toString('base64')}`;

describe('the identity provider', () => {
  const folder = mkdtempSync(join(tmpdir(), 'provider-test-'));
  const started: ServiceProcess[] = [];
  const start = (...args: Parameters<typeof startService>) => {
    const service = startService(...args);
    started.push(service);
    return service;
  };
  afterEach(async () => {
    for (const service of started.splice(0)) await service.end();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const requestToken = (base: string, headers: Record<string, string> = {}) =>
    fetch(`${base}/auth/v4/token`, {
      method: 'POST',
      headers: { authorization: credentials, ...headers },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
  const register = (base: string, headers: Record<string, string> = {}) =>
    fetch(`${base}/auth/v4/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ redirect_uris: ['https://app.example/callback'] }),
    });

  /** It, the API and the metrics answer 421 to a relayed request, and the next request of this machine as before. */
  async function refusesRelayed(service: ServiceProcess, base: string): Promise<void> {
    assert.equal((await requestToken(base)).status, 200);
    assert.equal((await register(base)).status, 201);
    for (const headers of [{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }]) {
      assert.equal((await requestToken(base, headers as Record<string, string>)).status, 421, JSON.stringify(headers));
      assert.equal((await register(base, headers as Record<string, string>)).status, 421, JSON.stringify(headers));
      const metrics = await service.printed(/Metrics +(http:\S+)/);
      assert.equal((await fetch(metrics, { headers: headers as Record<string, string> })).status, 421);
    }
    assert.equal((await requestToken(base)).status, 200);
    assert.equal((await register(base)).status, 201);
  }

  test("in another process gets requests with the API's own client by basic or post; a wrong secret of the API is 503, never 401", async () => {
    const client = {
      IDP_INTROSPECTION_CLIENT_ID: 'the-service',
      IDP_INTROSPECTION_CLIENT_SECRET: 'a:secret+with%odd signs',
    };
    const provider = start({ ...client, IDP_PORT: String(await freePort()) }, 'idp');
    const IDP_ISSUER = await provider.printed(/"address":"(http:[^"]+)"/);
    const startApi = async (settings: Record<string, string>) => {
      const api = start({ ...client, IDP_ISSUER, ...settings }, 'api');
      return api.printed(/listening at (http:[^"]+)"/);
    };
    // With basic, the default, all other tests do.
    for (const method of isTorture ? ['basic', 'post'] : ['post']) {
      const base = await startApi({ IDP_INTROSPECTION_AUTH: method });
      const { access_token: token } = (await (await requestToken(base)).json()) as { access_token: string };
      const headers = { authorization: `Bearer ${token}` };
      assert.equal((await fetch(`${base}/sellers/v4/marketplaceParticipations`, { headers })).status, 200, method);
    }
    const misconfigured = start({ ...client, IDP_ISSUER, IDP_INTROSPECTION_CLIENT_SECRET: 'wrong' });
    const base = await misconfigured.address();
    const headers = { authorization: 'Bearer any' };
    assert.equal((await fetch(`${base}/sellers/v4/marketplaceParticipations`, { headers })).status, 503);
    // It does not say that it is ready, and says why not: on the screen, in the log, and to a load balancer.
    assert.doesNotMatch(misconfigured.stdout, /is ready/);
    assert.match(
      misconfigured.stdout,
      /has started, but cannot answer requests yet:\n {4}identity provider: .+ answers, but/,
    );
    await misconfigured.printed(/"part":"identity provider","state":"failed".+own credential is rejected/);
    const readiness = await fetch(`${base}/health/ready`);
    assert.equal(readiness.status, 503);
    assert.equal(((await readiness.json()) as { parts: object }).parts['identity provider' as never], 'failed');
  });

  testInTorture(
    'with a public name is reached by the service without that name; DEMO_ANYWHERE keeps the demo there, and says so',
    async () => {
      const settings = {
        DEMO_ANYWHERE: 'true',
        PUBLIC_URL: 'https://api.example.com',
        IDP_PUBLIC_URL: 'http://localhost:1/realm',
        IDP_PORT: String(await freePort()),
      };
      const service = start(settings);
      const base = await service.printed(/listening at (http:[^"]+)"/);
      await service.printed(/Stop it/);
      assert.match(service.stdout, /DEMO_ANYWHERE is on: anyone/);
      assert.match(service.stdout, /"level":"warn".*RATE_PLAN is not set: .*20,000 token requests a second/);
      const answer = await requestToken(base);
      assert.equal(answer.status, 200, await answer.text());
      const challenge = new URLSearchParams({
        ...{ response_type: 'code', client_id: 'x', redirect_uri: 'https://app.example/callback' },
        ...{ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' },
      });
      const redirect = await fetch(`${base}/auth/v4/authorize?${challenge}`, { redirect: 'manual' });
      assert.equal(redirect.status, 302);
      assert.match(redirect.headers.get('location') ?? '', /^http:\/\/localhost:1\/realm\//);
    },
  );

  testInTorture(
    'refuses relayed requests in a demo, has no demo behind a public name, does not start there with a demo store, and starts after its removal',
    async () => {
      const settings = { DATA_DIR: join(folder, 'demo') };
      const first = start(settings);
      await refusesRelayed(first, await first.address());
      first.signal('SIGTERM');
      await first.ended();
      const elsewhere = {
        ...settings,
        PUBLIC_URL: 'https://api.example.com',
        IDP_PUBLIC_URL: 'https://login.example.com',
      };
      const failedStart = start(elsewhere);
      assert.equal(await failedStart.ended(), 1);
      assert.match(failedStart.stderr, /npm run client -- remove-demo/);
      const unasked = start(settings, 'client', 'remove-demo');
      assert.equal(await unasked.ended(), 1);
      assert.match(unasked.stdout, /no terminal to ask on\. Add --yes/);
      const removal = start(settings, 'client', 'remove-demo', '--yes');
      assert.equal(await removal.ended(), 0);
      assert.match(removal.stdout, /Removed .*demoseller.*the demo market/);
      const served = start(elsewhere);
      const base = await served.printed(/listening at (http:[^"]+)"/);
      await served.printed(/Stop it/);
      assert.doesNotMatch(served.stdout, /demosellersecret/);
      assert.equal((await requestToken(base)).status, 401);
      assert.equal((await register(base)).status, 401);
      assert.doesNotMatch(served.stdout, /demo market/);
      await served.printed(/"clientId":"demoseller","msg":"a demo credential was refused: this provider has no demo/);
    },
  );
});
