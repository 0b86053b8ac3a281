// run: without coverage

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECORD_KINDS, type RecordKind } from '../../src/domain/market/records/envelope.ts';
import { fieldsOf } from '../../src/domain/market/records/market-record.ts';
import { applyLiveChanges } from '../../src/market/intake/live-changes.ts';
import { openMarket } from '../../src/market/market.ts';
import { onEngine } from '../db/engines.ts';
import { item, marketplace, offer, seller } from '../harness/market-records.ts';

const LEVELS = 10_000;
/** As text: `JSON.stringify` cannot write them. */
const deepValues = [
  `${'{"0":'.repeat(LEVELS)}1${'}'.repeat(LEVELS)}`,
  `${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`,
  `{"a":${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}}`,
];
const good: Record<RecordKind, object> = {
  marketplace,
  seller,
  item,
  offer: offer('A'),
  feeSchedule: { kind: 'feeSchedule', marketplaceId: 'M1', effectiveFrom: '2024-01-01T00:00:00Z' },
  priceGuard: { kind: 'priceGuard', marketplaceId: 'M1' },
};

onEngine('sqlite', 'records', (engine) => {
  test('a deeply nested value in any field rejects its line, and changes nothing about the others', async () => {
    const db = await (await engine.migrated()).open();
    const market = openMarket(db, Date.now);
    const lines: string[] = [];
    for (const kind of RECORD_KINDS) {
      for (const name of [...fieldsOf(kind).map((field) => field.name), 'unknown']) {
        const others = Object.fromEntries(Object.entries(good[kind]).filter(([key]) => key !== name));
        for (const deep of deepValues) lines.push(`${JSON.stringify(others).slice(0, -1)},"${name}":${deep}}`);
      }
    }
    for (const text of [lines.join('\n'), `[${lines.join()}]`]) {
      const report = await applyLiveChanges(market, [Buffer.from(text)] as never);
      const { added, changed, unchanged, rejected } = report;
      assert.equal(added + changed + unchanged + rejected, lines.length);
      assert.ok(rejected > 100, `${rejected}`);
    }
  });
});
