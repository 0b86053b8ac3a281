import type { Sql } from '../../../db/db.ts';
import { keyGroup } from '../../../db/key-group.ts';
import { type ChangeContext, sellerFactsChange } from '../../../domain/changes/change-context.ts';
import { compareCodePoints } from '../../../domain/code-points.ts';
import { type QueueShare, rangeOf, rowsToRead } from '../../../domain/groups.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { MarketChange } from '../../decisions/market-change.ts';
import { markSellerToJudge } from '../../offers/judge-offers.ts';
import { firstBatch, offersOfSeller } from '../../offers/stored-offers.ts';
import { allMarketplaces } from '../../records/marketplace.ts';
import type { RecordChange } from '../../records/record-change.ts';
import { factsOf } from '../../records/seller.ts';

/**
 * A change of a seller's facts affects every board with one of its offers, which can be hundreds of thousands. The change
 * is recorded here, in its own transaction. Background work then walks through the seller's SKUs in their order, one
 * batch of boards a transaction: a crash between two batches loses nothing.
 *
 * When the facts of a seller change again during the walk, the walk does not start over, or it might never reach the last
 * SKUs. It goes on to the end, and then a second time (`lap` 1) up to where it was at the change (`until_sku`). The
 * seller that was served longest ago is next, so that a large seller does not block the others.
 *
 * A loud change publishes what it does to boards, a quiet one does not. The rest of a walk that has both is loud. When the changes of a
 * walk are of several requests, no event names one.
 *
 * The table is called `seller_ripple`; released names cannot change.
 */
export async function projectSellerChanges(tx: Sql, { records, context, now }: MarketChange): Promise<void> {
  const { isQuiet, requestId } = context;
  const sellerIds = records.flatMap(changedSeller);
  if (sellerIds.length === 0) return;
  const marketplaces = await allMarketplaces(tx);
  await tx.many(
    `INSERT INTO seller_ripple (seller_id, marketplace_id, after_sku, until_sku, lap, served, quiet, request_id)
     SELECT k.column1, k.column2, '', '', 0, k.column3, k.column4, k.column5
       FROM (VALUES {rows: text key, text key, bigint, bigint, text}) AS k WHERE true
     ON CONFLICT (seller_id, marketplace_id) DO UPDATE SET until_sku = seller_ripple.after_sku, lap = 0,
       quiet = CASE excluded.quiet WHEN 0 THEN 0 ELSE seller_ripple.quiet END,
       request_id = CASE excluded.request_id WHEN seller_ripple.request_id THEN excluded.request_id END`,
    sellerIds.flatMap((id) =>
      marketplaces.map(({ marketplaceId }) => [
        ...[id, marketplaceId, now, Number(isQuiet(marketplaceId)), requestId ?? null],
      ]),
    ),
  );
}

/** A seller that has other facts than before. */
function changedSeller(change: RecordChange): string[] {
  if (change.kind !== 'seller' || change.before === undefined || change.after === undefined) return [];
  const [before, after] = [factsOf(change.before), factsOf(change.after)];
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [change.after.sellerId];
}

/** Whether a change is recorded that has not reached all boards. */
export async function hasSellerChanges(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT 1 AS found FROM seller_ripple LIMIT 1')) !== undefined;
}

/** The walk through one seller's SKUs in one marketplace. */
type Walk = {
  seller_id: string;
  marketplace_id: string;
  after_sku: string;
  until_sku: string;
  lap: number;
  quiet: number;
  request_id: string | null;
};

/**
 * The next items that a recorded change affects, and whose change it is; has the seller's offers on them judged again, and moves the walk past them.
 * Undefined when no change of a seller in these ranges is recorded.
 */
export async function nextAffectedItems(
  tx: Sql,
  { limit, ranges }: QueueShare,
  now: number,
  lockBoards: (keys: readonly ItemKey[]) => Promise<void>,
): Promise<{ items: ItemKey[]; context: ChangeContext } | undefined> {
  // A worker that shares the work looks at the first of the queue: the walks of others move to its end.
  const walks = await tx.all<Walk>('SELECT * FROM seller_ripple ORDER BY served LIMIT $1', [
    rowsToRead({ limit: 1, ranges }),
  ]);
  const walk = walks.find(({ seller_id: sellerId }) => ranges.includes(rangeOf(keyGroup(sellerId))));
  if (!walk) return undefined;
  const { marketplace_id: marketplaceId, seller_id: sellerId } = walk;
  const ahead = await offersOfSeller(tx, { marketplaceId, sellerId, sku: walk.after_sku }, limit);
  // The order of the store: a comparison of UTF-16 code units would skip SKUs for good.
  const affected = walk.lap === 0 ? ahead : ahead.filter(({ sku }) => compareCodePoints(sku, walk.until_sku) <= 0);
  // A seller may have many SKUs on one item, whose board is rebuilt once for all of them.
  const items = Array.from(new Set(affected.map(({ item_id }) => item_id)), (itemId) => ({ marketplaceId, itemId }));
  const batch = await firstBatch(tx, items);
  await lockBoards(batch);
  const toJudge = batch.map((key) => ({ ...key, sellerId }));
  await markSellerToJudge(tx, toJudge);
  const inBatch = new Set(batch.map(({ itemId }) => itemId));
  const end = affected.findIndex(({ item_id }) => !inBatch.has(item_id));
  const last = affected[(end < 0 ? affected.length : end) - 1];
  if (last && (end >= 0 || affected.length === limit)) await moveWalk(tx, { ...walk, after_sku: last.sku }, now);
  else if (walk.lap === 0 && walk.until_sku !== '') await moveWalk(tx, { ...walk, after_sku: '', lap: 1 }, now);
  else
    await tx.run('DELETE FROM seller_ripple WHERE seller_id = $1 AND marketplace_id = $2', [sellerId, marketplaceId]);
  return { items: batch, context: sellerFactsChange(sellerId, walk.quiet === 1, walk.request_id ?? undefined) };
}

function moveWalk(tx: Sql, { seller_id, marketplace_id, after_sku, lap }: Walk, now: number) {
  return tx.run(
    'UPDATE seller_ripple SET after_sku = $3, lap = $4, served = $5 WHERE seller_id = $1 AND marketplace_id = $2',
    [seller_id, marketplace_id, after_sku, lap, now],
  );
}
