import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import { createLog } from '../../src/log/log.ts';
import { MarketThread } from '../../src/roles/service/market-thread.ts';
import { type Engine, onEngine } from '../db/engines.ts';
import { until } from '../harness/until.ts';
import { type Fixture, fixtureOn, item, offer } from '../market/market-fixture.ts';

const ITEMS = 60;

/* What the thread does when it works is in test/faults/market-thread.test.ts. */

/** With the lines of the log. */
type Failing = { fixture: Fixture; thread: MarketThread; lines: string[] };

const PROGRAM = new URL('./failing-market-thread.ts', import.meta.url);
/** Where no thread can be started, the constructor throws, as for this address. */
const NO_PROGRAM = new URL('https://example.test/');

async function threadOf(engine: Engine, how: string): Promise<Failing> {
  process.env.MARKET_THREAD = how;
  const db = await (await engine.migrated()).open();
  const lines: string[] = [];
  const thread = new MarketThread({
    ...{ config: readConfig({}), db, metrics: createMetrics(), mode: 'direct', isWorker: true, now: Date.now },
    log: createLog('info', { write: (line) => void lines.push(line) }),
    onQueued: () => undefined,
    ...{ program: how === 'has no place' ? NO_PROGRAM : PROGRAM, maxAnswerMs: 2_000, maxEndMs: 500, idleMs: 100 },
  });
  const applyApart = (ids: readonly string[], isBusy: boolean) => thread.apply(ids, isBusy);
  const fixture = await fixtureOn(db, undefined, { priceChanges: 'direct', applyApart });
  const numbers = Array.from({ length: ITEMS }, (_, n) => n);
  await fixture.take(numbers.flatMap((n) => [item(`I${n}`), offer('S1', `SKU-${n}`, `I${n}`)]));
  return { fixture, thread, lines };
}

async function statesAfter({ fixture }: Failing, cents: number): Promise<string[]> {
  const changes = Array.from({ length: ITEMS }, (_, n) => ({
    ...{ sku: `SKU-${n}`, customer: 'Consumer' as const },
    strategy: { type: 'setTo' as const, listingMinor: cents },
  }));
  const receipts = await fixture.market.priceChanges.submit({
    ...{ marketplaceId: 'M1', sellerId: 'S1', changes, by: { clientId: 'app', isConsole: false }, requestId: 'r1' },
  });
  ok(Array.isArray(receipts));
  return [...new Set(receipts.map(({ state }) => state))];
}

const FAILURES: Record<string, [how: string, line: RegExp, starts: number]> = {
  'ends in the middle': ['dies', /the thread of the market ended; this one does its work/, 1],
  'hangs in a call': ['hangs', /the thread of the market ended; this one does its work/, 1],
  'cannot be started': ['has no place', /no thread of the market can be started; this one does its work/, 0],
};

for (const [failure, [how, line, starts]] of Object.entries(FAILURES))
  onEngine('sqlite', `a thread of the market that ${failure}`, (engine) => {
    let failing: Failing;
    before(async () => {
      failing = await threadOf(engine, how);
    });

    it('leaves its work to this one: a call is applied as without it', async () => {
      deepEqual(await statesAfter(failing, 1_900), ['APPLIED']);
      equal(failing.thread.isWorking, false);
      const { lines } = failing;
      match(lines.join(''), line);
      equal(
        lines.filter((one) => one.includes('a thread applies large calls')).length,
        starts,
        'it is not tried again soon',
      );
    });

    it('is not started any more after a stop, and calls are applied nevertheless', async () => {
      await failing.thread.stop();
      equal(await failing.thread.apply(['PC1'], false), undefined);
    });
  });

onEngine('sqlite', 'a thread of the market that hangs after a call', (engine) => {
  it('is ended: this process writes, and does its work again', async () => {
    const failing = await threadOf(engine, 'hangs later');
    const { thread, fixture } = failing;
    await thread.apply(['PC1'], false);
    equal(thread.isWorking, true);
    await until('it has ended', async () => !thread.isWorking);
    await fixture.take([item('another')]);
    await thread.stop();
    deepEqual(await statesAfter(failing, 1_800), ['APPLIED']);
  });

  it('does not keep a stop waiting', async () => {
    const { thread } = await threadOf(engine, 'hangs later');
    await thread.apply(['PC1'], false);
    await Promise.all([thread.stop(), thread.stop()]);
    equal(thread.isWorking, false);
  });
});

onEngine('sqlite', 'a thread of the market that fails while it ends', (engine) => {
  it('ends nothing but itself', async () => {
    const { thread, lines } = await threadOf(engine, 'fails at its end');
    await thread.apply(['PC1'], false);
    await until('it has ended', async () => !thread.isWorking);
    match(lines.join(''), /It fails at its end/);
    await thread.stop();
  });
});
