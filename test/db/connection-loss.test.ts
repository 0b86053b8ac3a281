// run: mostly waiting

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../src/db/db.ts';
import { openDb } from '../../src/db/open.ts';
import { Fault } from '../../src/domain/fault.ts';
import { printFigures } from '../faults/figures.ts';
import { describeInTorture } from '../harness/scale.ts';
import { startProcess } from './child-process.ts';
import { onEngine, type TestDatabase } from './engines.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

/** Expects a Fault that says when to retry, and returns how long it took. */
async function unavailableMs(call: () => unknown): Promise<number> {
  const startMs = performance.now();
  await assert.rejects(
    async () => call(),
    (error) => {
      assert.ok(error instanceof Fault, String(error));
      assert.equal(error.code, 'ServiceUnavailable');
      assert.ok((error.hints.retryAfterSeconds as number) > 0);
      assert.ok(error.cause instanceof Error);
      assert.doesNotMatch(JSON.stringify(error.problems), /postgres|sqlite|ECONN|\//i);
      return true;
    },
  );
  return performance.now() - startMs;
}

const count = async (db: Db) => (await db.get<{ c: number }>('SELECT count(*) AS c FROM t'))?.c;

describe('a PostgreSQL server that crashes', () => {
  let server: PostgresServer;
  let db: Db;
  before(async () => {
    server = await startPostgres();
    db = await openDb({ databaseUrl: server.url('postgres'), file: '' });
    await db.run('CREATE TABLE t (a BIGINT)');
  });
  after(() => db.close());

  it('gives 503 quickly while it is down, and works again afterwards with every acknowledged row', async () => {
    let acknowledged = 0;
    let stop = false;
    const writer = async () => {
      while (!stop) {
        try {
          await db.run('INSERT INTO t (a) VALUES (1)');
          acknowledged++;
        } catch (error) {
          assert.ok(error instanceof Fault, String(error));
          assert.equal(error.code, 'ServiceUnavailable');
          await sleep(5);
        }
      }
    };
    const writers = [writer(), writer(), writer()];
    // The server crashes while one transaction is between two statements and one read is half done.
    const waiting = Promise.withResolvers<void>();
    const interrupted = db.transaction(async (tx) => {
      await tx.run('INSERT INTO t (a) VALUES (1000)');
      await waiting.promise;
      await tx.run('INSERT INTO t (a) VALUES (1000)');
    });
    const reading = db.each('SELECT a FROM t, generate_series(1, 5000)')[Symbol.asyncIterator]();
    await sleep(100);
    await reading.next();

    await server.crash();
    waiting.resolve();
    await unavailableMs(() => interrupted);
    await unavailableMs(async () => {
      while (!(await reading.next()).done);
    });
    for (const call of [() => db.ping(), () => db.get('SELECT 1'), () => db.transaction((tx) => tx.get('SELECT 1'))]) {
      // Less than a time-out of a connection.
      assert.ok((await unavailableMs(call)) < 3_000);
    }

    await server.start();
    await db.ping();
    const before = acknowledged;
    await sleep(100);
    stop = true;
    await Promise.all(writers);
    assert.ok(before > 0 && acknowledged > before, `${before} and ${acknowledged} rows`);
    assert.equal(await db.get('SELECT a FROM t WHERE a = 1000'), undefined);
    // A commit whose answer got lost may have happened: at most one for each writer.
    const kept = (await count(db)) as number;
    assert.ok(kept >= acknowledged && kept <= acknowledged + writers.length, `${kept} of ${acknowledged}`);
  });
});

describeInTorture('a PostgreSQL primary that freezes, with a failover to another server', () => {
  let db: Db | undefined;
  let relay: Awaited<ReturnType<typeof startRelay>> | undefined;
  after(() => {
    relay?.close();
    return db?.close();
  });

  it('costs one round of statements their timeout, and the next round works', async (t) => {
    const [primary, standby] = await Promise.all([startPostgres(), startPostgres()]);
    relay = await startRelay(primary);
    const url = Object.assign(new URL(primary.url('postgres')), { host: relay.host });
    const opened = await openDb({ databaseUrl: url.href, file: '', timeoutMs: 2_000, connections: 8 });
    db = opened;
    const round = (count: number) =>
      Promise.allSettled(Array.from({ length: count }, () => opened.get('SELECT pg_sleep(0.05)')));
    // Side by side, so that the pool has eight connections to the primary.
    assert.deepEqual(reasonsIn(await round(8)), []);
    assert.equal(relay.opened(), 8);

    primary.freeze();
    relay.switchTo(standby);
    const switchedMs = performance.now();
    // All but two connections are idle while these statements wait in vain.
    assert.equal(reasonsIn(await round(2)).length, 2);
    assert.deepEqual(reasonsIn(await round(4)), [], 'the first round after the failover');
    const recoveryMs = performance.now() - switchedMs;
    for (let n = 2; n <= 3; n += 1) assert.deepEqual(reasonsIn(await round(4)), [], `round ${n} after the failover`);
    const figures = { attempted: 22, acknowledged: 20, lost: 0, repeated: 0, unanswered: 0, recoveryMs };
    printFigures(t, figures);
  });
});

/** Why statements failed. */
const reasonsIn = (outcomes: readonly PromiseSettledResult<unknown>[]): string[] =>
  outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [String(outcome.reason.cause ?? outcome.reason)] : [],
  );

