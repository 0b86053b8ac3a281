import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, it } from 'node:test';
import type { TrustedProxies } from '../../src/domain/relay.ts';
import { clientsOf } from '../../src/idp/client-address.ts';
import { CLIENT_ADDRESS_HEADER, proveAddress } from '../../src/network/client-address-proof.ts';
import { withEnginesInTorture } from '../db/engines.ts';
import { relayedHeaders } from '../domain/relayed-headers.ts';
import {
  basic,
  forwardedFor,
  freshDb,
  introspect,
  postForm,
  register,
  serviceClient,
  startTestIdp,
} from './harness.ts';

type Sent = { peer?: string | undefined; proven?: string; headers?: Record<string, string> };

const requestOf = ({ peer, proven, headers }: Sent) =>
  ({
    socket: { remoteAddress: peer },
    headers: { host: '127.0.0.1:8081', ...(proven === undefined ? {} : forwardedFor(proven)), ...headers },
  }) as unknown as IncomingMessage;

const clientOf = (sent: Sent, proxies: TrustedProxies = false) =>
  clientsOf(serviceClient.secret, proxies).of(requestOf(sent));

describe('client addresses at the default provider', () => {
  it('are of another machine when the peer or an address that the service proves is, or when somebody else forwarded', () => {
    for (const [sent, expected] of [
      [{ peer: '127.0.0.1' }, false],
      [{ peer: '::1', proven: '127.0.0.1, [::1]' }, false],
      [{ peer: '::ffff:127.0.0.1', proven: '::ffff:127.0.0.2' }, false],
      [{ peer: '127.0.0.1', proven: '::ffff:7f00:1' }, false],
      [{ peer: '192.0.2.7' }, true],
      [{ peer: '192.0.2.7', proven: '127.0.0.1' }, true],
      [{ peer: '::ffff:192.0.2.7' }, true],
      [{ peer: '127.0.0.1', proven: '203.0.113.9' }, true],
      [{ peer: '127.0.0.1', proven: 'unknown, 127.0.0.1' }, true],
      [{ peer: '127.0.0.1', proven: '127.0.0.1, _hidden' }, true],
      [{ peer: '127.0.0.1', headers: { 'x-forwarded-for': '127.0.0.1' } }, true],
      [{ peer: '127.0.0.1', headers: { via: '1.1 proxy' } }, true],
      [{ peer: undefined }, true],
    ] as const) {
      assert.equal(clientOf(sent).isElsewhere, expected, JSON.stringify(sent));
    }
  });

  it('are believed only with the proof of the service', () => {
    const [proof = ''] = /[\w-]{43}$/.exec(proveAddress(serviceClient.secret, '203.0.113.9')) ?? [];
    assert.equal(clientOf({ peer: '127.0.0.1', proven: '203.0.113.9' }).key, '203.0.113.9');
    for (const header of [
      '203.0.113.9',
      `203.0.113.8; ${proof}`,
      `203.0.113.9; ${proof.slice(1)}`,
      `203.0.113.9; ${'A'.repeat(43)}`,
      proveAddress('another secret', '203.0.113.9'),
      `; ${proof}`,
      '',
    ]) {
      const { key, isElsewhere } = clientOf({ peer: '127.0.0.1', headers: { [CLIENT_ADDRESS_HEADER]: header } });
      assert.deepEqual([key, isElsewhere], ['127.0.0.1', false], header);
    }
  });

  it('come from X-Forwarded-For only as far as TRUST_PROXY reaches, counted from the right', () => {
    const headers = { 'x-forwarded-for': '127.0.0.1, 198.51.100.1, 203.0.113.9' };
    for (const [peer, proxies, key] of [
      ['127.0.0.1', false, '127.0.0.1'],
      ['192.0.2.7', false, '192.0.2.7'],
      ['192.0.2.7', 1, '203.0.113.9'],
      ['192.0.2.7', 2, '198.51.100.1'],
      ['192.0.2.7', '192.0.2.0/24', '203.0.113.9'],
      ['::ffff:192.0.2.7', '192.0.2.7', '203.0.113.9'],
      ['192.0.2.7', '192.0.2.7, 203.0.113.9', '198.51.100.1'],
      ['192.0.2.8', '192.0.2.7', '192.0.2.8'],
    ] as const) {
      assert.equal(clientOf({ peer, headers }, proxies).key, key, `${peer} with ${proxies}`);
    }
    assert.equal(clientOf({ peer: '192.0.2.7', headers: { 'x-forwarded-for': 'unknown' } }, 1).key, '192.0.2.7');
  });

  it('are the first 64 bits of IPv6, and the IPv4 address of a mapped one', () => {
    const key = (peer: string) => clientOf({ peer }).key;
    for (const address of ['2001:db8:0:7::1', '2001:DB8::7:ffff:1:2:3', '2001:0db8:0000:0007:9:8:7:6']) {
      assert.equal(key(address), '2001:db8:0:7', address);
    }
    assert.equal(key('fe80::1%eth0'), 'fe80:0:0:0');
    assert.equal(key('::1'), '0:0:0:0');
    assert.equal(key('::ffff:192.0.2.7'), '192.0.2.7');
    assert.equal(key('::ffff:c000:207'), '192.0.2.7');
    assert.equal(key('192.0.2.7'), '192.0.2.7');
    assert.equal(clientOf({ peer: '127.0.0.1', proven: '[2001:db8::5]' }).key, '2001:db8:0:0');
  });
});

