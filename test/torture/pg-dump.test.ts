import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { stopWithThisProcess } from '../db/postgres-server.ts';
import { SolutionProvider } from '../e2e/solution-provider.ts';
import { printFigures } from '../faults/figures.ts';
import { RUN_AS, type UnpackedPrograms, unpackFromDebian } from '../harness/debian.ts';
import { freePort } from '../harness/free-port.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { answer, Receiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';

const exec = promisify(execFile);

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const WRITERS = 4;

/** The server and the programs of one version: pg_dump refuses a server that is newer than itself. */
describe('pg_dump and restore of a running service, with the data of its provider', () => {
  // Not below `tmpdir()`, which may belong to root alone: the server is another user.
  const home = mkdtempSync('/var/tmp/pg-dump-test-');
  const data = join(home, 'server');
  const dataDir = join(home, 'data');
  const copies = join(home, 'copies');
  let programs: UnpackedPrograms;
  let port: number;
  /** The same before and after: tokens name their issuer. */
  let ports: { PORT: string; IDP_PORT: string };
  let receiver: Receiver;
  let service: ServiceProcess;
  let base: string;
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const run = (name: string, ...args: string[]) =>
    exec(programs.program(name), args, { ...RUN_AS, cwd: '/', env: programs.env, maxBuffer: 1 << 24 });

  before(async () => {
    programs = await unpackFromDebian('postgresql-15', 'postgresql-client-15');
    port = await freePort();
    ports = { PORT: String(await freePort()), IDP_PORT: String(await freePort()) };
    chmodSync(home, 0o755);
    mkdirSync(copies, { mode: 0o777 });
    mkdirSync(data, { mode: 0o700 });
    if (RUN_AS.uid !== undefined && RUN_AS.gid !== undefined)
      for (const folder of [data, copies]) chownSync(folder, RUN_AS.uid, RUN_AS.gid);
    const share = join(programs.program('initdb'), '../../../../../share/postgresql/15');
    await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-L', share);
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
    const libraries = `LD_LIBRARY_PATH="${programs.env.LD_LIBRARY_PATH}"`;
    stopWithThisProcess(`${libraries} "${programs.program('pg_ctl')}" -D "${data}" -m immediate stop`, data, RUN_AS);
    await run('pg_ctl', '-D', data, '-w', '-l', join(data, 'log'), '-o', options, 'start');
    await administer('CREATE DATABASE market');
    receiver = await Receiver.start();
  });
  after(async () => {
    await service?.end();
    await receiver?.close();
    await run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop').catch(() => undefined);
    rmSync(home, { recursive: true, force: true });
  });

  async function administer(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: url('postgres') });
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  async function rowsOf<R extends object>(statement: string): Promise<R[]> {
    const client = new pg.Client({ connectionString: url('market') });
    await client.connect();
    const { rows } = await client.query<R>(statement);
    await client.end();
    return rows;
  }

  const settings = () => ({
    ...ports,
    DATABASE_URL: url('market'),
    DATA_DIR: dataDir,
    OPERATOR_KEY: 'a key that nobody knows, and that is long enough',
    NOTIFY_EGRESS_ALLOW: '127.0.0.1',
    NOTIFY_TEST_RETRY_SECONDS: '0,0.5,0.5,1,1,2,2,5,5,5,10,10,10,20',
    NOTIFY_RETRY_SECONDS: '0,0.5,0.5,1,1,2,2,5,5,5,10,10,10,20',
  });

  async function command(...args: [string, ...string[]]): Promise<string> {
    const started = startService(settings(), ...args);
    assert.equal(await started.ended(), 0, started.stdout + started.stderr);
    return started.stdout;
  }

  async function tokenOf(id: string, secret: string): Promise<string> {
    const headers = { ...form, authorization: `Basic ${btoa(`${id}:${secret}`)}` };
    const answer = await fetch(`${base}/auth/v4/token`, {
      method: 'POST',
      headers,
      body: 'grant_type=client_credentials',
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return (JSON.parse(text) as { access_token: string }).access_token;
  }

  const call = async <T>(token: string, method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${base}${path}`, {
      method,
      headers,
      body: body === undefined ? '{}' : JSON.stringify(body),
      ...(method === 'GET' ? { body: null } : {}),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? {} : { ...JSON.parse(text), notificationId: answer.headers.get('x-notification-id') }) as T;
  };

  /** Changes the price of a rival: each changes the buy box, and the seller gets an event. */
  let price = 1950;
  const changePrice = (operator: string) => {
    price = price === 1950 ? 2250 : 1950;
    const offer = {
      kind: 'offer',
      marketplaceId: 'STORE_US',
      sellerId: 'A2DEMORIVAL',
      sku: 'RIVAL-SKU-1',
      itemId: 'ITEM000001',
    };
    const facts = { condition: 'New', subCondition: 'New', channel: 'SELLER', quantity: 40, shipping: 2.5 };
    return call(operator, 'POST', '/operator/v1/changes', [{ ...offer, ...facts, listingPrice: price / 100 }]);
  };

  test('a dump under load, with a later copy of the provider, brings back everything acknowledged before it', async (t) => {
    service = startService(settings());
    base = await service.address(60_000);
    const seller = await tokenOf('demoseller', 'demosellersecret');
    const operator = await tokenOf('demooperator', 'demooperatorsecret');
    // An application that exists only since now, in the provider's store.
    const added = await command('client', 'add', '--seller', 'A1DEMOSELLER');
    const [, id = ''] = /^client_id +(\S+)/m.exec(added) ?? [];
    const [, secret = ''] = /^client_secret +(\S+)/m.exec(added) ?? [];
    await tokenOf(id, secret);
    // A grant that a seller gives to an application.
    const application = await SolutionProvider.register({ base, issuer: `http://127.0.0.1:${ports.IDP_PORT}` });
    const granted = await application.exchange(await application.connectByForms());

    // Receivers that are down until the restore: these deliveries are in flight when the dump is made.
    receiver.on('/hook', answer(503));
    const webhook = { type: 'WEBHOOKS', webhookConfig: { url: receiver.url('/hook') }, windowSeconds: 0 };
    const { channelId } = await call<{ channelId: string }>(seller, 'POST', '/notifications/v4/destinations', webhook);
    const open = await Promise.all(
      Array.from({ length: 10 }, () =>
        call<{ notificationId: string }>(seller, 'POST', '/notifications/v4/subscriptions/WEBHOOKS/testNotification', {
          destinationId: channelId,
        }),
      ),
    );

    let attempted = 0;
    const acknowledged: string[] = [];
    const load = { isOver: false };
    const write = async () => {
      while (!load.isOver) {
        attempted += 1;
        const path = '/notifications/v4/subscriptions/PULL/testNotification';
        const { notificationId } = await call<{ notificationId: string }>(seller, 'POST', path);
        acknowledged.push(notificationId);
        if (attempted % 20 === 0) await changePrice(operator);
      }
    };
    const writers = Array.from({ length: WRITERS }, write);
    const more = (count: number) => {
      const start = acknowledged.length;
      return until('more is acknowledged', () => acknowledged.length >= start + count, 120_000);
    };
    await more(500);
    const beforeDump = [...acknowledged, ...open.map(({ notificationId }) => notificationId)];
    const eventsBefore = await eventsOf(seller);
    const dump = join(copies, 'market.dump');
    await run('pg_dump', '-Fc', '-f', dump, url('market'));
    await command('backup', join(home, 'provider'));
    await more(200);
    load.isOver = true;
    await Promise.all(writers);

    // Everything is lost.
    await service.end();
    await administer('DROP DATABASE market WITH (FORCE)');
    renameSync(dataDir, join(home, 'lost'));

    await administer('CREATE DATABASE market');
    const flags = '--exit-on-error --single-transaction --no-owner --no-privileges'.split(' ');
    await run('pg_restore', ...flags, '-d', url('market'), dump);
    await command('restore', join(home, 'provider'));
    receiver.on('/hook', answer(204));
    const restored = new Set(
      (await rowsOf<{ id: string }>('SELECT notification_id AS id FROM delivery')).map((row) => row.id),
    );
    const lost = beforeDump.filter((one) => !restored.has(one)).length;
    assert.equal(lost, 0);
    const isEarlier = acknowledged.some((one) => !restored.has(one));
    assert.ok(isEarlier, 'this is the store as of the dump, and not the lost one');
    const startedMs = performance.now();
    service = startService(settings());
    base = await service.address(60_000);
    await until('it is ready', async () => (await fetch(`${base}/health/ready`)).ok);
    const recoveryMs = performance.now() - startedMs;

    // The provider: a token and a client from before the dump, and its keys.
    await call(seller, 'GET', '/notifications/v4/destinations');
    const again = await tokenOf(id, secret);
    await call(again, 'GET', '/notifications/v4/destinations');

    const { access_token: renewed } = await application.refresh(granted.refresh_token ?? '');
    for (const token of [granted.access_token, renewed])
      await call(token, 'GET', '/sellers/v4/marketplaceParticipations');
    application.close();

    // Deliveries that were open are sent.
    const isSent = async () => {
      const waiting = `SELECT 1 FROM delivery WHERE channel_id = '${channelId}' AND is_test = 1 AND state <> 'DELIVERED'`;
      return (await rowsOf(waiting)).length === 0;
    };
    await until('what was open is delivered', isSent, 60_000);
    const arrived = receiver.arrivals('/hook').filter(({ atMs }) => atMs > startedMs);
    const ids = new Set(arrived.map((one) => one.id));
    for (const { notificationId } of open) assert.ok(ids.has(notificationId));
    const repeated = arrived.length - ids.size;

    // What is new collides with nothing: generated numbers go on behind the restored ones.
    const eventsAfter = await eventsOf(seller);
    const isSame = eventsBefore.every(({ sequence, id: event }) =>
      eventsAfter.some((one) => one.sequence === sequence && one.id === event),
    );
    assert.ok(isSame && eventsBefore.length > 0, 'the events before the dump are there, with their numbers');
    for (let n = 0; n < 4; n += 1) await changePrice(operator);
    await until('new events', async () => (await eventsOf(seller)).length > eventsAfter.length);
    const sequences = (await eventsOf(seller)).map(({ sequence }) => sequence);
    assert.equal(new Set(sequences).size, sequences.length);
    const { notificationId } = await call<{ notificationId: string }>(
      seller,
      'POST',
      '/notifications/v4/subscriptions/PULL/testNotification',
    );
    assert.ok(!restored.has(notificationId));
    const report = startService(settings(), 'doctor');
    await report.ended();
    assert.match(
      report.stdout,
      /the database opens, and its tables are up to date[\s\S]*OPERATOR_KEY is the key of the store/,
    );
    printFigures(t, { attempted, acknowledged: acknowledged.length, lost, repeated, unanswered: 0, recoveryMs });
  });

  test('a store restored without the copy of its provider is noticed at the start', async () => {
    await service.end();
    renameSync(join(dataDir, 'idp.db'), join(home, 'idp.db'));
    service = startService(settings());
    await service.address(60_000);
    assert.match(service.stdout, /"level":"warn".*idp\.db.*npm run restore/);
  });

  async function eventsOf(token: string): Promise<{ id: string; sequence: string }[]> {
    const all: { id: string; sequence: string }[] = [];
    for (let next = '0'; ; ) {
      const page = await call<{ events: typeof all }>(token, 'GET', `/notifications/v4/events?after=${next}`);
      if (page.events.length === 0) return all;
      all.push(...page.events);
      next = page.events.at(-1)?.sequence ?? next;
    }
  }
});
