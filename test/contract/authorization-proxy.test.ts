import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fastify } from 'fastify';
import { forwardedAddress } from '../../src/http/routes/authorization/client-authentication.ts';

type Row = [name: string, trustProxy: boolean | string, headers: Record<string, string>, address: string];

const hidden = 'unknown, 127.0.0.1';
const rows: Row[] = [
  ['nobody forwarded it', false, {}, '127.0.0.1'],
  ['nobody is trusted', false, { 'x-forwarded-for': '203.0.113.9' }, hidden],
  ['nobody is trusted, an address of this machine', false, { 'x-forwarded-for': '::1' }, hidden],
  ['nobody is trusted, an empty header', false, { 'x-forwarded-for': '' }, hidden],
  ['nobody is trusted, RFC 7239', false, { forwarded: 'for=203.0.113.9' }, hidden],
  ['nothing of the header goes on', false, { 'x-forwarded-for': '127.0.0.1, 127.0.0.1, evil' }, hidden],
  ['the proxy is trusted', true, { 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9'],
  ['the proxy is trusted by address', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }, '203.0.113.9'],
  ['another proxy is trusted', '10.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, hidden],
  ['the proxy is trusted, and writes what is not read', true, { forwarded: 'for=203.0.113.9' }, hidden],
  ['the proxy is trusted, nobody forwarded it', true, {}, '127.0.0.1'],
];

describe('the client address that the provider gets', () => {
  for (const [name, trustProxy, headers, address] of rows) {
    test(`${name}: ${address}`, async () => {
      const app = fastify({ trustProxy });
      app.get('/', (request) => forwardedAddress(request));
      assert.equal((await app.inject({ url: '/', headers })).body, address);
      await app.close();
    });
  }
});
