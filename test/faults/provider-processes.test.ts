import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import type { RunningIdp } from '../../src/idp/start.ts';
import { onEngine, withEngines } from '../db/engines.ts';
import { freePort } from '../harness/free-port.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { until } from '../harness/until.ts';
import type { TestBrowser } from '../idp/browser.ts';
import { TestBrowser as Browser } from '../idp/browser.ts';
import { authorizationUrl, connectable, consentTo, exchange, refresh } from '../idp/delegated.ts';
import { basic, introspect, postForm } from '../idp/harness.ts';

const CLIENT = { id: 'the-service', secret: 'the service knows this' };

/** Processes of one provider: they share a store, and have one public address. */
class Providers {
  readonly environment: Record<string, string>;
  readonly #processes: ServiceProcess[] = [];

  constructor(environment: Record<string, string>) {
    this.environment = {
      IDP_INTROSPECTION_CLIENT_ID: CLIENT.id,
      IDP_INTROSPECTION_CLIENT_SECRET: CLIENT.secret,
      ...environment,
    };
  }

  /** `issuer` leads to this process, whatever the public address is: tests choose which process they ask. */
  async start(port?: number): Promise<{ process: ServiceProcess; idp: RunningIdp }> {
    const process = this.begin(port);
    const issuer = await process.printed(/"address":"(http:[^"]+)"/);
    return { process, idp: { issuer, address: issuer } as RunningIdp };
  }

  begin(port = 0): ServiceProcess {
    const process = startService({ ...this.environment, IDP_PORT: String(port) }, 'idp');
    this.#processes.push(process);
    return process;
  }

  async end(): Promise<void> {
    for (const process of this.#processes) await process.end();
  }
}

const kill = async (process: ServiceProcess) => {
  process.signal('SIGKILL');
  await process.ended();
};

const wrongPassword = async ({ issuer }: RunningIdp, email = 'rival@store.example') => {
  const browser = new Browser(issuer);
  return (await browser.signIn(await browser.go('/grants'), email, 'wrong')).status;
};

const isSignedIn = async (browser: TestBrowser, { issuer }: RunningIdp) =>
  (await browser.at(issuer).go('/grants')).text.includes('/sign-out');

