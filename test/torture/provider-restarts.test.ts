import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import type { RunningIdp } from '../../src/idp/start.ts';
import { onEngine } from '../db/engines.ts';
import { startPostgres } from '../db/postgres-server.ts';
import { printFigures } from '../faults/figures.ts';
import { freePort } from '../harness/free-port.ts';
import { type Haproxy, startHaproxy } from '../harness/haproxy.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { rounds } from '../harness/scale.ts';
import { until } from '../harness/until.ts';
import { TestBrowser } from '../idp/browser.ts';
import { type Application, authorizationUrl, connectable, exchange, refresh } from '../idp/delegated.ts';
import { basic, introspect, postForm } from '../idp/harness.ts';

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

/** What a person reads on a page. */
const textOf = (page: string) =>
  page
    .replace(/^[\s\S]*<main/, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

async function signInOnce(idp: RunningIdp, application: Application, email: string): Promise<Acknowledged> {
  const started = await authorizationUrl(application, { prompt: 'consent' });
  const browser = new TestBrowser(idp.issuer);
  const page = await browser.go(started.url);
  assert.equal(page.status, 200, textOf(page.text));
  const consent = await browser.signIn(page, email);
  assert.equal(consent.status, 200, textOf(consent.text));
  const back = await browser.allow(consent);
  const tokens = await exchange(application, started, back.url);
  const next = await refresh(application, tokens.refresh_token ?? '');
  return { access: next.access_token, refresh: next.refresh_token ?? '', browser };
}

onEngine('postgres', 'two machines with npm start', (engine) => {
  const machines: ServiceProcess[] = [];
  after(async () => {
    for (const machine of machines) await machine.end();
  });

  test('share the provider: tokens of one are accepted by the other, also when it is killed', async () => {
    const [service, provider] = [(await engine.fresh()).config, (await engine.fresh()).config];
    const port = await freePort();
    const environment = {
      ...{ DATABASE_URL: service.databaseUrl ?? '', IDP_DATABASE_URL: provider.databaseUrl ?? '' },
      ...{
        IDP_PUBLIC_URL: `http://127.0.0.1:${port}`,
        OPERATOR_KEY: 'a key that nobody knows, and that is long enough',
      },
    };
    const start = async (idpPort: number) => {
      const machine = startService({ ...environment, IDP_PORT: String(idpPort) });
      machines.push(machine);
      return { machine, api: await machine.address() };
    };
    const first = await start(port);
    const second = await start(0);
    const headers = basic('demoseller', 'demosellersecret');
    const tokenOf = async (api: string) => {
      const answer = await postForm(`${api}/auth/v4/token`, { grant_type: 'client_credentials' }, headers);
      return String(((await answer.json()) as Record<string, unknown>).access_token);
    };
    const statusAt = async (api: string, token: string) => {
      const authorization = `Bearer ${token}`;
      return (await fetch(`${api}/sellers/v4/marketplaceParticipations`, { headers: { authorization } })).status;
    };
    const tokens = [await tokenOf(first.api), await tokenOf(second.api)];
    for (const { api } of [first, second]) for (const token of tokens) assert.equal(await statusAt(api, token), 200);
    first.machine.signalGroup('SIGKILL');
    await first.machine.ended();
    for (const token of [...tokens, await tokenOf(second.api)]) assert.equal(await statusAt(second.api, token), 200);
  });
});

test('while its database is away the provider says so, and afterwards everything is as before', async () => {
  const server = await startPostgres();
  const environment = {
    ...{ IDP_DATABASE_URL: server.url('postgres'), DATABASE_TIMEOUT_MS: '2000' },
    ...{ IDP_INTROSPECTION_CLIENT_ID: CLIENT.id, IDP_INTROSPECTION_CLIENT_SECRET: CLIENT.secret },
  };
  const process = startService(environment, 'idp');
  try {
    const issuer = await process.printed(/"address":"(http:[^"]+)"/);
    const idp = { issuer } as RunningIdp;
    const application = await connectable(idp);
    const tokens = await signInOnce(idp, application, PEOPLE[0] ?? '');
    const readiness = async () => (await fetch(`${issuer}/health/ready`)).status;
    await server.crash();
    await until('readiness is 503', async () => (await readiness()) === 503);
    const credentials = basic('demoseller', 'demosellersecret');
    const refused = await postForm(`${issuer}/token`, { grant_type: 'client_credentials' }, credentials);
    assert.deepEqual([refused.status, refused.headers.has('retry-after')], [503, true]);
    await server.start();
    await until('readiness is 200', async () => (await readiness()) === 200);
    assert.equal((await introspect(idp, tokens.access, CLIENT)).active, true);
    assert.ok((await refresh(application, tokens.refresh)).access_token);
    assert.ok((await tokens.browser.go('/grants')).text.includes('/sign-out'));
  } finally {
    await process.end();
  }
});

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
    const left = [...signIns.acknowledged];
    let lost = 0;
    const look = async () => {
      for (let one = left.pop(); one; one = left.pop()) if (!(await isWhole(one))) lost += 1;
    };
    await Promise.all([look(), look(), look(), look()]);
    const { attempted, succeeded, failures } = signIns;
    t.diagnostic(`failures: ${[...new Set(failures)].join('; ').slice(0, 600)}`);
    const problems = processes.flatMap(({ stdout }) =>
      stdout.split('\n').filter((line) => /"level":"(warn|error)"/.test(line)),
    );
    t.diagnostic(`logged: ${[...new Set(problems)].join('; ').slice(0, 3_000)}`);
    printFigures(t, { attempted, acknowledged: succeeded, lost, repeated: 0, unanswered: 0, recoveryMs: 0 });
    assert.equal(lost, 0);
    return signIns;
  }

  /** Whether everything that was acknowledged to a person and an application still holds. */
  async function isWhole({ access, refresh: token, browser }: Acknowledged): Promise<boolean> {
    const isActive = (await introspect(idp, access, CLIENT)).active === true;
    const isSession = (await browser.go('/grants')).text.includes('/sign-out');
    const refreshed = await refresh(application, token).catch(() => undefined);
    return isActive && isSession && refreshed !== undefined;
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
