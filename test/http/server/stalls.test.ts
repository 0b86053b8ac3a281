import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fastify } from 'fastify';
import { Registry } from 'prom-client';
import { BackgroundLoop } from '../../../src/async/background-loop.ts';
import { MeasuredDb } from '../../../src/db/measured.ts';
import { batchRequests } from '../../../src/http/admission/request-batching.ts';
import { addAppHooks } from '../../../src/http/app/hooks.ts';
import { eventLoopDelayIn } from '../../../src/http/metrics/event-loop-delay.ts';
import { onEngine } from '../../db/engines.ts';

const STALL_MS = 150;

/** Counts up to a number, without reading a table. */
const LONG_STATEMENT = `WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < $1) SELECT COUNT(*) AS many FROM counted`;

type Line = { kind: string; work?: string; statement?: string; delayMs: number; processorMs: number };

/** Until the thread has computed for so long: on a busy machine it does not have the processor all the time. */
function keepBusy(): void {
  const before = process.threadCpuUsage();
  for (let tookMs = 0; tookMs < STALL_MS; ) {
    const { user, system } = process.threadCpuUsage(before);
    tookMs = (user + system) / 1000;
  }
}

/** Stalls of other processes on the machine are told here, too: a test looks for the line of its own. */
onEngine('sqlite', 'a stall of the event loop', (engine) => {
  const registry = new Registry();
  const lines: Line[] = [];
  let db: MeasuredDb;

  before(async () => {
    eventLoopDelayIn(registry, { warn: (fields) => lines.push(fields as Line) }, 0);
    db = new MeasuredDb(await (await engine.migrated()).open());
  });

  /** Plants a stall until it is named: on a busy machine the process may wait for longer than the stall takes. */
  const lineOf = async (is: Partial<Line>, plant: () => Promise<unknown>): Promise<Line> => {
    const deadlineMs = performance.now() + 30_000;
    for (;;) {
      await plant();
      await wait(50);
      const found = lines.find((line) =>
        Object.entries(is).every(([name, value]) => line[name as keyof Line] === value),
      );
      if (found) return found;
      assert.ok(performance.now() < deadlineMs, JSON.stringify({ wanted: is, lines }));
    }
  };
  const once = async (name: string, turn: () => Promise<unknown>) => {
    const ended = Promise.withResolvers<void>();
    const loop = new BackgroundLoop({
      ...{ name, pauseAfterFailureMs: 1_000, onFailure: (error) => ended.reject(error) },
      async turn() {
        await turn();
        ended.resolve();
        return 60_000;
      },
    });
    await ended.promise;
    await loop.stop();
  };

  test('names the statement, without its values, and the background work that sent it', async () => {
    let many = 250_000;
    const { statement = '', delayMs } = await lineOf({ kind: 'statement', work: 'history' }, () =>
      once('history', async () => {
        many *= 2;
        await db.get(LONG_STATEMENT, [many]);
      }),
    );
    assert.match(statement, /^WITH RECURSIVE counted\(n\)/);
    assert.doesNotMatch(statement, /\d{5}/);
    assert.ok(delayMs >= 100, String(delayMs));
  });

  test('names background work that computes after it has waited for the store', async () => {
    await lineOf({ kind: 'background', work: 'boards' }, () =>
      once('boards', async () => {
        await db.transaction((tx) => tx.get('SELECT 1 AS one'));
        keepBusy();
      }),
    );
  });

  test('names a request by its method and its route, never by its path', async () => {
    const app = fastify();
    const { hooks } = batchRequests(app);
    addAppHooks(app, hooks);
    app.get('/listings/:sku', () => {
      keepBusy();
      return {};
    });
    await lineOf({ kind: 'request', work: 'GET /listings/:sku' }, () => app.inject('/listings/MY-SKU'));
    await app.close();
    assert.doesNotMatch(JSON.stringify(lines), /MY-SKU/);
  });

  test('is one of the machine when the thread did not compute', async () => {
    const { processorMs, delayMs } = await lineOf({ kind: 'processor' }, async () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STALL_MS);
    });
    assert.ok(processorMs < delayMs / 2, `${processorMs} of ${delayMs}`);
  });

  test('is counted by the same names', async () => {
    const text = await registry.metrics();
    for (const labels of ['statement",work="history', 'background",work="boards', 'request",work="GET /listings/:sku'])
      assert.match(text, new RegExp(`event_loop_stalls_total\\{kind="${labels}"\\} [1-9]`));
    assert.match(text, /event_loop_stall_seconds_total\{kind="request",work="GET \/listings\/:sku"\} \d/);
  });
});
