import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import type { Browser } from 'playwright-core';
import { launchBrowser, newVisitor } from '../harness/browser.ts';
import { freePort } from '../harness/free-port.ts';
import { ServiceProcess, startService } from '../harness/process.ts';
import { until } from '../harness/until.ts';
import { applicationPageTests } from './application-pages.ts';
import { consoleSellerTests } from './console-sellers.ts';
import { consoleShellTests } from './console-shell.ts';
import { consoleSignInTests } from './console-sign-in.ts';
import { failingWebhook } from './failing-webhook.ts';
import { operatorSignInTests } from './operator-sign-in.ts';
import { providerPid } from './provider-pid.ts';
import { type Addresses, SolutionProvider, serverMetadata } from './solution-provider.ts';

const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

describe('authorization, against real processes', () => {
  let folder: string;
  let browser: Browser;
  let settings: Record<string, string>;
  let service: ServiceProcess;
  let addresses: Addresses;
  /** Every secret that was used, to be searched for at the end. */
  const secrets = new Set<string>(['demosellersecret', 'demorivalsecret', 'demonewsecret', 'demooperatorsecret']);
  const keep = <T extends { access_token: string; refresh_token?: string }>(tokens: T): T => {
    secrets.add(tokens.access_token);
    if (tokens.refresh_token) secrets.add(tokens.refresh_token);
    return tokens;
  };
  let output = '';

  async function start(): Promise<void> {
    service = startService(settings);
    addresses = { base: await service.address(), issuer: `http://127.0.0.1:${settings.IDP_PORT}` };
  }

  async function killEverything(): Promise<void> {
    service.signalGroup('SIGKILL');
    await service.ended();
    output += service.stdout + service.stderr;
  }

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'authorization-test-'));
    const port = String(await freePort());
    settings = {
      PORT: port,
      // Under a path, as behind a proxy that passes it on. Other suites use the root.
      PUBLIC_URL: `http://127.0.0.1:${port}/shop`,
      IDP_PORT: String(await freePort()),
      DATA_DIR: folder,
      LOG_LEVEL: 'trace',
      IDP_CACHE_SECONDS: '1',
      GRANT_CHECK_SECONDS: '1',
      NOTIFY_TEST_RETRY_SECONDS: Array.from({ length: 300 }, () => '0.2').join(),
    };
    browser = await launchBrowser();
    await start();
  });
  after(async () => {
    await browser.close();
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = (token: string) =>
    fetch(`${addresses.base}/sellers/v4/marketplaceParticipations`, { headers: { authorization: `Bearer ${token}` } });

  for (const [form, request] of [
    [
      'a form and Basic',
      {
        headers: { authorization: basic('demoseller', 'demosellersecret') },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      },
    ],
    [
      'a form and body fields',
      {
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: 'demoseller',
          client_secret: 'demosellersecret',
        }),
      },
    ],
    [
      'JSON and Basic',
      {
        headers: { authorization: basic('demoseller', 'demosellersecret'), 'content-type': 'application/json' },
        body: '{"grant_type":"client_credentials"}',
      },
    ],
    [
      'JSON and body fields',
      {
        headers: { 'content-type': 'application/json' },
        body: '{"grant_type":"client_credentials","client_id":"demoseller","client_secret":"demosellersecret","scope":"anything at all"}',
      },
    ],
  ] as [string, RequestInit][]) {
    test(`client_credentials by ${form} gives a token for a guarded endpoint`, async () => {
      const answer = await fetch(`${addresses.base}/auth/v4/token`, { method: 'POST', ...request });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      const tokens = keep((await answer.json()) as { access_token: string });
      assert.deepEqual(Object.keys(tokens).sort(), ['access_token', 'expires_in', 'token_type']);
      assert.equal((await call(tokens.access_token)).status, 200);
    });
  }

  test('oauth4webapi, unmodified, completes client_credentials', async () => {
    const server: oauth.AuthorizationServer = {
      issuer: addresses.issuer,
      token_endpoint: `${addresses.base}/auth/v4/token`,
    };
    const application: oauth.Client = { client_id: 'demoseller' };
    const answer = await oauth.clientCredentialsGrantRequest(
      server,
      application,
      oauth.ClientSecretBasic('demosellersecret'),
      {},
      { [oauth.allowInsecureRequests]: true },
    );
    const tokens = keep(await oauth.processClientCredentialsResponse(server, application, answer));
    assert.equal(tokens.refresh_token, undefined);
    assert.equal((await call(tokens.access_token)).status, 200);
  });

  test('openid-client, unmodified, completes sign-in and consent in a browser: PKCE, iss, refresh, rotation; reuse ends the grant', async () => {
    const application = await SolutionProvider.register(addresses);
    const connected = await application.connect(browser);
    assert.match(connected.consent, /A1DEMOSELLER/);
    assert.match(connected.consent, /127\.0\.0\.1/);
    assert.equal(connected.callback.searchParams.get('iss'), addresses.issuer);
    secrets.add(connected.verifier).add(connected.callback.searchParams.get('code') ?? '');
    // Only offline_access is requested, the one scope of the specification: the token is valid for the endpoints all the same.
    const first = keep(await application.exchange(connected));
    assert.match(first.scope ?? '', /seller-api:pricing:read/);
    assert.equal((await call(first.access_token)).status, 200);

    const second = keep(await application.refresh(first.refresh_token ?? ''));
    assert.notEqual(second.refresh_token, first.refresh_token);
    assert.equal((await call(second.access_token)).status, 200);
    assert.equal((await call(first.refresh_token ?? '')).status, 401, 'a refresh token is no access token');

    await assert.rejects(application.refresh(first.refresh_token ?? ''), { error: 'invalid_grant' });
    await assert.rejects(application.refresh(second.refresh_token ?? ''), { error: 'invalid_grant' });
    await sleep(1_100);
    assert.equal((await call(second.access_token)).status, 401, 'the whole grant has ended');
    application.close();
  });

  test('a redirect_uri that is not registered ends on a page of the provider, never at that address', async () => {
    const application = await SolutionProvider.register(addresses);
    const url = client.buildAuthorizationUrl(application.config, {
      redirect_uri: `${application.redirectUri}/more`,
      code_challenge: await client.calculatePKCECodeChallenge(client.randomPKCECodeVerifier()),
      code_challenge_method: 'S256',
    });
    const page = await newVisitor(browser);
    await page.goto(url.href);
    assert.equal(new URL(page.url()).origin, addresses.issuer);
    assert.match(await page.locator('body').innerText(), /redirect/i);
    application.close();
  });

  for (const [name, method] of [
    ['plain', 'plain'],
    ['no method', ''],
  ] as const) {
    test(`400 ${name}: a page for a browser, JSON otherwise, no redirect`, async () => {
      const url = new URL(serverMetadata(addresses).authorization_endpoint ?? '');
      const fields = {
        response_type: 'code',
        client_id: 'x',
        redirect_uri: 'https://a.example/cb',
        code_challenge: 'a'.repeat(43),
        code_challenge_method: method,
      };
      for (const [key, value] of Object.entries(fields)) if (value) url.searchParams.set(key, value);
      const json = await fetch(url, { redirect: 'manual' });
      assert.equal(json.status, 400);
      assert.equal(((await json.json()) as { error: string }).error, 'invalid_request');
      const page = await newVisitor(browser);
      const shown = await page.goto(url.href);
      assert.equal(shown?.status(), 400);
      assert.match(await page.locator('body').innerText(), /code_challenge_method/);
    });
  }

  for (const kind of ['code', 'refresh token'] as const) {
    test(`eight parallel exchanges of one ${kind} give exactly one token set`, async () => {
      const application = await SolutionProvider.register(addresses);
      const connected = await application.connectByForms();
      secrets.add(connected.verifier).add(connected.callback.searchParams.get('code') ?? '');
      const again = kind === 'code' ? undefined : keep(await application.exchange(connected));
      const attempts = await Promise.allSettled(
        Array.from({ length: 8 }, () =>
          again ? application.refresh(again.refresh_token ?? '') : application.exchange(connected),
        ),
      );
      const won = attempts.filter((attempt) => attempt.status === 'fulfilled');
      for (const { value } of won) keep(value);
      assert.equal(won.length, 1, attempts.map((attempt) => attempt.status).join());
      application.close();
    });
  }

  applicationPageTests({
    browser: () => browser,
    addresses: () => addresses,
    keep: (secret) => void secrets.add(secret),
  });
  operatorSignInTests({ addresses: () => addresses, keep: (secret) => secrets.add(secret) });
  consoleShellTests({ browser: () => browser, addresses: () => addresses });
  consoleSignInTests({
    browser: () => browser,
    addresses: () => addresses,
    keep: (secret) => secrets.add(secret),
  });
  consoleSellerTests({ browser: () => browser, addresses: () => addresses, dataDir: () => folder });

  test('grants, clients and refresh tokens survive kill -9 of every process', async () => {
    const application = await SolutionProvider.register(addresses);
    const connected = await application.connectByForms('rival@store.example');
    secrets.add(connected.verifier).add(connected.callback.searchParams.get('code') ?? '');
    const first = keep(await application.exchange(connected));
    await killEverything();
    await start();
    assert.equal((await call(first.access_token)).status, 200);
    const second = keep(await application.refresh(first.refresh_token ?? ''));
    assert.equal((await call(second.access_token)).status, 200);
    application.close();
  });

  test('a seller withdraws an application: its refresh token ends at once, its access token within the cache time, and its webhook gets nothing more', async () => {
    const application = await SolutionProvider.register(addresses);
    const connected = await application.connectByForms();
    secrets.add(connected.verifier).add(connected.callback.searchParams.get('code') ?? '');
    const tokens = keep(await application.exchange(connected));
    assert.equal((await call(tokens.access_token)).status, 200);
    const own = await fetch(`${addresses.base}/auth/v4/token`, {
      method: 'POST',
      headers: { authorization: basic('demoseller', 'demosellersecret') },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: ownToken } = keep((await own.json()) as { access_token: string });
    const hook = await failingWebhook(addresses.base, { application: tokens.access_token, own: ownToken });
    secrets.add(hook.secret);
    const page = await newVisitor(browser);
    await page.goto(`${addresses.issuer}/grants`);
    await page.getByLabel('E-mail address').fill('demo@store.example');
    await page.getByLabel('Password').fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    for (let left = await page.getByRole('button', { name: /Withdraw/ }).count(); left > 0; left -= 1) {
      await page
        .getByRole('button', { name: /Withdraw/ })
        .first()
        .click();
      await page.waitForLoadState();
    }
    await assert.rejects(application.refresh(tokens.refresh_token ?? ''), { error: 'invalid_grant' });
    await hook.suspended();
    assert.equal((await call(tokens.access_token)).status, 401);
    const { received } = hook;
    await sleep(1_500);
    assert.equal(hook.received, received, 'the message was retried five times a second until then');
    assert.equal((await hook.test()).status, 409, 'a test does not lift it');
    assert.equal(hook.received, received);
    // A new consent does: the seller authorizes the application again.
    const again = await application.connectByForms();
    secrets.add(again.verifier).add(again.callback.searchParams.get('code') ?? '');
    keep(await application.exchange(again));
    await hook.hasStatus('ACTIVE');
    assert.equal((await hook.test()).status, 200);
    await until('another attempt', () => hook.received > received, 60_000);
    await hook.close();
    application.close();
  });

  test('the example of the guide runs: node docs/examples/connect-a-seller.mjs', async () => {
    const example = new ServiceProcess(process.execPath, [
      'docs/examples/connect-a-seller.mjs',
      addresses.base,
      addresses.issuer,
    ]);
    const url = await example.printed(/(http:\S+\/auth\/v4\/authorize\?\S+)/);
    const page = await newVisitor(browser);
    await page.goto(url);
    await page.getByLabel('E-mail address').fill('demo@store.example');
    await page.getByLabel('Password').fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Connected. You can close this window.').waitFor();
    assert.equal(await example.ended(), 0, example.stderr);
    assert.match(example.stdout, /STORE_CA, STORE_US\nRefreshed/);
    await example.end();
  });

  test('503 while the provider is down and the cache has expired, never a pass; the provider is restarted', async () => {
    const answer = await fetch(`${addresses.base}/auth/v4/token`, {
      method: 'POST',
      headers: { authorization: basic('demorival', 'demorivalsecret') },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token: token } = keep((await answer.json()) as { access_token: string });
    process.kill(providerPid(service), 'SIGKILL');
    await sleep(100);
    const unavailable = await call(token);
    assert.equal(unavailable.status, 503);
    assert.ok(Number(unavailable.headers.get('retry-after')) > 0);
    assert.equal((await fetch(`${addresses.base}/health/ready`)).status, 503);
    const deadline = Date.now() + 20_000;
    while ((await call(token)).status !== 200 && Date.now() < deadline) await sleep(200);
    assert.equal((await call(token)).status, 200);
  });

  test('no token, code, verifier, secret or password is in a log line, a metric or a database file of the service', async () => {
    const metricsAddress = await service.printed(/Metrics +(http:\S+)/);
    const metrics = await (await fetch(metricsAddress)).text();
    await killEverything();
    const files = readdirSync(folder).filter((name) => name.startsWith('service.db'));
    assert.ok(files.length > 0);
    const outputs: [string, string][] = [
      // The banner shows one demo secret, once: the only place where it may be.
      [
        'log',
        output
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .join('\n'),
      ],
      ['metrics', metrics],
      ...files.map((name): [string, string] => [name, readFileSync(join(folder, name), 'latin1')]),
    ];
    assert.ok(secrets.size > 20);
    const found = [...secrets].flatMap((secret) =>
      outputs.filter(([, text]) => text.includes(secret)).map(([name]) => `${secret} in ${name}`),
    );
    assert.deepEqual(found, []);
    assert.ok((outputs[0]?.[1].length ?? 0) > 5_000, 'the most verbose log was kept');
    await start();
  });
});
