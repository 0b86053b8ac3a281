import type { Sql } from '../../db/db.ts';
import { andThen, type MaybePromise } from '../../domain/maybe-promise.ts';
import type { Receipt, ReceiptState } from '../../domain/price-changes/receipt.ts';
import { type ReceiptRow, receiptColumns, receiptsById, receiptsFrom } from './receipt-table.ts';

/** Which receipts of a seller, newest first. */
export type ReceiptQuery = {
  readonly marketplaceId?: string | undefined;
  readonly sku?: string | undefined;
  readonly state?: ReceiptState | undefined;
  /** The id of the last one that the caller has. */
  readonly after?: string | undefined;
  readonly limit: number;
};

/** `next` is the `after` of the next page. */
export type ReceiptPage = { readonly receipts: readonly Receipt[]; readonly next: string | undefined };

/**
 * Receipts that one page looks through for those of a marketplace. A seller may have none there and a million elsewhere: the page then
 * ends early, and the next one goes on.
 */
const MAX_LOOKED_AT = 1_000;

export function receiptPage(sql: Sql, sellerId: string, query: ReceiptQuery): MaybePromise<ReceiptPage> {
  const { marketplaceId, limit } = query;
  if (marketplaceId !== undefined) return pageInMarketplace(sql, sellerId, marketplaceId, query);
  const rows = readNewest<ReceiptRow>(sql, sellerId, query, { columns: receiptColumns, limit: limit + 1 });
  return andThen(rows, (found) => {
    const receipts = receiptsFrom(found.slice(0, limit));
    return { receipts, next: found.length > limit ? receipts.at(-1)?.id : undefined };
  });
}

async function pageInMarketplace(
  sql: Sql,
  sellerId: string,
  marketplaceId: string,
  query: ReceiptQuery,
): Promise<ReceiptPage> {
  const columns = 'price_change.id, price_change.marketplace_id';
  const seen = await readNewest<Pick<ReceiptRow, 'id' | 'marketplace_id'>>(sql, sellerId, query, {
    ...{ columns, limit: MAX_LOOKED_AT },
  });
  const found = seen.filter((one) => one.marketplace_id === marketplaceId).map(({ id }) => id);
  const ids = found.slice(0, query.limit);
  const receipts = (await receiptsById(sql, ids)).sort((a, b) => (a.id < b.id ? 1 : -1));
  const hasLookedAtAll = seen.length < MAX_LOOKED_AT;
  const lastSeen = hasLookedAtAll ? undefined : seen.at(-1)?.id;
  return { receipts, next: found.length > ids.length ? ids.at(-1) : lastSeen };
}

/** Each combination has an index of its own, in this order; with SKU and state the few changes of the SKU are looked through. */
function readNewest<Columns extends object>(
  sql: Sql,
  sellerId: string,
  { sku, state, after }: ReceiptQuery,
  { columns, limit }: { columns: string; limit: number },
): MaybePromise<Columns[]> {
  const params: (string | number)[] = [sellerId, after ?? '~', limit];
  const conditions = ['seller_id = $1', 'id < $2'];
  if (sku !== undefined) conditions.push(`sku = $${params.push(sku)}`);
  if (state !== undefined) conditions.push(`state = $${params.push(state)}`);
  const order = sku === undefined ? (state === undefined ? '' : 'state DESC, ') : 'sku DESC, ';
  return sql.all<Columns>(
    `SELECT ${columns} FROM price_change WHERE ${conditions.join(' AND ')} ORDER BY seller_id DESC, ${order}id DESC LIMIT $3`,
    params,
  );
}
