import type { Db } from '../../db/db.ts';
import type { MarketRecord } from '../../domain/market/records/market-record.ts';
import type { FieldProblem } from '../../domain/market/records/reading.ts';
import { items } from './item.ts';
import { missingItem, missingSeller } from './offer.ts';
import type { ChangeEffect } from './record-change.ts';
import { recordKey, tableOf } from './record-key.ts';
import { findTexts, keyText } from './record-table.ts';
import { sellers } from './seller.ts';

/** Whether an earlier line of the same file has this record. */
export type InFile = (kind: 'item' | 'seller', key: string) => boolean;

/**
 * What applying these records would do, by reading alone: no lock, no write. Rules that only a write can check are not: a removal of what
 * others need, a second default marketplace, another currency of a marketplace in use.
 */
export async function storedOutcomes(
  db: Db,
  records: readonly MarketRecord[],
  inFile: InFile,
): Promise<(ChangeEffect | FieldProblem)[]> {
  const stored = new Map<string, string>();
  for (const [kind, own] of Map.groupBy(records, (record) => record.kind)) {
    const texts = await findTexts(db, tableOf(kind), own.map(recordKey));
    for (const [key, text] of texts) stored.set(`${kind} ${key}`, text);
  }
  const offers = records.flatMap((record) => (record.kind === 'offer' && record.op === 'upsert' ? [record.value] : []));
  const knownItems = await findTexts(db, items, unique(offers.map((offer) => items.keyOf(offer))));
  const knownSellers = await findTexts(db, sellers, unique(offers.map((offer) => sellers.keyOf(offer))));
  return records.map((record) => {
    const before = stored.get(`${record.kind} ${keyText(recordKey(record))}`);
    if (record.op === 'delete') return before === undefined ? 'absent' : 'removed';
    if (record.kind === 'offer') {
      const { value } = record;
      const [item, seller] = [keyText(items.keyOf(value)), keyText(sellers.keyOf(value))];
      if (!knownItems.has(item) && !inFile('item', item)) return missingItem(value);
      if (!knownSellers.has(seller) && !inFile('seller', seller)) return missingSeller(value);
    }
    if (before === undefined) return 'added';
    return before === JSON.stringify(record.value) ? 'unchanged' : 'changed';
  });
}

const unique = (keys: readonly string[][]): string[][] => [...new Map(keys.map((key) => [keyText(key), key])).values()];
