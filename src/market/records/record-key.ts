import type { RecordKind } from '../../domain/market/records/envelope.ts';
import type { MarketRecord } from '../../domain/market/records/market-record.ts';
import { feeSchedules } from './fee-schedule.ts';
import { items } from './item.ts';
import { marketplaces } from './marketplace.ts';
import { offers } from './offer.ts';
import { priceGuards } from './price-guard.ts';
import { type ChangeOutcome, effectOf } from './record-change.ts';
import type { RecordTable } from './record-table.ts';
import { sellers } from './seller.ts';

const tables = {
  ...{ offer: offers, item: items, seller: sellers, marketplace: marketplaces },
  ...{ feeSchedule: feeSchedules, priceGuard: priceGuards },
};

/** The table of a kind of records. */
export const tableOf = (kind: RecordKind): RecordTable<never> => tables[kind] as RecordTable<never>;

/** The values of a record's key, as the store has them. */
export function recordKey(record: MarketRecord): string[] {
  const { keyOf }: RecordTable<never> = tables[record.kind];
  return keyOf((record.op === 'upsert' ? record.value : record.key) as never);
}

type Effect = 'added' | 'changed' | 'removed';

/** The keys of changed records: `{ offer: { changed: [['STORE_US', 'A1SELLER', 'SKU-1']] } }`. */
type ChangedKeys = Partial<Record<RecordKind, Partial<Record<Effect, string[][]>>>>;

/** What a transaction changed, without the contents of records. Undefined when it changed nothing. */
export function changedKeys(
  records: readonly MarketRecord[],
  outcomes: readonly ChangeOutcome[],
): ChangedKeys | undefined {
  const keys: ChangedKeys = {};
  records.forEach((record, n) => {
    const outcome = effectOf(outcomes[n] as ChangeOutcome);
    if (outcome !== 'added' && outcome !== 'changed' && outcome !== 'removed') return;
    keys[record.kind] ??= {};
    const ofKind = keys[record.kind] as NonNullable<ChangedKeys[RecordKind]>;
    ofKind[outcome] ??= [];
    ofKind[outcome].push(recordKey(record));
  });
  for (const _kind in keys) return keys;
  return undefined;
}
