// run: without coverage

import { deepEqual, equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { Receipt } from '../../../src/domain/price-changes/receipt.ts';
import { openMarket } from '../../../src/market/market.ts';
import { keepReceipts } from '../../../src/market/price-changes/retention.ts';
import { endPending, pendingDepth } from '../../../src/market/price-changes/time-outs.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { type Permitted, wideReads } from '../../db/query-plans.ts';
import { recording } from '../../db/recorded-statements.ts';
import { recordOf } from '../../harness/record-of.ts';
import { fixtureOn, item, offer } from '../market-fixture.ts';

const permitted: Permitted[] = [
  {
    statement: /^WITH k \(marketplace_id, seller_id, sku, listing_minor/,
    step: /^SCAN facts$/,
    because: 'it has one row for each listing of the call',
  },
  {
    statement: /^SELECT \(SELECT COUNT\(\*\) FROM \(SELECT 1 FROM price_change WHERE state = 'PENDING' LIMIT 100000\)/,
    step: /^SCAN counted$/,
    because: 'it counts what waits, at most 100,000',
  },
  {
    statement: /NOT EXISTS \(SELECT 1 FROM event_receiver WHERE seller_id > ''\)/,
    step: /^Seq Scan of event_receiver /,
    because: 'the first row is enough, and each fulfils the condition',
  },
];

withEnginesInTorture('query plans of price changes', (engine) => {
  test('no statement scans receipts, the feed or the log of terms', async () => {
    const database = await engine.migrated();
    const { db, statements } = recording(await database.open());
    const fixture = await fixtureOn(db);
    const items = Array.from({ length: 30 }, (_, n) => `P${n}`);
    await fixture.take(items.flatMap((id) => [item(id), offer('S1', id, id), offer('S2', id, id)]));
    const now = () => fixture.clock.now;
    const direct = openMarket(db, now, { priceChanges: 'direct' });
    const confirmed = openMarket(db, now, { priceChanges: 'confirmed' });
    const limits = items.map((sku) => ({ sku, wanted: { minimumPriceMinor: 1 } }));
    await direct.limits.set({ marketplaceId: 'M1', sellerId: 'S1' }, limits, false);
    statements.clear();
    const ask = async (market: typeof direct, listingMinor: number) => {
      fixture.clock.now += 1;
      const strategy = { type: 'setTo', listingMinor } as const;
      const changes = items.slice(0, 10).map((sku) => ({ sku, customer: 'Consumer' as const, strategy }));
      const call = { marketplaceId: 'M1', sellerId: 'S1', changes, requestId: 'r' };
      const receipts = await market.priceChanges.submit({ ...call, by: { clientId: 'app', isConsole: false } });
      return receipts as readonly Receipt[];
    };
    equal((await ask(direct, 1900))[0]?.state, 'APPLIED');
    await ask(direct, 1950);
    const pending = await ask(confirmed, 1800);
    equal(pending[0]?.state, 'PENDING');
    await confirmed.priceChangeFeed.page('M1', 0, 5);
    await confirmed.priceChangeFeed.hasLinesAfter('M1', 99);
    await confirmed.priceChangeOutcomes.settle(
      pending.slice(0, 5).map(({ id }, n) => ({
        id,
        read: () =>
          n === 0
            ? { outcome: 'rejected', reason: undefined }
            : { outcome: 'applied', terms: undefined, asOfMs: fixture.clock.now },
      })),
    );
    await pendingDepth(db, now());
    equal(await endPending(db, { mode: 'direct', seconds: 900, now }), 5);
    await fixture.take([
      offer('S1', 'P1', 'P1', { listingPrice: 30 }),
      { ...offer('S1', 'P2', 'P2'), op: 'delete' },
      { kind: 'priceGuard', marketplaceId: 'M1', maxStepPercent: 10 },
    ]);
    await direct.priceChanges.page('S1', { sku: 'P1', limit: 5 });
    await direct.priceChanges.page('S1', { state: 'APPLIED', limit: 5 });
    for (const query of [{}, { sku: 'P1' }, { state: 'APPLIED' as const }])
      await direct.priceChanges.page('S1', { marketplaceId: 'M1', limit: 5, ...query });
    await confirmed.writer.apply([recordOf(offer('S1', 'P5', 'P5'))], { boards: 'now' });
    await direct.priceChanges.finishOld();
    await keepReceipts(db, now(), 400);
    ok(statements.size > 25, `${statements.size} statements`);
    deepEqual(await wideReads(db, new Map(statements), permitted), []);
    if (engine.name !== 'sqlite') return;
    // An index by age would be a search, too, and read every receipt there ever was.
    const open = [...statements.values()].filter(
      ({ sql }) => !sql.startsWith('EXPLAIN') && /state = '(ACCEPTED|PENDING)' AND created_ms/.test(sql),
    );
    ok(open.length >= 2, `${open.length} statements`);
    for (const { sql } of open) {
      const steps = await db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/\$\d/g, '1')}`);
      ok(
        steps.some(({ detail }) => /price_change_(accepted|waiting) \(state=\? AND created_ms<\?\)/.test(detail)),
        JSON.stringify(steps),
      );
    }
  });
});
