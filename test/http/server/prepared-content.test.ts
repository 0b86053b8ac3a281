import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../../harness/app.ts';
import { testInTorture } from '../../harness/scale.ts';

/** What may be transferred with brotli, in bytes. Without a coding /openapi.json has fifteen times as many, the reference's script four times. */
const LIMITS: Readonly<Record<string, number>> = {
  '/': 6_000,
  '/guides': 9_000,
  '/guides/pricing': 20_000,
  '/openapi.json': 95_000,
  '/docs': 2_500,
  '/docs/start.js': 2_000,
  '/docs/reference.js': 1_200_000,
};

describe('documents and their pages', () => {
  let service: TestApp;
  before(async () => {
    service = await startApp();
  });
  after(() => service.app.close());

  const get = (url: string, headers: Record<string, string> = {}) =>
    service.app.inject({ url, headers: { accept: 'text/html', ...headers } });

  for (const [url, limit] of Object.entries(LIMITS)) {
    // Megabytes take seconds to compress.
    const testIt = limit > 1_000_000 ? testInTorture : test;
    testIt(
      `200 ${url} has at most ${limit} bytes in the form that browsers take, and each form has a tag of its own`,
      async () => {
        const plain = await get(url);
        assert.deepEqual([plain.statusCode, plain.headers['content-encoding']], [200, undefined]);
        assert.match(String(plain.headers['cache-control']), /^(?:no-cache|public, max-age=\d+)$/);
        assert.match(String(plain.headers.vary), /Accept-Encoding$/);
        const tags = [plain.headers.etag];
        for (const [accepted, coding, unpack] of [
          ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
          ['gzip', 'gzip', gunzipSync],
        ] as const) {
          const packed = await get(url, { 'accept-encoding': accepted });
          assert.equal(packed.headers['content-encoding'], coding);
          assert.ok(unpack(packed.rawPayload).equals(plain.rawPayload));
          tags.push(packed.headers.etag);
          if (coding === 'br') assert.ok(packed.rawPayload.length <= limit, `${packed.rawPayload.length} bytes`);
          const again = await get(url, { 'accept-encoding': accepted, 'if-none-match': String(packed.headers.etag) });
          assert.deepEqual([again.statusCode, again.body, again.headers.vary], [304, '', packed.headers.vary]);
        }
        assert.equal(new Set(tags).size, 3);
      },
    );
  }

  test('200 a picture is not compressed again', async () => {
    const { body } = await get('/guides/console');
    const picture = /<img src="([^"]+)"/.exec(body)?.[1] ?? '';
    const { statusCode, headers } = await get(picture, { 'accept-encoding': 'br' });
    assert.deepEqual([statusCode, headers['content-type'], headers['content-encoding']], [200, 'image/png', undefined]);
  });

  test('200 programs get the start page as JSON, compressed as well', async () => {
    const { headers, rawPayload } = await get('/', { accept: 'application/json', 'accept-encoding': 'br' });
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.ok(JSON.parse(brotliDecompressSync(rawPayload).toString()).links.openapi);
  });

  test('200 every origin may read the OpenAPI document, in every form', async () => {
    for (const coding of ['br', 'identity'])
      assert.equal(
        (await get('/openapi.json', { 'accept-encoding': coding })).headers['access-control-allow-origin'],
        '*',
      );
  });
});
