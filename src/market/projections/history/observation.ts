import type { Sql } from '../../../db/db.ts';
import { factOf } from '../../../db/service-fact.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import { CONDITIONS } from '../../../domain/vocabulary.ts';
import { items } from '../../records/item.ts';
import { keyText } from '../../records/record-table.ts';
import { ofBox } from './box-log.ts';

/** Retention has removed what was before this time (`retention.ts`). 0: nothing. */
export async function horizonOf(sql: Sql): Promise<number> {
  return Number((await factOf(sql, 'history horizon')) ?? 0);
}

/**
 * From when on the history of each of these items is known, by `keyText`. Items that are not observed are missing. The first
 * decision about an item writes a row for consumers, and retention keeps the one in force at the horizon.
 */
export async function observedSince(sql: Sql, keys: readonly ItemKey[]): Promise<Map<string, number>> {
  const horizonMs = await horizonOf(sql);
  const firstRow = ofBox(['k.column1', 'k.column2', 'k.column3', `'Consumer'`, `'B2C'`]);
  const rows = await sql.many<{ key: string; at_ms: number | null }>(
    `SELECT k.column1 || '\n' || k.column2 AS key,
            (SELECT at_ms FROM market_log WHERE ${firstRow} ORDER BY at_ms, id LIMIT 1) AS at_ms
       FROM (VALUES {rows: text, text, text}) AS k`,
    keys.flatMap((key) => CONDITIONS.map((condition) => [...items.keyOf(key), condition])),
  );
  const since = new Map<string, number>();
  for (const { key, at_ms } of rows) {
    if (at_ms === null) continue;
    const known = since.get(key);
    since.set(key, Math.max(horizonMs, known === undefined ? at_ms : Math.min(known, at_ms)));
  }
  return since;
}

export const observedSinceOf = async (sql: Sql, key: ItemKey): Promise<number | undefined> =>
  (await observedSince(sql, [key])).get(keyText(items.keyOf(key)));