/** A token request with any Host: fetch would set its own. */
async function postWith(port: number, headers: Record<string, string>, own: Record<string, string>) {
  const form = 'grant_type=client_credentials';
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(form.length) };
  const sent = request({
    port,
    host: '127.0.0.1',
    path: '/token',
    method: 'POST',
    headers: { ...type, ...own, ...headers },
  });
  sent.end(form);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: Buffer.concat(await response.toArray()).toString() };
}

withEnginesInTorture('the listening default provider', (engine) => {
  const credentials = { grant_type: 'client_credentials' };

  it('has an issuer on this machine when it listens on all addresses', async () => {
    for (const host of ['0.0.0.0', '::']) {
      const idp = await startTestIdp(await freshDb(engine), { host });
      const port = new URL(idp.address).port;
      assert.equal(idp.issuer, `http://127.0.0.1:${port}`);
      assert.equal(idp.backchannel.token, `http://127.0.0.1:${port}/token`);
      const answer = await postForm(idp.backchannel.token, credentials, basic('demoseller', 'demosellersecret'));
      assert.equal(answer.status, 200);
      await idp.close();
    }
  });

  it('counts the guesses of one IPv6 network together', async () => {
    const idp = await startTestIdp(await freshDb(engine), { demoAnywhere: true });
    const guess = async (from: string) => {
      const headers = { ...basic('demorival', 'guess'), ...forwardedFor(from) };
      return (await postForm(`${idp.issuer}/token`, credentials, headers)).status;
    };
    for (let i = 0; i < 10; i++) assert.equal(await guess(`2001:db8::${i}`), 401);
    assert.equal(await guess('2001:db8::ffff'), 429);
    assert.equal(await guess('2001:db8:0:1::1'), 401);
    await idp.close();
  });

  it('answers 421 in a demo to what is relayed or for another host, decides for each request alone, and else as before', async () => {
    const idp = await startTestIdp(await freshDb(engine));
    const port = new URL(idp.address).port;
    const demoClient = basic('demoseller', 'demosellersecret');
    const ask = (headers: Record<string, string>) => postWith(Number(port), headers, demoClient);
    for (const headers of relayedHeaders) {
      const { status, body } = await ask(headers);
      assert.deepEqual(
        [status, (JSON.parse(body) as { error: string }).error],
        [421, 'invalid_request'],
        JSON.stringify(headers),
      );
    }
    const page = await fetch(`${idp.address}/grants`, { headers: { accept: 'text/html', via: '1.1 proxy' } });
    assert.deepEqual([page.status, page.headers.get('content-type')], [421, 'text/html; charset=utf-8']);
    // The right proof does not make another host right.
    assert.equal((await ask({ ...forwardedFor('127.0.0.1'), host: 'rebind.example' })).status, 421);
    for (const headers of [{}, forwardedFor('127.0.0.1'), { host: `localhost:${port}` }, { host: `[::1]:${port}` }])
      assert.equal((await ask(headers as Record<string, string>)).status, 200, JSON.stringify(headers));
    await idp.close();
    for (const options of [{ demoAnywhere: true }, { demo: false }]) {
      const open = await startTestIdp(await freshDb(engine), options);
      const { status } = await postWith(
        Number(new URL(open.address).port),
        { host: 'login.example', via: 'x' },
        demoClient,
      );
      assert.notEqual(status, 421);
      await open.close();
    }
  });

  it('logs a warning at each start when the demo works from other machines', async () => {
    const db = await freshDb(engine);
    for (const [demoAnywhere, times] of [
      [true, 1],
      [true, 1],
      [false, 0],
    ] as const) {
      const idp = await startTestIdp(db, { demoAnywhere });
      const warnings = idp.logged().match(/"level":"warn".*work from every machine/g) ?? [];
      assert.equal(warnings.length, times);
      await idp.close();
    }
  });

  it('gives the service endpoints on its socket, and everybody else those at the public address', async () => {
    const issuer = 'https://login.example.invalid/realm';
    const idp = await startTestIdp(await freshDb(engine), { issuer });
    const { token, introspection, registration } = idp.backchannel;
    const answer = await postForm(token, credentials, basic('demoseller', 'demosellersecret'));
    const { access_token: value } = (await answer.json()) as { access_token: string };
    const asService = basic(serviceClient.id, serviceClient.secret);
    const facts = await (await postForm(introspection, { token: value }, asService)).json();
    const { active, iss, seller_id } = facts as Record<string, unknown>;
    assert.deepEqual([active, iss, seller_id], [true, issuer, 'A1DEMOSELLER']);
    const base = `${idp.address}/realm`;
    const at = [`${base}/token`, `${base}/token/introspection`, `${base}/reg`];
    assert.deepEqual([token, introspection, registration], at);
    const registered = await register({ ...idp, issuer: base }, { redirect_uris: ['https://app.example/cb'] });
    assert.equal(registered.status, 201);
    const found = await (await fetch(`${base}/.well-known/openid-configuration`)).json();
    const known = found as Record<string, string>;
    assert.deepEqual(
      [known.issuer, known.token_endpoint, known.introspection_endpoint, known.registration_endpoint],
      [issuer, `${issuer}/token`, `${issuer}/token/introspection`, `${issuer}/reg`],
    );
    assert.deepEqual(await introspect({ ...idp, issuer: base }, 'unknown'), { active: false });
    await idp.close();
  });
});