withEngines('processes of the embedded provider', (engine) => {
  const folder = mkdtempSync(join(tmpdir(), 'provider-processes-'));
  let providers: Providers;
  after(async () => {
    await providers?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it('counts, sessions, codes and tokens outlive kill -9, and hold at every process', async () => {
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const { databaseUrl = '' } = (await engine.fresh()).config;
    const store = engine.name === 'sqlite' ? { DATA_DIR: folder } : { IDP_DATABASE_URL: databaseUrl };
    providers = new Providers({ ...store, IDP_PUBLIC_URL: publicUrl });
    const first = await providers.start(port);
    // With a file the next process is the one that replaces the killed one; with a server both run all the time.
    const second = engine.name === 'sqlite' ? undefined : await providers.start();

    const application = await connectable(first.idp);
    const used = await authorizationUrl(application);
    const { back: usedBack, browser } = await consentTo(first.idp, used);
    const tokens = await exchange(application, used, usedBack.url);
    const fresh = await authorizationUrl(application);
    const waiting = await browser.go(fresh.url);
    const freshBack = /\bcode=/.test(waiting.url) ? waiting : await browser.allow(waiting);
    for (let i = 0; i < 7; i++) await wrongPassword(first.idp);
    const asked = basic('demorival', 'wrong');
    for (let i = 0; i < 12; i++) await postForm(`${publicUrl}/token`, { grant_type: 'client_credentials' }, asked);
    await kill(first.process);

    const { idp } = second ?? (await providers.start(port));
    // Pauses may be over on a slow machine, but nobody gets free guesses again.
    const here: Record<'password' | 'secret', number[]> = { password: [], secret: [] };
    for (let i = 0; i < 4; i++) {
      here.password.push(await wrongPassword(idp));
      here.secret.push((await postForm(`${idp.issuer}/token`, { grant_type: 'client_credentials' }, asked)).status);
    }
    assert.ok(here.password.includes(429), 'the guesses are counted');
    assert.ok(here.secret.includes(429), 'so are those of secrets');
    assert.ok(await isSignedIn(browser, idp), 'the session is there');
    assert.equal((await introspect(idp, tokens.access_token, CLIENT)).active, true, 'so is the access token');
    const there = { ...application, server: atProcess(application.server, idp) };
    assert.ok((await exchange(there, fresh, freshBack.url)).refresh_token, 'a fresh code works');
    await assert.rejects(exchange(there, used, usedBack.url), { error: 'invalid_grant' }, 'a used one stays used');
  });
});

/** The same server, whose token endpoint is that of one process. */
function atProcess<T extends { token_endpoint?: string }>(server: T, { issuer }: RunningIdp): T {
  return { ...server, token_endpoint: `${issuer}/token` };
}

onEngine('postgres', 'two processes of the embedded provider', (engine) => {
  let providers: Providers;
  after(() => providers?.end());

  it('issue and accept the tokens, codes and sessions of each other, with the same keys', async () => {
    const { databaseUrl = '' } = (await engine.fresh()).config;
    const port = await freePort();
    const environment = { IDP_DATABASE_URL: databaseUrl, IDP_PUBLIC_URL: `http://127.0.0.1:${port}`, DRAIN_MS: '2000' };
    providers = new Providers(environment);
    // Both create the tables, the keys and the demo at the same time.
    const [one, other] = await Promise.all([providers.start(port), providers.start()]);
    const keysOf = async ({ issuer }: RunningIdp) => (await fetch(`${issuer}/jwks`)).json();
    assert.deepEqual(await keysOf(one.idp), await keysOf(other.idp));

    const application = await connectable(one.idp);
    const started = await authorizationUrl(application);
    const { back, browser } = await consentTo(one.idp, started);
    const there = { ...application, server: atProcess(application.server, other.idp) };
    const tokens = await exchange(there, started, back.url);
    assert.ok(await isSignedIn(browser, other.idp));
    const rotated = await refresh(application, tokens.refresh_token ?? '');
    await assert.rejects(refresh(there, tokens.refresh_token ?? ''), 'a rotated token is not accepted by the other');
    for (const { idp } of [one, other])
      assert.equal(
        (await introspect(idp, rotated.access_token, CLIENT)).active,
        false,
        'reuse ends the grant everywhere',
      );

    // 24 guesses at once, half of them at each: as many are checked as of one process.
    const guesses = Array.from({ length: 24 }, (_, i) => wrongPassword(i % 2 === 0 ? one.idp : other.idp));
    const checked = (await Promise.all(guesses)).filter((status) => status !== 429);
    assert.equal(checked.length, 5);

    // One that stops says so at once, and answers all the same until load balancers have noticed.
    one.process.signal('SIGTERM');
    const isReady = ({ issuer }: RunningIdp) => fetch(`${issuer}/health/ready`).then(({ status }) => status);
    await until('its readiness is 503', async () => (await isReady(one.idp)) === 503);
    const credentials = basic('demoseller', 'demosellersecret');
    const last = await postForm(`${one.idp.issuer}/token`, { grant_type: 'client_credentials' }, credentials);
    assert.deepEqual([last.status, last.headers.get('connection')], [200, 'close']);
    assert.equal(await one.process.ended(), 0);
    assert.equal(await isReady(other.idp), 200);
  });
});

onEngine('sqlite', 'the file of the embedded provider', () => {
  const folder = mkdtempSync(join(tmpdir(), 'provider-file-'));
  const providers = new Providers({ DATA_DIR: folder });
  after(async () => {
    await providers.end();
    rmSync(folder, { recursive: true, force: true });
  });

  it('serves one process: a second one is refused with the reason, and kill -9 of the first lets the next one start', async () => {
    const first = await providers.start();
    const second = providers.begin();
    assert.equal(await second.ended(), 1);
    assert.match(second.stderr, /Another process of the identity provider .* uses .*provider-file.*IDP_DATABASE_URL/s);
    assert.equal((await fetch(`${first.idp.issuer}/health/ready`)).status, 200);
    await kill(first.process);
    const next = await providers.start();
    assert.doesNotMatch(next.process.stdout, /waiting for its end/);
    next.process.signal('SIGTERM');
    assert.equal(await next.process.ended(), 0);
  });
});
