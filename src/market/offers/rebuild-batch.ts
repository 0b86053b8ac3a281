import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import { items } from '../records/item.ts';
import { keyText } from '../records/record-table.ts';
import { offerCountsOf } from './stored-offers.ts';

/** Offers judged in one transaction of background work: it takes some milliseconds, which block the event loop. */
const MAX_OFFERS_PER_TRANSACTION = 2_000;

/**
 * The first of these items, as many as one transaction of background work can serve; at least one. An item can have
 * thousands of offers.
 */
export async function firstBatch(
  sql: Sql,
  keys: readonly ItemKey[],
  maxOffers: number = MAX_OFFERS_PER_TRANSACTION,
): Promise<ItemKey[]> {
  const counts = await offerCountsOf(sql, keys);
  let sum = 0;
  const end = keys.findIndex((key, n) => {
    sum += counts.get(keyText(items.keyOf(key))) ?? 0;
    return n > 0 && sum > maxOffers;
  });
  return end < 0 ? [...keys] : keys.slice(0, end);
}
