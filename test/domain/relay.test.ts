import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fastify } from 'fastify';
import { clientAddress, isRelayed, type TrustedProxies, trustsHop } from '../../src/domain/relay.ts';
import { relayedHeaders } from './relayed-headers.ts';

const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

describe('a relayed request', () => {
  it('has any header of a proxy, or is for another host than this machine', () => {
    for (const headers of relayedHeaders)
      assert.equal(isRelayed({ host: '127.0.0.1', ...lowerCase(headers) }), true, JSON.stringify(headers));
  });

  it('is none for this machine under any of its names, nor with the headers that clients send', () => {
    for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:8080', '127.1.2.3', '[::1]', '[::1]:8080'])
      assert.equal(isRelayed({ host, 'user-agent': 'x', 'x-request-id': '1', connection: 'close' }), false, host);
    assert.equal(isRelayed({}), false, 'HTTP/1.0');
  });
});

describe('the address of a client', () => {
  const rows: [proxies: TrustedProxies, forwardedFor: string | undefined, address: string][] = [
    [false, '203.0.113.9', '127.0.0.1'],
    [1, undefined, '127.0.0.1'],
    [1, '203.0.113.9', '203.0.113.9'],
    [1, '127.0.0.1, 203.0.113.9', '203.0.113.9'],
    [2, '198.51.100.1, 203.0.113.9', '198.51.100.1'],
    [2, '192.0.2.1, 198.51.100.1, 203.0.113.9', '198.51.100.1'],
    [2, '203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '10.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['127.0.0.0/8, 10.0.0.0/8', '192.0.2.1, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
    ['10.0.0.0/8', '203.0.113.9', '127.0.0.1'],
    ['::1', '203.0.113.9', '127.0.0.1'],
  ];

  it('is counted from the right, and the service reads it as the provider does', async () => {
    for (const [proxies, forwardedFor, address] of rows) {
      const why = `${proxies}: ${forwardedFor}`;
      assert.equal(clientAddress('127.0.0.1', forwardedFor, trustsHop(proxies)), address, why);
      const app = fastify({ trustProxy: proxies === false ? false : trustsHop(proxies) });
      app.get('/', (request) => request.ip);
      const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor };
      assert.equal((await app.inject({ url: '/', headers })).body, address, why);
      await app.close();
    }
  });
});
