import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { OWN_FIRST_PARTS, withoutPublicPath } from '../../../src/domain/public-path.ts';
import { consoleOf, operatorConsoleOf } from '../../../src/roles/api/console.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

const PUBLIC_URL = 'https://shop.example/seller';

type Document = {
  servers: { url: string }[];
  paths: Record<string, object>;
  components: { securitySchemes: { sellerOAuth: { flows: Record<string, { tokenUrl: string }> } } };
};

describe('the path of PUBLIC_URL', () => {
  const cases: [target: string, expected: string][] = [
    ['/seller/products/fees', '/products/fees'],
    ['/seller', '/'],
    ['/seller?a=/seller/b', '/?a=/seller/b'],
    ['/seller/', '/'],
    ['/seller/seller/x', '/seller/x'],
    // What only begins alike, and everything at the root, stays.
    ['/sellers/v4/marketplaceParticipations', '/sellers/v4/marketplaceParticipations'],
    ['/products/fees', '/products/fees'],
    ['/x/seller/y', '/x/seller/y'],
    ['/', '/'],
    ['*', '*'],
    ['http://shop.example/seller/docs?a', 'http://shop.example/docs?a'],
    ['http://shop.example/seller', 'http://shop.example/'],
    ['http://shop.example', 'http://shop.example'],
  ];
  for (const [target, expected] of cases)
    test(`${target} is ${expected}`, () => assert.equal(withoutPublicPath(target, '/seller'), expected));
});

describe('a service whose PUBLIC_URL has a path', () => {
  let service: TestApp;
  before(async () => {
    const provider = {
      issuer: 'https://login.example',
      authorizationEndpoint: async () => 'https://login.example/auth',
      authorizationScope: String,
    };
    const pageRoutes = [consoleOf, operatorConsoleOf].map((routesOf) => routesOf(readConfig({ PUBLIC_URL }), provider));
    service = await startApp({ publicUrl: PUBLIC_URL, pageRoutes });
  });
  after(() => service.app.close());

  const asked = { 'x-request-id': 'same', accept: 'text/html' };
  const get = (url: string, headers: Record<string, string> = asked) => service.app.inject({ url, headers });

  test('answers under the path, which one proxy passes on, as at the root, where another one strips it', async () => {
    for (const path of [
      ...['/', '/health/live', '/docs', '/docs/start.js', '/guides', '/guides/fees', '/openapi.json'],
      ...['/console', '/console/listings/A%2F1?tab=x', '/console/callback?code=x', '/console/worker.js'],
      ...['/operator-console', '/operator-console/sellers/A%2F1?tab=x', '/operator-console/callback?code=x'],
      ...['/notifications/v4/schemas', '/sellers/v4/nothing', '/products/pricing/v4/listings/A%2F1/offers'],
      // Errors, each in the envelope of its path group.
      ...[
        '/auth/v4/authorize',
        '/auth/v4/nothing',
        '/auth/v4/%zz',
        '/products/fees/v4/nothing',
        '/products/fees/v4/%zz',
      ],
    ]) {
      const [root, below] = [await get(path), await get(`/seller${path}`)];
      assert.equal(below.statusCode, root.statusCode, path);
      assert.equal(below.headers['content-type'], root.headers['content-type'], path);
      // An unknown path is named as the caller wrote it.
      assert.equal(below.body.replace('GET /seller/', 'GET /'), root.body, path);
    }
    assert.equal((await service.app.inject({ method: 'POST', url: '/seller/auth/v4/token' })).statusCode, 400);
    assert.equal((await service.app.inject({ method: 'DELETE', url: '/seller/health/live' })).statusCode, 405);
    assert.match((await get('/seller/nothing')).body, /GET \/seller\/nothing is no endpoint.*\/seller\/docs lists/);
    assert.equal((await get('/sellerhealth/live')).statusCode, 404);
  });

  test('has only links below the path on its pages, and something at each of them', async () => {
    const seen = new Set<string>();
    const waiting = ['/seller/', '/seller/console', '/seller/operator-console'];
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      if (seen.has(url)) continue;
      seen.add(url);
      const { statusCode, headers, body } = await get(url);
      assert.equal(statusCode, 200, url);
      if (!/html/.test(String(headers['content-type']))) continue;
      for (const [, address = ''] of body.matchAll(/(?:href|src)="([^"#]+)/g)) {
        if (!address.startsWith('/')) continue;
        assert.match(address, /^\/seller\//, `${url} has ${address}`);
        waiting.push(address.replaceAll('&amp;', '&'));
      }
    }
    for (const one of ['docs', 'docs/reference.js', 'guides/sdk', 'openapi.json', 'health/ready'])
      assert.ok(seen.has(`/seller/${one}`), one);
    const { links } = (await get('/seller', {})).json();
    assert.equal(links.guides.href, '/seller/guides');
  });

  test('is described with its path: servers and token addresses; the paths are whole', async () => {
    const { servers, paths, components }: Document = (await get('/seller/openapi.json')).json();
    assert.deepEqual(servers, [{ url: PUBLIC_URL }]);
    assert.ok('/sellers/v4/marketplaceParticipations' in paths);
    const { clientCredentials } = components.securitySchemes.sellerOAuth.flows;
    assert.equal(clientCredentials?.tokenUrl, '/seller/auth/v4/token');
  });

  test('every path of the service begins with a part that PUBLIC_URL cannot have', () => {
    const firstParts = service.app.documented.routes.map(({ url }) => url.split('/', 2)[1] ?? '').filter(Boolean);
    assert.deepEqual([...new Set(firstParts)].sort(), OWN_FIRST_PARTS.toSorted());
  });
});
