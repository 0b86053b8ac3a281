import type { Sql } from '../../../db/db.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { Offer, OfferKey } from '../../../domain/market/offer.ts';
import { offers } from '../../records/offer.ts';

type OwnPrice = {
  readonly listingMinor: number;
  readonly shippingMinor?: number;
  readonly businessMinor?: number;
};

/** The own price of a listing from a time on. Null: it was not on the item then. */
export type OwnPriceStep = { readonly atMs: number; readonly price: OwnPrice | null };

/** Changes from a time on, and before another. `isFirst`: the state at `fromMs` is a step, too; otherwise the page before has it. */
export type OwnPriceRange = { readonly fromMs: number; readonly untilMs: number; readonly isFirst: boolean };

export type OwnPricesPage = {
  readonly steps: OwnPriceStep[];
  /** Steps from this time on are on the next page. */
  readonly nextMs?: number;
};

export type NewestOwnPrices = { readonly sinceMs: number; readonly nowMs: number; readonly limit: number };

/** Terms that are read for one page. */
const MAX_ROWS = 500;

/** Terms in force on an item. `sinceMs` null: since before this was recorded. */
type Terms = OwnPrice & { itemId: string; sinceMs: number | null; untilMs: number };

/** The own price of a listing on an item, step by step, oldest first. No steps: there never was such a listing, as far as is known. */
export async function readOwnPrices(sql: Sql, key: OfferKey & ItemKey, range: OwnPriceRange): Promise<OwnPricesPage> {
  // The present terms are read first: if they end meanwhile, the log has them, and they are the same step.
  const present = await presentTerms(sql, key);
  const ended = await endedTerms(sql, key, range);
  const last = ended.at(-1);
  if (last === undefined && present === undefined) return { steps: [] };
  if (last !== undefined && ended.length === MAX_ROWS && last.untilMs < range.untilMs) {
    const untilMs = last.untilMs;
    return { steps: stepsOf(ended, key, { ...range, untilMs }), nextMs: untilMs };
  }
  return { steps: stepsOf(inForce(ended, present), key, range) };
}

function inForce(ended: readonly Terms[], present: Terms | undefined): readonly Terms[] {
  const last = ended.at(-1);
  const isEnded = last !== undefined && (present?.sinceMs ?? 0) < last.untilMs;
  return present === undefined || isEnded ? ended : [...ended, present];
}

/** Terms of a listing as the store has them: those that ended after a time, in their order, and the present ones. */
export type CopiedTerms = { readonly ended: readonly EndedRow[]; readonly sinceMs: number | null };

/** The steps of a listing whose terms were read before. */
export function copiedOwnPrices(offer: Offer, { ended, sinceMs }: CopiedTerms, range: OwnPriceRange): OwnPriceStep[] {
  return stepsOf(inForce(ended.map(endedOf), presentOf(offer, sinceMs)), offer, range);
}

/** Terms of many listings of a seller that ended after a time, by SKU, in their order. */
export async function endedTermsOf(
  sql: Sql,
  keys: readonly (OfferKey & { fromMs: number })[],
): Promise<Map<string, EndedRow[]>> {
  const rows = await sql.many<EndedRow & { sku: string; revision: number }>(
    `SELECT log.sku, log.revision, log.since_ms, log.until_ms, log.item_id, log.listing_minor, log.shipping_minor, log.business_minor
       FROM (VALUES {rows: text, text, text, bigint}) AS k JOIN terms_log AS log
         ON log.marketplace_id = k.column1 AND log.seller_id = k.column2 AND log.sku = k.column3 AND log.until_ms > k.column4
        AND (log.since_ms IS NULL OR log.since_ms < log.until_ms)`,
    keys.map((key) => [...offers.keyOf(key), key.fromMs]),
  );
  rows.sort((a, b) => a.until_ms - b.until_ms || a.revision - b.revision);
  return Map.groupBy(rows, ({ sku }) => sku);
}

