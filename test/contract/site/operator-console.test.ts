// run: without coverage

import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { OPERATOR_RIGHTS } from '../../../src/domain/authorization/operator-rights.ts';
import { translatedScopes } from '../../../src/identity/provider-scopes.ts';
import { type ConsoleProvider, consoleOf, operatorConsoleOf } from '../../../src/roles/api/console.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

/** What a browser may transfer for the whole console, for its first page, and for any other page beside that. */
const MAX_TRANSFERRED_BYTES = 90_000;
const MAX_FIRST_FILES = 5;
const MAX_FIRST_BYTES = 47_400;
const MAX_PAGE_BYTES = 12_000;

const pages = ['item', 'sellers', 'seller', 'usage', 'audit', 'people'];

describe('/operator-console', () => {
  let service: TestApp;
  const identity = {
    issuer: 'http://127.0.0.1:1',
    authorizationEndpoint: async () => 'http://127.0.0.1:1/auth',
    authorizationScope: String,
  } satisfies ConsoleProvider;
  before(async () => {
    const config = readConfig({ BRAND_NAME: 'Ä </script><b>', BRAND_COLOR: '0F766E' });
    service = await startApp({ pageRoutes: [operatorConsoleOf(config, identity), consoleOf(config, identity)] });
  });
  after(() => service.app.close());

  const get = (url: string, headers = {}) => service.app.inject({ url, headers });
  const settingsIn = (page: string) =>
    JSON.parse(/<script type="application\/json"[^>]*>(.*?)<\/script>/.exec(page)?.[1] ?? 'null');
  const policyOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['content-security-policy']);

  /** The page of a console and every file that it can reach, as a browser gets them. */
  async function everything(path: string): Promise<Map<string, { text: string; bytes: number }>> {
    const files = new Map<string, { text: string; bytes: number }>();
    const waiting = [path];
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      if (files.has(url)) continue;
      const answer = await get(url, { 'accept-encoding': 'br' });
      assert.equal(answer.statusCode, 200, url);
      const plain = await get(url);
      files.set(url, { text: plain.body, bytes: answer.rawPayload.length });
      const links = plain.body.matchAll(/(?:(?:src|href)=|from|import\(?)"([^"]+\.(?:js|css|svg))"/g);
      for (const [, link = ''] of links) waiting.push(new URL(link, `http://x${url}`).pathname);
    }
    return files;
  }

  test('200 one page for all its paths, with the headers of the seller console, and no service worker', async () => {
    const page = await get('/operator-console');
    assert.deepEqual([page.statusCode, page.headers['content-type']], [200, 'text/html; charset=utf-8']);
    for (const path of ['/', '/sellers/a%2Fb', '/x', '/worker.js'])
      assert.equal((await get(`/operator-console${path}`)).body, page.body, path);
    const sellers = await get('/console');
    const names = ['x-frame-options', 'x-content-type-options', 'referrer-policy', 'cross-origin-opener-policy'];
    for (const name of [...names, 'cache-control']) assert.equal(page.headers[name], sellers.headers[name], name);
    assert.equal(page.headers['x-frame-options'], 'DENY');
    for (const [, address = ''] of page.body.matchAll(/(?:src|href)="([^"]+)"/g))
      assert.match(address, /^\/operator-console\/assets\/[\w-]+-(?:[0-9a-f]{16}|[0-9A-Z]{8})\.(?:js|css|svg)$/);
  });

  test('200 the page permits no other origin, no script or style in the page but its own, no frame around it, and no markup from text', async () => {
    const page = await get('/operator-console');
    const digest = (element: string) =>
      `'sha256-${hash('sha256', new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(page.body)?.[1] ?? '', 'base64')}'`;
    assert.deepEqual(policyOf(page).split('; '), [
      "default-src 'none'",
      `script-src 'self' ${digest('script')}`,
      `style-src 'self' ${digest('style')}`,
      "img-src 'self' data:",
      "connect-src 'self'",
      "frame-src 'self' http://127.0.0.1:1",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    assert.doesNotMatch(page.body, /\sstyle="|\son\w+="|<b>/);
    assert.match(policyOf(await get('/operator-console/callback')), /frame-ancestors 'self'/);
  });

  test('200 its settings name its own client and path, and every right of the operator', async () => {
    const settings = settingsIn((await get('/operator-console')).body);
    assert.deepEqual(settings, {
      path: '/operator-console',
      origin: 'http://127.0.0.1:8080',
      clientId: 'operator-console',
      clientSetting: 'OPERATOR_CONSOLE_CLIENT_ID',
      issuer: 'http://127.0.0.1:1',
      sendsIssuer: true,
      answersSilently: true,
      providerOrigin: 'http://127.0.0.1:1',
      scope: OPERATOR_RIGHTS.join(' '),
      authorizationEndpoint: '/auth/v4/authorize',
      tokenEndpoint: '/auth/v4/token',
      direct: { endpoint: 'http://127.0.0.1:1/auth', scope: OPERATOR_RIGHTS.join(' ') },
      accountUrl: 'http://127.0.0.1:1/account',
      sellerConsoleClientId: 'seller-console',
      signOutUrl: 'http://127.0.0.1:1/sign-out',
      brandName: 'Ä </script><b>',
      brandColor: '#0f766e',
    });
  });

  test('200 another provider is asked for no right: the operator names the client, the provider has the rights in its own claim (decision 55)', async () => {
    const provider = {
      IDP_ISSUER: 'https://login.example/realm',
      IDP_INTROSPECTION_CLIENT_ID: 'service',
      IDP_INTROSPECTION_CLIENT_SECRET: 'secret',
      PUBLIC_URL: 'https://sellers.example',
    };
    const scopes = translatedScopes({ map: new Map(), extra: ['profile'] });
    const elsewhere = { ...identity, issuer: provider.IDP_ISSUER, authorizationScope: scopes.requested };
    const clientOf = async (more: Record<string, string>) => {
      const { app } = await startApp({
        pageRoutes: [operatorConsoleOf(readConfig({ ...provider, ...more }), elsewhere)],
      });
      const { clientId, direct } = settingsIn((await app.inject('/operator-console')).body);
      await app.close();
      return [clientId, direct.scope];
    };
    assert.deepEqual(await clientOf({}), ['', 'openid profile']);
    assert.deepEqual(await clientOf({ OPERATOR_CONSOLE_CLIENT_ID: 'desk' }), ['desk', 'openid profile']);
  });

  test('200 neither console has files or operations of the other one', async () => {
    const [operators, sellers] = [await everything('/operator-console'), await everything('/console')];
    const textOf = (files: typeof operators) =>
      [...files].map(([url, { text }]) => (url.endsWith('.js') ? text : '')).join('\n');
    const [own, other] = [textOf(operators), textOf(sellers)];
    // Both have the SDK's list of the paths that are safe to repeat. Calls name theirs as `url`.
    assert.match(own, /url:"\/operator\/v1\/usage/);
    assert.match(other, /url:"\/products\/pricing\/v4\/listings/);
    assert.doesNotMatch(own, /url:"\/(?:products|batches|notifications|sellers|reports)\//);
    assert.doesNotMatch(other, /url:"\/operator\//);
    for (const page of pages)
      assert.ok(
        [...operators.keys()].some((url) => url.startsWith(`/operator-console/assets/${page}-`)),
        page,
      );
  });

  test(`200 the first page needs at most ${MAX_FIRST_FILES} files and ${MAX_FIRST_BYTES} bytes, any other ${MAX_PAGE_BYTES} more, all together ${MAX_TRANSFERRED_BYTES}`, async (t) => {
    const files = await everything('/operator-console');
    const page = files.get('/operator-console')?.text ?? '';
    const named = new Set([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address));
    const bytesOf = (addresses: readonly string[]) =>
      addresses.reduce((sum, address) => sum + (files.get(address)?.bytes ?? Number.NaN), 0);
    const first = ['/operator-console', ...named];
    const all = bytesOf([...files.keys()]);
    t.diagnostic(
      `the first page: ${first.length} files, ${bytesOf(first)} bytes; all: ${files.size} files, ${all} bytes`,
    );
    assert.ok(first.length <= MAX_FIRST_FILES && bytesOf(first) <= MAX_FIRST_BYTES, `${bytesOf(first)} bytes`);
    assert.ok(all <= MAX_TRANSFERRED_BYTES, `${all} bytes`);
    for (const address of [...files.keys()].filter((each) => !first.includes(each) && !/chunk|uPlot/.test(each)))
      assert.ok(bytesOf([address]) <= MAX_PAGE_BYTES, `${address}: ${bytesOf([address])} bytes`);
  });

  test('404 a file that is not there; 405 other methods', async () => {
    for (const name of ['', 'x', '../../package.json', 'console/main.ts'])
      assert.equal((await get(`/operator-console/assets/${name}`)).statusCode, 404, name);
    assert.equal((await service.app.inject({ method: 'POST', url: '/operator-console' })).statusCode, 405);
  });
});
