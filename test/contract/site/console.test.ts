// run: without coverage

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readConfig } from '../../../src/config/config.ts';
import { type ConsoleProvider, consoleOf, directAuthorizationOf } from '../../../src/roles/api/console.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

/** What a browser may transfer for the whole console, all pages included. */
const MAX_TRANSFERRED_BYTES = 185_000;
/** For its first page: the page itself, its scripts, its style sheet and its icon. 100 are the bound of answers in the SDK. */
const MAX_FIRST_FILES = 5;
const MAX_FIRST_BYTES = 67_800;
/** For the file that signs in: it is run before the others are there. */
const MAX_START_BYTES = 10_600;
/** For any other page beside that: one file, or two where pages share much. */
const MAX_PAGE_FILES = 2;
const MAX_PAGE_BYTES = 20_000;

const BASIC = 'seller-api:pricing:read seller-api:notifications:read seller-api:notifications:write';
const NAMED = 'seller-api:pricing:write seller-api:limits:write seller-api:costs:read seller-api:account:read';
/** Every right by name: the embedded provider gives those of the person's role (decision 51). */
const SCOPE = `${BASIC} ${NAMED}`;

describe('/console', () => {
  let service: TestApp;
  const identity = {
    issuer: 'http://127.0.0.1:1',
    authorizationEndpoint: async () => 'http://127.0.0.1:1/auth',
    authorizationScope: (scope: string | undefined) => `${scope} openid`,
  } satisfies ConsoleProvider;
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => void warnings.push(warning);
  before(async () => {
    process.on('warning', onWarning);
    const config = readConfig({ BRAND_NAME: 'Ä </script><b>', BRAND_COLOR: '0F766E', CONSOLE_CLIENT_ID: 'console-1' });
    service = await startApp({ pageRoutes: [consoleOf(config, identity)] });
  });
  after(() => {
    process.off('warning', onWarning);
    return service.app.close();
  });

  const get = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') =>
    service.app.inject({ url, headers, method });
  const policyOf = (answer: { headers: Record<string, unknown> }) =>
    new Map(
      String(answer.headers['content-security-policy'])
        .split('; ')
        .map((rule) => [rule.split(' ')[0], rule.slice(rule.indexOf(' ') + 1)]),
    );
  /** The digest of the text between `<script>` and `</script>`, as a policy names it. */
  const digestOf = (page: string, element: 'script' | 'style') =>
    `'sha256-${hash('sha256', new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(page)?.[1] ?? '', 'base64')}'`;
  const block = (page: string, type: string) =>
    JSON.parse(new RegExp(`<script type="${type}"[^>]*>(.*?)</script>`).exec(page)?.[1] ?? 'null');

  /** The page and every file that its scripts and style sheet can reach, as a browser gets them. */
  async function everything(): Promise<Map<string, { type: string; text: string; bytes: number }>> {
    const found = new Map<string, { type: string; text: string; bytes: number }>();
    const open: string[] = [];
    for (const path of ['/console', '/console/callback']) {
      const page = await get(path, { 'accept-encoding': 'br' });
      const text = brotliDecompressSync(page.rawPayload).toString();
      found.set(path, { type: 'text/html', text, bytes: page.rawPayload.length });
      open.push(...[...text.matchAll(/(?:src|href|data-style)="([^"]+)"/g)].map(([, address = '']) => address));
    }
    for (const address of open) {
      if (found.has(address)) continue;
      const answer = await get(address, { 'accept-encoding': 'br' });
      assert.equal(answer.statusCode, 200, address);
      const type = String(answer.headers['content-type']);
      const text = brotliDecompressSync(answer.rawPayload).toString();
      found.set(address, { type, text, bytes: answer.rawPayload.length });
      for (const [, name = ''] of text.matchAll(/(?:from|import|import\()"(\.[^"]+)"/g))
        open.push(new URL(name, `http://x${address}`).pathname);
    }
    return found;
  }

  test('200 every path of the console is one page, for which nothing else is loaded than scripts and styles of this origin', async () => {
    const page = await get('/console');
    assert.deepEqual([page.statusCode, page.headers['content-type']], [200, 'text/html; charset=utf-8']);
    for (const path of [
      '/console/',
      '/console/listings',
      '/console/listings/a%2Fb%20c',
      '/console/what-if',
      '/console/x',
    ])
      assert.equal((await get(path)).body, page.body, path);
    assert.deepEqual(warnings, []);
    for (const [, address = ''] of page.body.matchAll(/(?:src|href)="([^"]+)"/g))
      assert.match(address, /^\/console\/assets\/[\w-]+-(?:[0-9a-f]{16}|[0-9A-Z]{8})\.(?:js|css|svg)$/);
  });

  test('200 the page permits no other origin, no script or style in the page but its own, and no markup from text', async () => {
    const page = await get('/console');
    const policy = policyOf(page);
    assert.deepEqual(Object.fromEntries(policy), {
      'default-src': "'none'",
      'script-src': `'self' ${digestOf(page.body, 'script')}`,
      'style-src': `'self' ${digestOf(page.body, 'style')}`,
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'frame-src': "'self' http://127.0.0.1:1",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'console-worker',
    });
    const { headers } = page;
    assert.deepEqual(
      [headers['x-content-type-options'], headers['referrer-policy'], headers['x-frame-options']],
      ['nosniff', 'no-referrer', 'DENY'],
    );
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal((await get('/console/callback')).headers['cross-origin-opener-policy'], 'same-origin');
    assert.deepEqual([page.body.match(/<script/g)?.length, page.body.match(/<style/g)?.length], [4, 1]);
    assert.doesNotMatch(page.body, /\sstyle="|\son\w+="/);
    const callback = await get('/console/callback');
    assert.equal(policyOf(callback).get('script-src'), digestOf(callback.body, 'script'));
    assert.equal(policyOf(callback).get('style-src'), "'self'");
  });

  test('200 the service worker has one address in all versions, is a plain script, and may load nothing', async () => {
    const { statusCode, headers, body } = await get('/console/worker.js');
    assert.equal(statusCode, 200);
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers['content-security-policy'], "default-src 'none'");
    assert.match(body, /showNotification/);
    assert.doesNotMatch(body, /\b(?:import|export)\b/);
    assert.equal(policyOf(await get('/console/callback')).get('trusted-types'), "'none'");
  });

  test('200 only the callback may be framed, by its own origin, and nothing stores it', async () => {
    const page = await get('/console/callback?code=secret&state=1');
    assert.equal(page.statusCode, 200);
    assert.deepEqual(
      [policyOf(page).get('frame-ancestors'), policyOf(page).get('frame-src'), page.headers['x-frame-options']],
      ["'self'", undefined, 'SAMEORIGIN'],
    );
    assert.deepEqual([page.headers['cache-control'], page.headers.etag], ['no-store', undefined]);
    assert.doesNotMatch(page.body, /secret/);
  });

  test('200 the page carries the settings for the browser, and a name is never markup', async () => {
    const { body } = await get('/console');
    assert.deepEqual(block(body, 'application/json'), {
      path: '/console',
      origin: 'http://127.0.0.1:8080',
      clientId: 'console-1',
      clientSetting: 'CONSOLE_CLIENT_ID',
      issuer: 'http://127.0.0.1:1',
      sendsIssuer: true,
      answersSilently: true,
      providerOrigin: 'http://127.0.0.1:1',
      scope: SCOPE,
      authorizationEndpoint: '/auth/v4/authorize',
      tokenEndpoint: '/auth/v4/token',
      direct: { endpoint: 'http://127.0.0.1:1/auth', scope: `${SCOPE} openid` },
      accountUrl: 'http://127.0.0.1:1/account',
      grantsUrl: 'http://127.0.0.1:1/grants',
      signOutUrl: 'http://127.0.0.1:1/sign-out',
      brandName: 'Ä </script><b>',
      brandColor: '#0f766e',
    });
    assert.doesNotMatch(body, /<b>/);
  });

  test('200 the page follows a provider that moves to another port', async () => {
    const before = await get('/console');
    identity.issuer = 'http://127.0.0.1:2';
    const moved = await get('/console');
    identity.issuer = 'http://127.0.0.1:1';
    assert.equal(policyOf(moved).get('frame-src'), "'self' http://127.0.0.1:2");
    assert.notEqual(moved.headers.etag, before.headers.etag);
  });

  test('the page does not wait for a provider that does not answer, and names no endpoint that has a query of its own', async () => {
    const directWith = (authorizationEndpoint: ConsoleProvider['authorizationEndpoint']) =>
      directAuthorizationOf({ ...identity, authorizationEndpoint }, 'a');
    assert.equal(await directWith(() => new Promise<never>(() => {})), undefined);
    assert.equal(await directWith(() => Promise.reject(new Error('no document'))), undefined);
    assert.equal(await directWith(async () => 'https://login.example/auth?tenant=a%20b'), undefined);
    const endpoint = 'https://login.example/auth';
    assert.deepEqual(await directWith(async () => endpoint), { endpoint, scope: 'a openid' });
  });

  test('200 another provider needs a client for the console, and pages of its own only where the operator names them', async () => {
    const provider = {
      IDP_ISSUER: 'https://login.example/realm',
      IDP_INTROSPECTION_CLIENT_ID: 'service',
      IDP_INTROSPECTION_CLIENT_SECRET: 'secret',
    };
    const settingsWith = async (more: Record<string, string>) => {
      const config = readConfig({ PUBLIC_URL: 'https://sellers.example', ...provider, ...more });
      const { app } = await startApp({ pageRoutes: [consoleOf(config, { ...identity, issuer: provider.IDP_ISSUER })] });
      const page = await app.inject('/console');
      await app.close();
      return { settings: block(page.body, 'application/json'), frames: policyOf(page).get('frame-src') };
    };
    const bare = await settingsWith({});
    assert.deepEqual(
      [bare.settings.clientId, bare.settings.sendsIssuer, bare.settings.signOutUrl, bare.settings.grantsUrl],
      ['', false, undefined, undefined],
    );
    assert.equal(bare.settings.origin, 'https://sellers.example');
    assert.equal(bare.frames, "'self' https://login.example");
    assert.equal(bare.settings.scope, BASIC, 'another provider may not know the others');
    const whole = await settingsWith({
      CONSOLE_CLIENT_ID: 'console-1',
      IDP_AUTHORIZATION_ENDPOINT: 'https://pages.example/authorize',
      IDP_SIGN_OUT_URL: 'https://login.example/logout',
      IDP_GRANTS_URL: 'https://login.example/apps',
      CONSOLE_RIGHTS: 'seller-api:pricing:write,seller-api:costs:read',
    });
    assert.equal(whole.settings.scope, `${BASIC} seller-api:pricing:write seller-api:costs:read`);
    assert.deepEqual(
      [whole.settings.clientId, whole.settings.signOutUrl, whole.settings.grantsUrl, whole.frames],
      ['console-1', 'https://login.example/logout', 'https://login.example/apps', "'self' https://pages.example"],
    );
  });

  test('200 behind a path of a proxy all addresses have that path', async () => {
    const config = readConfig({ PUBLIC_URL: 'https://shop.example/seller' });
    const proxied = await startApp({ pageRoutes: [consoleOf(config, identity)] });
    const { body } = await proxied.app.inject('/console');
    await proxied.app.close();
    assert.equal(block(body, 'application/json').tokenEndpoint, '/seller/auth/v4/token');
    for (const [, address = ''] of body.matchAll(/(?:src|href)="([^"]+)"/g))
      assert.match(address, /^\/seller\/console\//);
  });

  test(`200 all files are JavaScript, CSS or the icon, and below ${MAX_TRANSFERRED_BYTES} bytes together`, async (t) => {
    const files = await everything();
    const types = new Set([...files.values()].map(({ type }) => type));
    assert.deepEqual([...types].sort(), [
      'image/svg+xml',
      'text/css; charset=utf-8',
      'text/html',
      'text/javascript; charset=utf-8',
    ]);
    for (const page of ['listings', 'listing', 'fees', 'what-if', 'notifications', 'events', 'developer'])
      assert.ok(
        [...files.keys()].some((address) => address.includes(`/${page}-`)),
        page,
      );
    const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0);
    t.diagnostic(`the whole console: ${files.size} files, ${bytes} bytes compressed`);
    assert.ok(bytes < MAX_TRANSFERRED_BYTES, `${bytes} bytes`);
  });

  test(`200 the file that signs in is loaded beside the console, is run as soon as it is there, and has at most ${MAX_START_BYTES} bytes`, async (t) => {
    const files = await everything();
    const { text: page = '' } = files.get('/console') ?? {};
    const [, start = ''] = /<script type="module" async src="([^"]+)"/.exec(page) ?? [];
    assert.match(files.get(start)?.text ?? '', /code_verifier/);
    assert.doesNotMatch(files.get(start)?.text ?? '', /(?:from|import)"/);
    const bytes = files.get(start)?.bytes ?? Number.NaN;
    t.diagnostic(`the file that signs in: ${bytes} bytes compressed`);
    assert.ok(bytes < MAX_START_BYTES, `${bytes} bytes`);
  });

  // It may run while the rest of the page is still on its way.
  test('200 an asynchronous script stands behind the settings and the script that it needs', async () => {
    for (const path of ['/console', '/console/usage']) {
      const { body: page } = await get(path);
      const places = ['id="settings"', '<script>', 'async src='].map((text) => page.indexOf(text));
      assert.ok(
        places.every((place, n) => place > (places[n - 1] ?? -1)),
        places.join(', '),
      );
    }
  });

  test(`200 the first page needs at most ${MAX_FIRST_FILES} files and ${MAX_FIRST_BYTES} bytes, all named in the page`, async (t) => {
    const files = await everything();
    const { text: page = '' } = files.get('/console') ?? {};
    const named = [...new Set([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address))];
    const first = ['/console', ...named];
    for (const address of named.filter((each) => each.endsWith('.js')))
      for (const [, name = ''] of (files.get(address)?.text ?? '').matchAll(/(?:from|import)"(\.[^"]+)"/g))
        assert.ok(named.includes(new URL(name, `http://x${address}`).pathname), `${address}: ${name}`);
    const bytes = first.reduce((sum, address) => sum + (files.get(address)?.bytes ?? Number.NaN), 0);
    t.diagnostic(`the first page: ${first.length} files, ${bytes} bytes compressed`);
    assert.ok(first.length <= MAX_FIRST_FILES && bytes <= MAX_FIRST_BYTES, `${first.length} files, ${bytes} bytes`);
  });

  test(`200 every other page needs at most ${MAX_PAGE_FILES} files and ${MAX_PAGE_BYTES} bytes more`, async () => {
    const files = await everything();
    const { text: page = '' } = files.get('/console') ?? {};
    const isFirst = (address: string) => page.includes(`"${address}"`);
    const lazy = [...files.keys()].filter((address) => /\/[a-z-]+-\w{8}\.js$/.test(address) && !isFirst(address));
    const own = lazy.filter((address) => !/\/(?:chunk|uPlot)/.test(address));
    assert.ok(own.length >= 8, own.join());
    for (const address of own) {
      const imported = [...(files.get(address)?.text ?? '').matchAll(/(?:from|import)"(\.[^"]+)"/g)].map(
        ([, name = '']) => new URL(name, `http://x${address}`).pathname,
      );
      const needed = [address, ...imported.filter((name) => !isFirst(name))];
      const bytes = needed.reduce((sum, name) => sum + (files.get(name)?.bytes ?? Number.NaN), 0);
      assert.ok(needed.length <= MAX_PAGE_FILES && bytes <= MAX_PAGE_BYTES, `${needed.join()}: ${bytes} bytes`);
    }
  });

  test('200 the page shows the frame of the console in itself, before a script or a style sheet is loaded', async () => {
    const { body } = await get('/console');
    const frame = body.indexOf('class="top-bar"');
    assert.ok(frame > 0 && frame < body.indexOf('<link rel="stylesheet"'), 'a style sheet above it would hold it back');
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    for (const part of ['.top-bar', '.shell', '.side', '.bone', '.brand']) assert.ok(style.includes(part), part);
    assert.doesNotMatch((await get('/console/callback')).body, /modulepreload|top-bar/);
  });

  test('200 a file is sent in the best form that the client takes, each form with a tag of its own', async () => {
    const address = /<script type="module" src="([^"]+)"/.exec((await get('/console')).body)?.[1] ?? '';
    const plain = await get(address);
    const forms = [
      [await get(address, { 'accept-encoding': 'gzip, deflate, br, zstd' }), 'br', brotliDecompressSync],
      [await get(address, { 'accept-encoding': 'gzip' }), 'gzip', gunzipSync],
      [await get(address, { 'accept-encoding': 'br;q=0, gzip;q=0.5' }), 'gzip', gunzipSync],
    ] as const;
    assert.equal(plain.headers['content-encoding'], undefined);
    for (const [answer, coding, unpack] of forms) {
      assert.equal(answer.headers['content-encoding'], coding);
      assert.equal(unpack(answer.rawPayload).toString(), plain.body);
      assert.notEqual(answer.headers.etag, plain.headers.etag);
      assert.match(String(answer.headers.vary), /accept-encoding/i);
      assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable');
    }
  });

  test('304 the page and its files, when the browser has them', async () => {
    const page = await get('/console');
    assert.equal(page.headers['cache-control'], 'no-cache');
    const address = /<script type="module" src="([^"]+)"/.exec(page.body)?.[1] ?? '';
    for (const url of ['/console/fees', address]) {
      const encoding = { 'accept-encoding': 'br' };
      const { etag } = (await get(url, encoding)).headers;
      assert.match(String(etag), /^"[\w-]+"$/);
      const again = await get(url, { ...encoding, 'if-none-match': etag });
      assert.deepEqual([again.statusCode, again.body], [304, ''], url);
    }
  });

  test('HEAD answers as GET does, without a body', async () => {
    const page = await get('/console');
    const address = /<link rel="stylesheet" href="([^"]+)"/.exec(page.body)?.[1] ?? '';
    for (const url of ['/console', '/console/listings/x', address]) {
      const [whole, head] = [await get(url), await get(url, {}, 'HEAD')];
      assert.deepEqual([head.statusCode, head.body], [200, '']);
      for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'content-security-policy'])
        assert.equal(head.headers[name], whole.headers[name], `${url} ${name}`);
    }
  });

  test('404 a file that is not there: of another version, outside of the folder, or a TypeScript source', async () => {
    const address = /<script type="module" src="([^"]+)"/.exec((await get('/console')).body)?.[1] ?? '';
    const names = ['', 'x', '../../package.json', '..%2f..%2fpackage.json', '__proto__', 'console/main.ts'];
    const addresses = names.map((name) => `/console/assets/${name}`);
    for (const url of [...addresses, address.replace(/-\w+\.js$/, '-00000000.js'), `${address}.map`]) {
      const answer = await get(url);
      assert.equal(answer.statusCode, 404, url);
      assert.equal(answer.headers['cache-control']?.includes('immutable') ?? false, false);
    }
  });

  test('405 other methods', async () => {
    assert.equal((await service.app.inject({ method: 'POST', url: '/console' })).statusCode, 405);
  });
});
