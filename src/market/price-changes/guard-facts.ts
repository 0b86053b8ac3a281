import type { Sql } from '../../db/db.ts';
import { firstIdAt } from '../../db/time-ordered-id.ts';
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import type { Item } from '../../domain/market/item.ts';
import type { Offer, QuantityDiscount } from '../../domain/market/offer.ts';
import type { GuardFacts } from '../../domain/price-changes/guard-check.ts';
import type { OfferTerms } from '../../domain/price-changes/terms.ts';
import { offers } from '../records/offer.ts';
import { keyText } from '../records/record-table.ts';
import { RECEIPT_PREFIX } from './receipt-table.ts';

const LOWEST_MS = 30 * DAY_MS;

/** The listings that the facts are about, as they are now. */
export type GuardedListing = { readonly offer: Offer; readonly item: Pick<Item, 'listPriceMinor'> };

type Row = {
  key: string;
  lowest: number | null;
  changes: number;
  revision: number | null;
  listing_minor: number | null;
  shipping_minor: number | null;
  business_minor: number | null;
  discounts: string | null;
};

const ofListing = (table: string) =>
  `${table}.marketplace_id = k.marketplace_id AND ${table}.seller_id = k.seller_id AND ${table}.sku = k.sku`;

/**
 * A lowest price no higher than the present one is not looked up: the rule about the present price is the stricter one then. Most
 * listings had such a price, and the first one found ends the search.
 */
const lowest = `CASE WHEN EXISTS (SELECT 1 FROM terms_log AS past WHERE ${ofListing('past')}
        AND past.until_ms > k.month_ms AND past.listing_minor <= k.listing_minor)
      THEN NULL ELSE (SELECT MIN(past.listing_minor) FROM terms_log AS past WHERE ${ofListing('past')}
        AND past.until_ms > k.month_ms) END`;

/** The terms that were in force 24 hours ago are the first ones that ended since. */
const dayEnd = `(SELECT MIN(past.until_ms) FROM terms_log AS past WHERE ${ofListing('past')} AND past.until_ms > k.day_ms)`;

/** Every change that was applied or that the operator was asked for. Their ids sort by time. */
const changes = `(SELECT COUNT(*) FROM price_change AS past WHERE ${ofListing('past')} AND past.id >= k.hour_id
        AND past.state IN ('APPLIED', 'OVERRIDDEN', 'PENDING', 'REPLACED'))`;

const statement = `WITH k (marketplace_id, seller_id, sku, listing_minor, day_ms, month_ms, hour_id) AS
    (VALUES {rows: text, text, text, bigint, bigint, bigint, text}),
  facts AS MATERIALIZED (SELECT k.marketplace_id, k.seller_id, k.sku, ${lowest} AS lowest, ${dayEnd} AS day_end,
      ${changes} AS changes FROM k)
  SELECT facts.marketplace_id || '\n' || facts.seller_id || '\n' || facts.sku AS key, facts.lowest, facts.changes,
      past.revision, past.listing_minor, past.shipping_minor, past.business_minor, past.discounts
    FROM facts LEFT JOIN terms_log AS past ON past.marketplace_id = facts.marketplace_id
      AND past.seller_id = facts.seller_id AND past.sku = facts.sku AND past.until_ms = facts.day_end`;

/** What the rules about the prices of these listings compare with, by `keyText`: one statement, however many there are. */
export async function guardFactsOf(
  tx: Sql,
  listings: readonly GuardedListing[],
  now: number,
): Promise<Map<string, GuardFacts>> {
  const times = [now - DAY_MS, now - LOWEST_MS, firstIdAt(RECEIPT_PREFIX, now - HOUR_MS)];
  const rows = await tx.many<Row>(
    statement,
    listings.map(({ offer }) => [...offers.keyOf(offer), offer.listingPriceMinor, ...times]),
  );
  const found = new Map<string, Row>();
  // When two changes were in one millisecond, the first one ended the terms of that time.
  for (const row of rows) if ((found.get(row.key)?.revision ?? Infinity) > (row.revision ?? 0)) found.set(row.key, row);
  return new Map(
    listings.map(({ offer, item }) => {
      const key = keyText(offers.keyOf(offer));
      return [key, factsFrom(found.get(key), item.listPriceMinor)];
    }),
  );
}

function factsFrom(row: Row | undefined, listPriceMinor: number | undefined): GuardFacts {
  return {
    dayAgo: row && termsFrom(row),
    lowestMinor: row?.lowest ?? undefined,
    changesLastHour: row?.changes ?? 0,
    listPriceMinor,
  };
}

function termsFrom({ listing_minor, shipping_minor, business_minor, discounts }: Row): OfferTerms | undefined {
  if (listing_minor === null) return undefined;
  const quantityDiscounts: QuantityDiscount[] = discounts === null ? [] : JSON.parse(discounts);
  return {
    ...{ listingPriceMinor: listing_minor, quantityDiscounts },
    ...(shipping_minor !== null && { shippingMinor: shipping_minor }),
    ...(business_minor !== null && { businessPriceMinor: business_minor }),
  };
}