/** One address for several servers: each new connection leads to the current one. */
async function startRelay(first: PostgresServer) {
  let port = Number(new URL(first.url('postgres')).port);
  const sockets: Socket[] = [];
  let opened = 0;
  const relay = createServer((socket) => {
    opened += 1;
    const upstream = connect(port, '127.0.0.1');
    sockets.push(socket, upstream);
    for (const end of [socket, upstream]) end.on('error', () => {});
    socket.pipe(upstream).pipe(socket);
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  return {
    host: `127.0.0.1:${(relay.address() as { port: number }).port}`,
    opened: () => opened,
    switchTo: (server: PostgresServer) => {
      port = Number(new URL(server.url('postgres')).port);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}

onEngine('postgres', 'a network that drops every packet', ({ fresh }) => {
  let proxy: Server;
  const sockets: Socket[] = [];
  after(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });

  it('gives 503 when the answer or the connection takes too long', async () => {
    const { config } = await fresh();
    const url = new URL(config.databaseUrl as string);
    const { port, hostname } = url;
    let frozen = false;
    proxy = createServer((socket) => {
      if (frozen) return sockets.push(socket);
      const upstream = connect(Number(port || 5432), hostname);
      sockets.push(socket, upstream);
      for (const end of sockets) end.on('error', () => {});
      return socket.pipe(upstream).pipe(socket);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    url.host = `127.0.0.1:${(proxy.address() as { port: number }).port}`;
    const db = await openDb({ databaseUrl: url.href, file: '', timeoutMs: 200 });
    frozen = true;
    for (const socket of sockets) socket.unpipe().pause();
    const [statementMs, connectMs] = await Promise.all([
      unavailableMs(() => db.ping()),
      unavailableMs(() => db.ping()),
    ]);
    assert.ok(statementMs < 20_000, `the statement took ${statementMs} ms`);
    assert.ok(connectMs < 20_000, `the connection took ${connectMs} ms`);
    await db.close();
  });
});

onEngine('postgres', 'a statement that takes too long', ({ fresh }) => {
  it('gives 503, and the next statement works', async () => {
    const db = await (await fresh()).open({ timeoutMs: 1_000 });
    assert.ok((await unavailableMs(() => db.get('SELECT pg_sleep(60)'))) < 20_000);
    await db.transaction((tx) => tx.get('SELECT pg_sleep(1.2)'), { timeoutMs: 20_000 });
    await db.ping();
  });
});

onEngine('sqlite', 'a file that another process has locked', ({ fresh }) => {
  let database: TestDatabase;
  /** Ends the locking process of a test that failed before it did: otherwise it would keep this process running. */
  let unlock: (() => Promise<void>) | undefined;
  afterEach(() => unlock?.());
  const lockFile = async () => {
    const { child, lines, ended } = startProcess(`
      const { DatabaseSync } = await import('node:sqlite');
      const database = new DatabaseSync(${JSON.stringify(database.config.file)});
      database.exec('BEGIN IMMEDIATE; INSERT INTO t (a) VALUES (1000)');
      console.log('locked');
      setInterval(() => {}, 1000);
    `);
    unlock = async () => {
      child.stdin?.end();
      await ended;
    };
    assert.equal((await lines.next()).value, 'locked');
  };
  before(async () => {
    database = await fresh();
    await (await database.open()).run('CREATE TABLE t (a BIGINT)');
  });

  it('gives 503 to writers after their timeout, while reads and the rest of the process go on', async () => {
    const db = await database.open({ timeoutMs: 300 });
    await db.run('INSERT INTO t (a) VALUES (1)');
    await lockFile();
    let reads = 0;
    let reading = true;
    const reader = async () => {
      for (; reading; reads++) {
        assert.equal(await count(db), 1);
        await sleep(5);
      }
    };
    const read = reader();
    const insert = 'INSERT INTO t (a) VALUES (2)';
    const writes = [
      () => db.run(insert),
      () => db.transaction((tx) => tx.run(insert)),
      () => db.all(`${insert} RETURNING a`),
    ];
    for (const elapsedMs of await Promise.all(writes.map(unavailableMs)))
      assert.ok(elapsedMs < 20_000, `${elapsedMs} ms`);
    reading = false;
    await read;
    assert.ok(reads > 10, `${reads} reads`);
    await unlock?.();
    await db.run(insert);
    assert.equal(await count(db), 2);
  });

  it('lets a writer through whose timeout is longer than the lock', async () => {
    const db = await database.open();
    await lockFile();
    const write = Promise.resolve(db.run('INSERT INTO t (a) VALUES (3)'));
    await sleep(50);
    await unlock?.();
    assert.equal(await write, 1);
  });

  it('gives 503 to a writer that waits too long for a slow transaction', async () => {
    const db = await database.open({ timeoutMs: 50 });
    const slow = db.transaction(async (tx) => {
      await tx.run('INSERT INTO t (a) VALUES (4)');
      await sleep(150);
    });
    await unavailableMs(() => db.run('INSERT INTO t (a) VALUES (5)'));
    await slow;
    await db.run('INSERT INTO t (a) VALUES (6)');
  });
});

onEngine('sqlite', 'a process that is killed', ({ fresh }) => {
  it('loses nothing that it acknowledged', async () => {
    const database = await fresh();
    const { child, lines } = startProcess(`
      const { openDb } = await load('src/db/open.ts');
      const db = await openDb(${JSON.stringify(database.config)});
      await db.run('CREATE TABLE t (a BIGINT)');
      for (let a = 1; ; a++) {
        await db.transaction((tx) => tx.run('INSERT INTO t (a) VALUES ($1)', [a]));
        await new Promise((resolve) => process.stdout.write(a + '\\n', resolve));
      }
    `);
    let acknowledged = 0;
    for (;;) {
      const { value, done } = await lines.next();
      if (done) break;
      acknowledged = Number(value);
      if (acknowledged === 300) child.kill('SIGKILL');
    }
    assert.ok(acknowledged >= 300);
    const kept = (await count(await database.open())) as number;
    assert.ok(kept >= acknowledged && kept <= acknowledged + 1, `${kept} of ${acknowledged}`);
  });
});

onEngine('sqlite', 'a disk that is full', ({ fresh }) => {
  it('gives 503, keeps the existing rows, and works again when there is space', async () => {
    const db = await (await fresh()).open();
    await db.run('CREATE TABLE t (a BIGINT, text TEXT)');
    await db.run('INSERT INTO t (a) VALUES (1)');
    await db.get('PRAGMA max_page_count = 10');
    const rows = Array.from({ length: 100 }, (_, i) => [i, 'x'.repeat(1_000)]);
    const insert = 'INSERT INTO t (a, text) VALUES {rows: bigint, text}';
    await unavailableMs(() => db.many(insert, rows));
    await unavailableMs(() => db.transaction((tx) => tx.many(insert, rows)));
    assert.equal(await count(db), 1);
    await db.get('PRAGMA max_page_count = 1000');
    await db.many(insert, rows);
    assert.equal(await count(db), 101);
  });
});
