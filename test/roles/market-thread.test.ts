import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { createMetrics } from '../../src/http/metrics/metrics.ts';
import { createLog } from '../../src/log/log.ts';
import { MarketThread } from '../../src/roles/service/market-thread.ts';
import { onEngine } from '../db/engines.ts';
import { type Fixture, fixtureOn, item, offer } from '../market/market-fixture.ts';

const ITEMS = 60;

/* What the thread does when it works is in test/faults/market-thread.test.ts. */

const FAILURES = { 'ends in the middle': './dying-market-thread.ts', hangs: './hanging-market-thread.ts' };

for (const [failure, program] of Object.entries(FAILURES))
  onEngine('sqlite', `a thread of the market that ${failure}`, (engine) => {
    let fixture: Fixture;
    let thread: MarketThread;
    const lines: string[] = [];
    before(async () => {
      const db = await (await engine.migrated()).open();
      thread = new MarketThread({
        ...{ config: readConfig({}), db, metrics: createMetrics(), mode: 'direct', isWorker: true },
        log: createLog('info', { write: (line) => void lines.push(line) }),
        onQueued: () => undefined,
        ...{ program: new URL(program, import.meta.url), maxAnswerMs: 2_000 },
      });
      const applyApart = (ids: readonly string[], isBusy: boolean) => thread.apply(ids, isBusy);
      fixture = await fixtureOn(db, undefined, { priceChanges: 'direct', applyApart });
      const numbers = Array.from({ length: ITEMS }, (_, n) => n);
      await fixture.take(numbers.flatMap((n) => [item(`I${n}`), offer('S1', `SKU-${n}`, `I${n}`)]));
    });

    it('leaves its work to this one: a call is applied as without it', async () => {
      const changes = Array.from({ length: ITEMS }, (_, n) => ({
        ...{ sku: `SKU-${n}`, customer: 'Consumer' as const },
        strategy: { type: 'setTo' as const, listingMinor: 1_900 },
      }));
      const receipts = await fixture.market.priceChanges.submit({
        ...{ marketplaceId: 'M1', sellerId: 'S1', changes, by: { clientId: 'app', isConsole: false }, requestId: 'r1' },
      });
      ok(Array.isArray(receipts));
      deepEqual([...new Set(receipts.map(({ state }) => state))], ['APPLIED']);
      equal(thread.isWorking, false);
      match(lines.join(''), /the thread of the market ended; this one does its work/);
      equal(
        lines.filter((line) => line.includes('a thread applies large calls')).length,
        1,
        'it is not tried again soon',
      );
    });

    it('is not started any more after a stop, and calls are applied nevertheless', async () => {
      await thread.stop();
      equal(await thread.apply(['PC1'], false), undefined);
    });
  });
