import type { RecordKind } from '../../domain/market/records/envelope.ts';
import type { MarketRecord } from '../../domain/market/records/market-record.ts';
import type { ChangeOutcome } from './changes.ts';
import { recordRules } from './record-rules.ts';

type Effect = 'added' | 'changed' | 'removed';

/** The keys of changed records: `{ offer: { changed: [['STORE_US', 'A1SELLER', 'SKU-1']] } }`. */
export type ChangedKeys = Partial<Record<RecordKind, Partial<Record<Effect, string[][]>>>>;

/** What a transaction changed, without the contents of records. Undefined when it changed nothing. */
export function changedKeys(
  records: readonly MarketRecord[],
  outcomes: readonly ChangeOutcome[],
): ChangedKeys | undefined {
  const keys: ChangedKeys = {};
  records.forEach((record, n) => {
    const outcome = outcomes[n];
    if (outcome !== 'added' && outcome !== 'changed' && outcome !== 'removed') return;
    const { kind } = record;
    const value = (record.op === 'upsert' ? record.value : record.key) as never;
    keys[kind] ??= {};
    const ofKind = keys[kind];
    ofKind[outcome] ??= [];
    ofKind[outcome].push(recordRules[kind].table.keyOf(value));
  });
  for (const _kind in keys) return keys;
  return undefined;
}
