import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { after, before, describe, test } from 'node:test';
import { fetch as fetchBy, type RequestInit } from 'undici';
import { freePort } from '../harness/free-port.ts';
import { type Haproxy, startHaproxy } from '../harness/haproxy.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { until } from '../harness/until.ts';

/** The configuration that operators copy, with ports and certificates of its own. */
describe('behind deploy/haproxy/haproxy.cfg', () => {
  let haproxy: Haproxy;
  let service: ServiceProcess;

  before(async () => {
    const [api, provider] = [await freePort(), await freePort()];
    haproxy = await startHaproxy([api, await freePort()], provider);
    service = startService({
      PORT: String(api),
      IDP_PORT: String(provider),
      PUBLIC_URL: `https://api.example:${haproxy.https}`,
      IDP_PUBLIC_URL: `https://login.example:${haproxy.https}`,
      TRUST_PROXY: '1',
      OPERATOR_KEY: 'a key that nobody knows, and that is long enough',
      // Real installations have no demo clients; this one is for its token.
      DEMO_ANYWHERE: 'true',
    });
    await until('HAProxy has found the service', async () => {
      const answer = await at('/health/ready').catch(() => undefined);
      return answer?.status === 200;
    });
  });
  after(async () => {
    await haproxy?.close();
    await service?.end();
  });

  const at = (path: string, options: RequestInit = {}, host = 'api.example') =>
    fetchBy(`https://${host}:${haproxy.https}${path}`, { ...options, dispatcher: haproxy.agent });
  const demoClient = { authorization: `Basic ${Buffer.from('demoseller:demosellersecret').toString('base64')}` };

  test('a seller gets a token and an answer over TLS, also over HTTP/2', async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const answer = await at('/auth/v4/token', { method: 'POST', headers: demoClient, body });
    assert.equal(answer.status, 200);
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await at('/sellers/v4/marketplaceParticipations', { headers })).status, 200);

    const session = connectHttp2(`https://127.0.0.1:${haproxy.https}`, { rejectUnauthorized: false });
    const request = session.request({ ':path': '/health/live', ':authority': `api.example:${haproxy.https}` });
    const [first] = (await once(request, 'response')) as [{ ':status': number }];
    assert.equal(first[':status'], 200);
    session.destroy();
  });

  test('it starts under a limit of 1,024 open files, and takes as many connections as fit', async () => {
    const max = await haproxy.maxConnections();
    assert.ok(max > 400 && max <= 512, `${max}`);
  });

  test('links and the issuer have the public names', async () => {
    const discovery = await at('/.well-known/openid-configuration', {}, 'login.example');
    const { issuer } = (await discovery.json()) as { issuer: string };
    assert.equal(issuer, `https://login.example:${haproxy.https}`);
    const page = await at('/console');
    assert.match(page.headers.get('content-security-policy') ?? '', new RegExp(`login\\.example:${haproxy.https}`));
  });

  test('plain HTTP is redirected to HTTPS, with the method kept', async () => {
    const headers = { host: `api.example` };
    const answer = await fetch(`http://127.0.0.1:${haproxy.http}/fees/v4/x`, {
      method: 'POST',
      redirect: 'manual',
      headers,
    });
    assert.equal(answer.status, 308);
    assert.match(answer.headers.get('location') ?? '', /^https:.*\/fees\/v4\/x$/);
  });

  test('an address that a client claims for itself is not believed: its attempts count for its real one', async () => {
    // 100 wrong secrets of as many claimed addresses: the limit of one address applies.
    const tries = await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const headers = { authorization: `Basic ${btoa(`nobody:${n}`)}`, 'x-forwarded-for': `198.51.100.${n}` };
        const body = new URLSearchParams({ grant_type: 'client_credentials' });
        return (await at('/auth/v4/token', { method: 'POST', headers, body })).headers.get('ratelimit');
      }),
    );
    assert.equal(new Set(tries).size > 50, true, `each attempt leaves less: ${[...new Set(tries)].slice(0, 5)}`);
  });

  test('while the service stops, HAProxy answers 503 and never resets', async () => {
    service.signal('SIGTERM');
    await service.ended();
    assert.equal((await at('/health/ready')).status, 503);
  });
});
