import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fastify } from 'fastify';
import { type TrustedProxies, trustsHop } from '../../../src/domain/relay.ts';
import { forwardedAddress } from '../../../src/http/routes/authorization/client-authentication.ts';

type Row = [name: string, trustProxy: TrustedProxies, headers: Record<string, string>, address: string];

const hidden = 'unknown, 127.0.0.1';
const rows: Row[] = [
  ['nobody forwarded it', false, {}, '127.0.0.1'],
  ['nobody is trusted', false, { 'x-forwarded-for': '203.0.113.9' }, hidden],
  ['nobody is trusted, an address of this machine', false, { 'x-forwarded-for': '::1' }, hidden],
  ['nobody is trusted, an empty header', false, { 'x-forwarded-for': '' }, hidden],
  ['nobody is trusted, RFC 7239', false, { forwarded: 'for=203.0.113.9' }, hidden],
  ['nothing of the header goes on', false, { 'x-forwarded-for': '127.0.0.1, 127.0.0.1, evil' }, hidden],
  ['the proxy is trusted', 1, { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  ['the proxy is trusted by address', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }, '203.0.113.9'],
  ['the leftmost entry is the client\u2019s own', 1, { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }, '203.0.113.9'],
  ['nobody is trusted, Via', false, { via: '1.1 proxy' }, hidden],
  ['nobody is trusted, X-Real-IP', false, { 'x-real-ip': '127.0.0.1' }, hidden],
  ['nobody is trusted, another host', false, { host: 'api.example.com' }, hidden],
  ['another proxy is trusted', '10.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, hidden],
  ['the proxy is trusted, and writes what is not read', 1, { forwarded: 'for=203.0.113.9' }, hidden],
  ['the proxy is trusted, nobody forwarded it', 1, {}, '127.0.0.1'],
];

describe('the client address that the provider gets', () => {
  for (const [name, trustProxy, headers, address] of rows) {
    test(`${name}: ${address}`, async () => {
      const app = fastify({ trustProxy: trustProxy === false ? false : trustsHop(trustProxy) });
      app.get('/', (request) => forwardedAddress(request));
      assert.equal((await app.inject({ url: '/', headers: { host: 'localhost', ...headers } })).body, address);
      await app.close();
    });
  }
});
