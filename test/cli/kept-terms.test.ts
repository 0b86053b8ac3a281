import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runExport } from '../../src/cli/export.ts';
import { runImport } from '../../src/cli/import.ts';
import { writeTime } from '../../src/domain/time.ts';
import { migrations } from '../../src/migrations/list.ts';
import { onEngine } from '../db/engines.ts';
import { testTerminal } from '../harness/terminal.ts';
import { fixtureOn, item, offer } from '../market/market-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'kept-terms-'));
after(() => rmSync(folder, { recursive: true }));

onEngine('sqlite', 'import and export', (engine) => {
  test('keep the terms that sellers have changed, say so, and carry termsAsOf (decision 49)', async () => {
    const { db, market, take, clock } = await fixtureOn(await (await engine.migrated()).open(), migrations, {
      priceChanges: 'direct',
    });
    await take([item('I1'), offer('S1', 'A', 'I1'), offer('S2', 'B', 'I1')]);
    const strategy = { type: 'setTo', listingMinor: 1900 } as const;
    await market.priceChanges.submit({
      ...{ marketplaceId: 'M1', sellerId: 'S1', changes: [{ sku: 'A', customer: 'Consumer', strategy }] },
      ...{ by: { clientId: 'app', isConsole: false }, requestId: 'r' },
    });
    const changedAt = writeTime(clock.now);
    assert.equal(await runExport(db, [folder], () => {}), 0);
    const exported = readFileSync(join(folder, '4-offers.jsonl'), 'utf8').trim().split('\n');
    const [own, other] = exported.map((line) => JSON.parse(line)).sort((a, b) => (a.sku < b.sku ? -1 : 1));
    assert.deepEqual([own.listingPrice, own.termsAsOf, other.termsAsOf], [19, changedAt, undefined]);

    const header =
      'marketplaceId,sellerId,sku,itemId,condition,subCondition,channel,listingPrice,shipping,quantity,termsAsOf';
    const row = (listingPrice: number, asOf: string) => `M1,S1,A,I1,New,New,SELLER,${listingPrice},0,7,${asOf}`;
    const file = join(folder, 'offers.csv');
    const load = async (line: string) => {
      writeFileSync(file, `${header}\n${line}\n`);
      const terminal = testTerminal();
      assert.equal(await runImport(market, [file], terminal), 0, terminal.printed.stderr);
      const [found] = await market.reader.listingPositions([{ marketplaceId: 'M1', sellerId: 'S1', sku: 'A' }]);
      return { ...terminal.printed, now: [found?.offer.listingPriceMinor, found?.offer.quantity] };
    };
    const kept = await load(row(25, ''));
    assert.deepEqual(kept.now, [1900, 7]);
    assert.match(kept.stdout, /keptTerms: 1 offers kept the terms/);
    assert.match(
      kept.stderr,
      new RegExp(`offers.csv:2 keptTerms: M1 S1 A: its seller changed the terms at ${changedAt}`),
    );
    const taken = await load(row(25, changedAt));
    assert.deepEqual(taken.now, [2500, 7]);
    assert.doesNotMatch(taken.stdout, /keptTerms/);
  });
});
