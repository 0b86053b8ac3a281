import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('a wrong address', () => {
  let service: TestApp;
  before(async () => {
    service = await startApp();
  });
  after(() => service.app.close());

  test('404 is a page in a browser, with ways on', async () => {
    const answer = await service.app.inject({ url: '/listings&more?a=1', headers: html });
    assert.equal(answer.statusCode, 404);
    assert.match(String(answer.headers['content-type']), /^text\/html/);
    assert.equal(answer.headers.vary, 'Accept, Accept-Encoding');
    assert.match(answer.body, /<h1>Page not found<\/h1>/);
    assert.match(answer.body, /GET \/listings&amp;more is no endpoint/);
    for (const path of ['/', '/console', '/guides']) assert.ok(answer.body.includes(`<a href="${path}">`), path);
  });

  test('404 has the header of the other pages, and comes compressed', async () => {
    const { body, headers } = await service.app.inject({ url: '/nothing', headers: html });
    assert.equal(headers['content-encoding'], undefined);
    const headerOf = (page: string) => /<header>.*<\/header>/.exec(page.replaceAll(' aria-current="page"', ''))?.[0];
    assert.match(String(headerOf(body)), /<nav aria-label="Site"><a href="\/">Start<\/a>.*<a href="\/guides">/);
    assert.equal(headerOf(body), headerOf((await service.app.inject({ url: '/guides', headers: html })).body));
    for (const [coding, read] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const small = await service.app.inject({ url: '/nothing', headers: { ...html, 'accept-encoding': coding } });
      assert.deepEqual([small.statusCode, small.headers['content-encoding']], [404, coding]);
      assert.equal(small.headers['cache-control'], 'no-store');
      assert.equal(read(small.rawPayload).toString(), body);
      assert.ok(small.rawPayload.length < body.length / 2, `${small.rawPayload.length} of ${body.length}`);
    }
  });

  test('404 is JSON for a program, and under the prefix of an interface for everybody', async () => {
    for (const [url, headers] of [
      ['/nothing', {}],
      ['/nothing', { accept: 'application/json' }],
      ['/health/nothing', html],
    ] as const) {
      const answer = await service.app.inject({ url, headers });
      assert.equal(answer.statusCode, 404);
      assert.equal(answer.json().errors[0].code, 'NotFound');
    }
  });

  test('405 is a page, too', async () => {
    const answer = await service.app.inject({ method: 'DELETE', url: '/guides', headers: html });
    assert.equal(answer.statusCode, 405);
    assert.match(answer.body, /<h1>This did not work<\/h1>/);
  });
});

describe('files at fixed paths', () => {
  test('200 the icon, for browsers that ask for one', async () => {
    const { app } = await startApp();
    for (const url of ['/favicon.ico', '/favicon.svg']) {
      const answer = await app.inject(url);
      assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/svg+xml']);
      assert.match(answer.body, /^<svg xmlns/);
    }
    await app.close();
  });

  test('200 robots.txt keeps search engines out', async () => {
    const { app } = await startApp();
    assert.equal((await app.inject('/robots.txt')).body, 'User-agent: *\nDisallow: /\n');
    await app.close();
  });

  test('404 security.txt without SECURITY_CONTACT', async () => {
    const { app } = await startApp();
    assert.equal((await app.inject('/.well-known/security.txt')).statusCode, 404);
    await app.close();
  });

  test('200 security.txt with the contact and a time at which it ends', async () => {
    const { app } = await startApp({ site: { securityContact: 'mailto:security@store.example' } });
    const { body, headers } = await app.inject('/.well-known/security.txt');
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.match(body, /^Contact: mailto:security@store\.example\nExpires: (\S+Z)\n/);
    const expires = Date.parse(/Expires: (\S+)/.exec(body)?.[1] ?? '');
    assert.ok(expires > Date.now() && expires < Date.now() + 365 * DAY_MS, 'RFC 9116 2.5.5');
    await app.close();
  });
});
