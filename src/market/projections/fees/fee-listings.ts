import type { Sql } from '../../../db/db.ts';
import type { SoldListing } from '../../../domain/fees/fee-tally.ts';
import type { Offer } from '../../../domain/market/offer.ts';
import type { SellerPlan } from '../../../domain/vocabulary.ts';
import type { FeeItem } from '../../records/item.ts';

/** `sku` is the last one that was read; undefined: these were the last listings of the seller. */
export type FeeListingPage = { listings: SoldListing[]; read: number; nextSku: string | undefined };

/** In the text of the statement: PostgreSQL plans it for this number, and walks through the key. */
const LIMITS = [500, 100, 25] as const;

const statementOf = (limit: number) =>
  `SELECT offer.sku, offer.record AS offer, COALESCE(item.fee_facts, item.record) AS item,
     (SELECT plan FROM seller WHERE seller_id = $2) AS plan
   FROM offer JOIN item ON item.marketplace_id = offer.marketplace_id AND item.item_id = offer.item_id
   WHERE offer.marketplace_id = $1 AND offer.seller_id = $2 AND offer.sku > $3 ORDER BY offer.sku LIMIT ${limit}`;

type Row = { sku: string; offer: string; item: string; plan: SellerPlan | null };

/**
 * The next active listings of a seller, in the order of SKUs, with what their fees depend on: the present price and channel, the item and
 * the plan, as the fee endpoints read them (decision 16). About `limit` are read, at least 25.
 */
export async function readFeeListings(
  tx: Sql,
  { marketplaceId, sellerId, afterSku }: { marketplaceId: string; sellerId: string; afterSku: string },
  limit: number,
): Promise<FeeListingPage> {
  const size = LIMITS.find((one) => one <= limit) ?? LIMITS[2];
  const rows = await tx.all<Row>(statementOf(size), [marketplaceId, sellerId, afterSku]);
  const nextSku = rows.length < size ? undefined : rows.at(-1)?.sku;
  return { listings: rows.flatMap(soldListing), read: rows.length, nextSku };
}

function soldListing({ sku, offer: offerText, item: itemText, plan }: Row): SoldListing[] {
  const offer: Offer = JSON.parse(offerText);
  if (!offer.active) return [];
  const item: FeeItem = JSON.parse(itemText);
  const { listingPriceMinor, shippingMinor = 0, channel } = offer;
  const terms = { listingPriceMinor, shippingMinor, isStoreFulfilled: channel === 'FS' };
  return [{ sku, unit: { item, sellerPlan: plan ?? 'Professional', ...terms } }];
}

/** The receivers of events after a seller, in the order of ids, that received them at a time already. */
export async function nextReceivers(tx: Sql, afterSeller: string, atMs: number, limit: number): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(
    `SELECT seller_id AS id FROM event_receiver WHERE seller_id > $1 AND since_ms <= $2
     ORDER BY seller_id LIMIT ${Math.trunc(limit)}`,
    [afterSeller, atMs],
  );
  return rows.map(({ id }) => id);
}
