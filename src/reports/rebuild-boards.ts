import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import type { Market } from '../market/market.ts';
import { oldestReader, type Validity } from '../market/projections/boards/board-table.ts';
import type { ReportRequest } from './report-type.ts';

const PAGE_LISTINGS = 1_000;
/** Boards that are rebuilt at once, as for one page of listings. */
const BATCH_LISTINGS = 50;
/** After an import there may be hundreds of thousands: background work goes on with them. */
const MAX_MS = 60_000;

type Row = Validity & { sku: string };

/**
 * Has boards of the seller's listings rebuilt that are not current, as the endpoints do before they answer. Listings whose boards are not
 * current at the instant of the report nevertheless stand there as the store decided last.
 */
export async function rebuildBoards(
  { db, market }: { readonly db: Db; readonly market: Market },
  { marketplaceIds, sellerId }: ReportRequest,
  onProgress: () => void,
): Promise<void> {
  const startedAt = performance.now();
  for (const marketplaceId of marketplaceIds) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: Row[] = await db.all<Row>(
        `SELECT offer.sku, board.version, ${oldestReader}, board.valid_from, board.valid_until FROM offer
           JOIN board ON board.marketplace_id = offer.marketplace_id AND board.item_id = offer.item_id
          WHERE offer.marketplace_id = $1 AND offer.seller_id = $2 AND offer.sku > $3
          ORDER BY offer.marketplace_id, offer.seller_id, offer.sku LIMIT ${PAGE_LISTINGS}`,
        [marketplaceId, sellerId, after],
      );
      const outdated = rows.filter((row) => !market.reader.isCurrent(row));
      for (let from = 0; from < outdated.length; from += BATCH_LISTINGS) {
        if (performance.now() - startedAt > MAX_MS) return;
        const keys = outdated.slice(from, from + BATCH_LISTINGS).map(({ sku }) => ({ marketplaceId, sellerId, sku }));
        await market.reader.listingPositions(keys);
        onProgress();
      }
      onProgress();
      await setImmediate();
      after = rows.length < PAGE_LISTINGS ? undefined : rows.at(-1)?.sku;
    }
  }
}
