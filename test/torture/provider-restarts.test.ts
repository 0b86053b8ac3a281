import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import type { RunningIdp } from '../../src/idp/start.ts';
import { onEngine } from '../db/engines.ts';
import { printFigures } from '../faults/figures.ts';
import { freePort } from '../harness/free-port.ts';
import { type Haproxy, startHaproxy } from '../harness/haproxy.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { rounds } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { TestBrowser } from '../idp/browser.ts';
import { type Application, authorizationUrl, connectable, exchange, refresh } from '../idp/delegated.ts';
import { introspect } from '../idp/harness.ts';

const CLIENT = { id: 'the-service', secret: 'the service knows this' };
const PEOPLE = ['demo@store.example', 'rival@store.example', 'new@store.example'];
/** Long enough for a slow machine: they end a failing test, and measure nothing. */
const RESTART_MS = 60_000;

/** Tokens that an application was given, and the browser of the person who signed in for it. */
type Acknowledged = { access: string; refresh: string; browser: TestBrowser };

/** People who sign in and consent without a pause, with new browsers, and applications that refresh what they get. */
class SignIns {
  attempted = 0;
  readonly failures: string[] = [];
  readonly acknowledged: Acknowledged[] = [];
  #isRunning = true;
  readonly #loops: Promise<unknown>[];

  constructor(idp: RunningIdp, application: Application) {
    this.#loops = PEOPLE.map((email) => this.#run(idp, application, email));
  }

  get succeeded(): number {
    return this.acknowledged.length;
  }

  async #run(idp: RunningIdp, application: Application, email: string): Promise<void> {
    while (this.#isRunning) {
      this.attempted += 1;
      try {
        this.acknowledged.push(await signInOnce(idp, application, email));
      } catch (error) {
        this.failures.push(`${(error as Error).message}`.slice(0, 300));
      }
    }
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#loops);
  }
}

async function signInOnce(idp: RunningIdp, application: Application, email: string): Promise<Acknowledged> {
  const started = await authorizationUrl(application, { prompt: 'consent' });
  const browser = new TestBrowser(idp.issuer);
  const consent = await browser.signIn(await browser.go(started.url), email);
  const back = await browser.allow(consent);
  const tokens = await exchange(application, started, back.url);
  const next = await refresh(application, tokens.refresh_token ?? '');
  return { access: next.access_token, refresh: next.refresh_token ?? '', browser };
}

onEngine('postgres', 'two processes of the embedded provider behind HAProxy', (engine) => {
  const ports: number[] = [];
  const processes: ServiceProcess[] = [];
  const dispatcher = getGlobalDispatcher();
  let environment: Record<string, string>;
  let haproxy: Haproxy;
  let idp: RunningIdp;
  let application: Application;

  before(async () => {
    const { databaseUrl = '' } = (await engine.fresh()).config;
    ports.push(await freePort(), await freePort());
    haproxy = await startHaproxy([await freePort()], ...(ports as [number, number]));
    const issuer = `https://login.example:${haproxy.https}`;
    environment = {
      ...{ IDP_DATABASE_URL: databaseUrl, IDP_PUBLIC_URL: issuer, TRUST_PROXY: '1', DRAIN_MS: '3000' },
      ...{ IDP_INTROSPECTION_CLIENT_ID: CLIENT.id, IDP_INTROSPECTION_CLIENT_SECRET: CLIENT.secret },
      DEMO_ANYWHERE: 'true',
    };
    await Promise.all([start(0), start(1)]);
    await untilBothUp();
    // Browsers and applications know the public address alone.
    setGlobalDispatcher(haproxy.agent);
    idp = { issuer } as RunningIdp;
    application = await connectable(idp);
  });
  after(async () => {
    setGlobalDispatcher(dispatcher);
    await haproxy?.close();
    for (const process of processes) await process.end();
  });

  async function start(n: number): Promise<void> {
    const process = startService({ ...environment, IDP_PORT: String(ports[n]) }, 'idp');
    processes[n] = process;
    await process.printed(/the identity provider listens/);
  }

  const untilBothUp = () =>
    until('HAProxy sees both', async () => (await haproxy.providers()).every(({ isUp }) => isUp), RESTART_MS);

  /** Sign-ins before, during and after the fault. Everything that was acknowledged still holds afterwards. */
  async function under(t: TestContext, fault: () => Promise<void>): Promise<SignIns> {
    const signIns = new SignIns(idp, application);
    const more = async (count: number) => {
      const enough = signIns.succeeded + count;
      await until('people have signed in', () => signIns.succeeded >= enough, RESTART_MS);
    };
    try {
      await more(10);
      await fault();
      await more(10);
    } finally {
      await signIns.stop();
    }
    let lost = 0;
    for (const { access, refresh: token, browser } of signIns.acknowledged.slice(-200)) {
      const isActive = (await introspect(idp, access, CLIENT)).active === true;
      const isSession = (await browser.go('/grants')).text.includes('/sign-out');
      const isRefreshed = await refresh(application, token).then(
        () => true,
        () => false,
      );
      if (!(isActive && isSession && isRefreshed)) lost += 1;
    }
    const { attempted, succeeded, failures } = signIns;
    t.diagnostic(`failures: ${[...new Set(failures)].join('; ').slice(0, 600)}`);
    printFigures(t, { attempted, acknowledged: succeeded, lost, repeated: 0, unanswered: 0, recoveryMs: 0 });
    assert.equal(lost, 0);
    return signIns;
  }

  test('rolling restarts under sign-ins, with code, PKCE and refresh, fail none', async (t) => {
    const signIns = await under(t, async () => {
      for (const _ of rounds(2, 10)) {
        for (const n of [0, 1]) {
          processes[n]?.signal('SIGTERM');
          assert.equal(await processes[n]?.ended(), 0);
          await start(n);
          await untilBothUp();
        }
      }
    });
    assert.deepEqual(signIns.failures, []);
    assert.equal(signIns.succeeded, signIns.attempted);
    for (const { answered } of await haproxy.providers()) assert.ok(answered > 0, 'HAProxy uses both');
  });

  for (const round of rounds(1, 3)) {
    test(`kill -9 of one fails at most the sign-ins that were in flight on it (${round})`, async (t) => {
      const killed = round % 2;
      const signIns = await under(t, async () => {
        processes[killed]?.signal('SIGKILL');
        await processes[killed]?.ended();
        await until('HAProxy has noticed', async () => !(await haproxy.providers())[killed]?.isUp);
        await start(killed);
        await untilBothUp();
      });
      assert.ok(signIns.failures.length <= PEOPLE.length, signIns.failures.join('; '));
    });
  }
});
