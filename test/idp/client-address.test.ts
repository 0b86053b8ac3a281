import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { isFromOtherMachine, throttleKey } from '../../src/idp/client-address.ts';
import { onEngine } from '../db/engines.ts';
import { basic, freshDb, introspect, postForm, register, serviceClient, startTestIdp } from './harness.ts';

const requestOf = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

describe('client addresses at the default provider', () => {
  const trustsNoPeer = () => false;

  it('are of another machine when the peer or any forwarded entry is', () => {
    for (const [peer, forwarded, expected] of [
      ['127.0.0.1', undefined, false],
      ['::1', '127.0.0.1, [::1]', false],
      ['::ffff:127.0.0.1', '::ffff:127.0.0.2', false],
      ['127.0.0.1', '::ffff:7f00:1', false],
      ['192.0.2.7', undefined, true],
      ['192.0.2.7', '127.0.0.1', true],
      ['::ffff:192.0.2.7', undefined, true],
      ['2001:db8::1', '::1', true],
      ['127.0.0.1', '203.0.113.9, 127.0.0.1', true],
      ['127.0.0.1', 'unknown', true],
      ['127.0.0.1', '127.0.0.1, _hidden', true],
      [undefined, undefined, true],
    ] as const) {
      assert.equal(isFromOtherMachine(requestOf(peer, forwarded)), expected, `${peer} for ${forwarded}`);
    }
  });

  it('come from the last X-Forwarded-For entry, when this machine or a trusted peer sent it', () => {
    const checkedPeers: string[] = [];
    const trusts = (address: string) => {
      checkedPeers.push(address);
      return address === '192.0.2.7';
    };
    const header = '198.51.100.1, 203.0.113.9';
    assert.equal(throttleKey(requestOf('127.0.0.1', header), trustsNoPeer), '203.0.113.9');
    assert.equal(throttleKey(requestOf('192.0.2.7', header), trustsNoPeer), '192.0.2.7');
    assert.equal(throttleKey(requestOf('192.0.2.7', header), trusts), '203.0.113.9');
    assert.equal(throttleKey(requestOf('::ffff:192.0.2.7', header), trusts), '203.0.113.9');
    assert.equal(throttleKey(requestOf('192.0.2.8', header), trusts), '192.0.2.8');
    assert.equal(throttleKey(requestOf('192.0.2.7', '198.51.100.1, unknown'), trusts), '192.0.2.7');
    assert.equal(throttleKey(requestOf(undefined, header), trusts), 'unknown');
    assert.deepEqual(checkedPeers, ['192.0.2.7', '192.0.2.7', '192.0.2.8']);
  });

  it('are the first 64 bits of IPv6, and the IPv4 address of a mapped one', () => {
    const key = (address: string) => throttleKey(requestOf(address), trustsNoPeer);
    for (const address of ['2001:db8:0:7::1', '2001:DB8::7:ffff:1:2:3', '2001:0db8:0000:0007:9:8:7:6']) {
      assert.equal(key(address), '2001:db8:0:7', address);
    }
    assert.equal(key('fe80::1%eth0'), 'fe80:0:0:0');
    assert.equal(key('::1'), '0:0:0:0');
    assert.equal(key('::ffff:192.0.2.7'), '192.0.2.7');
    assert.equal(key('::ffff:c000:207'), '192.0.2.7');
    assert.equal(key('192.0.2.7'), '192.0.2.7');
    assert.equal(throttleKey(requestOf('127.0.0.1', '[2001:db8::5]'), trustsNoPeer), '2001:db8:0:0');
  });
});

onEngine('sqlite', 'the listening default provider', (engine) => {
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
      const headers = { ...basic('demorival', 'guess'), 'x-forwarded-for': from };
      return (await postForm(`${idp.issuer}/token`, credentials, headers)).status;
    };
    for (let i = 0; i < 10; i++) assert.equal(await guess(`2001:db8::${i}`), 401);
    assert.equal(await guess('2001:db8::ffff'), 429);
    assert.equal(await guess('2001:db8:0:1::1'), 401);
    await idp.close();
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