/** The newest of these steps since a time, oldest first, at most `limit`. */
export async function newestOwnPrices(
  sql: Sql,
  key: OfferKey & ItemKey,
  { sinceMs, limit, nowMs }: NewestOwnPrices,
): Promise<OwnPriceStep[]> {
  const begin = await sql.get<{ until_ms: number }>(
    `SELECT until_ms FROM terms_log WHERE marketplace_id = $1 AND seller_id = $2 AND sku = $3
      ORDER BY until_ms DESC, revision DESC LIMIT 1 OFFSET $4`,
    [...offers.keyOf(key), Math.min(limit, MAX_ROWS) - 1],
  );
  const fromMs = Math.max(sinceMs, begin?.until_ms ?? 0);
  const { steps } = await readOwnPrices(sql, key, { fromMs, untilMs: nowMs + 1, isFirst: true });
  return steps.slice(-limit);
}

function stepsOf(terms: readonly Terms[], { itemId }: ItemKey, range: OwnPriceRange): OwnPriceStep[] {
  const { fromMs, untilMs, isFirst } = range;
  const steps: OwnPriceStep[] = [{ atMs: fromMs, price: null }];
  const add = (atMs: number, price: OwnPrice | null) => {
    if (steps.at(-1)?.atMs === atMs) steps.pop();
    if (!isSame(steps.at(-1)?.price, price)) steps.push({ atMs, price });
  };
  let beginMs = fromMs;
  for (const { sinceMs, untilMs: endMs, itemId: ofItem, ...price } of terms) {
    if (ofItem === itemId) {
      add(Math.max(sinceMs ?? beginMs, beginMs), price);
      add(endMs, null);
    }
    beginMs = endMs;
  }
  return steps.filter(({ atMs }) => atMs < untilMs && (isFirst || atMs > fromMs));
}

const isSame = (a: OwnPrice | null | undefined, b: OwnPrice | null): boolean => JSON.stringify(a) === JSON.stringify(b);

async function presentTerms(sql: Sql, key: OfferKey): Promise<Terms | undefined> {
  const row = await sql.get<{ record: string; terms_since_ms: number | null }>(
    'SELECT record, terms_since_ms FROM offer WHERE marketplace_id = $1 AND seller_id = $2 AND sku = $3',
    offers.keyOf(key),
  );
  if (row === undefined) return undefined;
  return presentOf(JSON.parse(row.record), row.terms_since_ms);
}

const presentOf = (offer: Offer, sinceMs: number | null): Terms => ({
  ...priceOf(offer.listingPriceMinor, offer.shippingMinor, offer.businessPriceMinor),
  ...{ itemId: offer.itemId, sinceMs, untilMs: Number.MAX_SAFE_INTEGER },
});

/** A row of the log of terms. */
type EndedRow = {
  since_ms: number | null;
  until_ms: number;
  item_id: string;
  listing_minor: number;
  shipping_minor: number | null;
  business_minor: number | null;
};

/** Terms that ended after `fromMs`, and were in force for a millisecond at least. */
async function endedTerms(sql: Sql, key: OfferKey, { fromMs }: OwnPriceRange): Promise<Terms[]> {
  const rows = await sql.all<EndedRow>(
    `SELECT since_ms, until_ms, item_id, listing_minor, shipping_minor, business_minor FROM terms_log
      WHERE marketplace_id = $1 AND seller_id = $2 AND sku = $3 AND until_ms > $4
        AND (since_ms IS NULL OR since_ms < until_ms)
      ORDER BY until_ms, revision LIMIT ${MAX_ROWS}`,
    [...offers.keyOf(key), fromMs],
  );
  return rows.map(endedOf);
}

const endedOf = (row: EndedRow): Terms => ({
  ...priceOf(row.listing_minor, row.shipping_minor, row.business_minor),
  ...{ itemId: row.item_id, sinceMs: row.since_ms, untilMs: row.until_ms },
});

const priceOf = (
  listingMinor: number,
  shippingMinor: number | null | undefined,
  businessMinor: number | null | undefined,
): OwnPrice => ({
  listingMinor,
  ...(typeof shippingMinor === 'number' && { shippingMinor }),
  ...(typeof businessMinor === 'number' && { businessMinor }),
});
