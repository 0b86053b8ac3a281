import type { Row, Sql } from '../../../db/db.ts';
import type { Offer } from '../../../domain/market/offer.ts';
import type { MarketChange } from '../../decisions/market-change.ts';
import { offers } from '../../records/offer.ts';
import type { OfferChange } from '../../records/record-change.ts';

/**
 * Writes the terms that were in force until now, of each offer that has others, is on another item, or is removed. A new offer
 * writes nothing: its terms are in its record. So the load of a market costs nothing here.
 */
export async function projectTerms(tx: Sql, { records, now }: MarketChange): Promise<void> {
  const rows: Row[] = [];
  for (const change of records) {
    const row = change.kind === 'offer' ? endedTerms(change, now) : undefined;
    if (row !== undefined) rows.push(row);
  }
  await tx.many(
    `INSERT INTO terms_log (marketplace_id, seller_id, sku, until_ms, revision, since_ms, is_removal, item_id,
       listing_minor, shipping_minor, business_minor, discounts)
     VALUES {rows: text key, text key, text key, bigint key, bigint key, bigint, bigint, text, bigint, bigint,
       bigint, text}
     ON CONFLICT (marketplace_id, seller_id, sku, until_ms, revision) DO NOTHING`,
    rows,
  );
}

function endedTerms({ key, before, after }: OfferChange, now: number): Row | undefined {
  if (before === undefined || after?.termsRevision === before.terms_revision) return undefined;
  const was: Offer = JSON.parse(before.record);
  const { listingPriceMinor, shippingMinor = null, businessPriceMinor = null, quantityDiscounts } = was;
  const discounts = quantityDiscounts.length === 0 ? null : JSON.stringify(quantityDiscounts);
  // The terms of an offer follow each other in time, also when the clock was set back.
  const untilMs = Math.max(now, before.terms_since_ms ?? 0);
  return [
    ...[...offers.keyOf(key), untilMs, before.terms_revision, before.terms_since_ms],
    ...[after === undefined ? 1 : 0, was.itemId],
    ...[listingPriceMinor, shippingMinor, businessPriceMinor, discounts],
  ];
}
