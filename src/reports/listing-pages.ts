import type { Sql } from '../db/db.ts';
import type { Offer } from '../domain/market/offer.ts';
import type { ReportRequest } from './report-type.ts';

/** A listing as the store has it. */
export type PlainListing = { readonly offer: Offer; readonly sinceMs: number | null; readonly revision: number | null };

type Row = { sku: string; record: string; terms_since_ms: number | null; event_revision: number | null };

/** The seller's listings in the order of marketplaces and SKUs, in pages. */
export async function* listingPages(
  sql: Sql,
  { marketplaceIds, sellerId }: ReportRequest,
  size: number,
): AsyncGenerator<PlainListing[]> {
  for (const marketplaceId of marketplaceIds) {
    let after = '';
    for (;;) {
      const rows: Row[] = await sql.all<Row>(
        `SELECT offer.sku, offer.record, offer.terms_since_ms, item_event.revision AS event_revision FROM offer
           LEFT JOIN item_event ON item_event.marketplace_id = offer.marketplace_id AND item_event.item_id = offer.item_id
          WHERE offer.marketplace_id = $1 AND offer.seller_id = $2 AND offer.sku > $3
          ORDER BY offer.marketplace_id, offer.seller_id, offer.sku LIMIT ${Math.trunc(size)}`,
        [marketplaceId, sellerId, after],
      );
      const last = rows.at(-1);
      if (last === undefined) break;
      after = last.sku;
      yield rows.map((row) => ({
        ...{ offer: JSON.parse(row.record), sinceMs: row.terms_since_ms, revision: row.event_revision },
      }));
      if (rows.length < size) break;
    }
  }
}

/** What each line about a listing begins with. */
export const plainFacts = ({ offer, revision }: PlainListing) => ({
  MarketplaceId: offer.marketplaceId,
  SellerSKU: offer.sku,
  storeItemId: offer.itemId,
  ItemCondition: offer.condition,
  CurrencyCode: offer.currency,
  revision: revision ?? 0,
});
