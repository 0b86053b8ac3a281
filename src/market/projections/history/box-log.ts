import type { Row, Sql } from '../../../db/db.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { MaybePromise } from '../../../domain/maybe-promise.ts';
import type { BoxState } from '../../../domain/pricing/box-state.ts';
import { type BoxName, landedOf } from '../../../domain/pricing/decision.ts';
import { nextStep, type PriceStep } from '../../../domain/pricing/price-sums.ts';
import type { StoredStep } from '../../../wire/pricing/history/price-history.ts';

/** A buy box of an item. */
export type BoxKey = ItemKey & BoxName;

/** A row of the log: the state of a box from `at_ms` on. */
export type LogRow = StoredStep & { id: number; follows_consumers: number };

/** What the next row of a box depends on: the holder, and the sums up to the begin of the row. */
export type SumsRow = Pick<LogRow, 'at_ms' | 'follows_consumers' | 'seller_id' | 'sku'> & {
  listing_minor: number | null;
  shipping_minor: number | null;
  featured_ms: number;
  featured_price_ms: number;
  featured_day_min: number | null;
};

export const BOX_COLUMNS = ['marketplace_id', 'item_id', 'condition', 'customer', 'offer_type'] as const;
export type BoxColumns = Record<(typeof BOX_COLUMNS)[number], string>;

export const boxColumns = BOX_COLUMNS.map((name) => `last.${name}`).join(', ');

export const sumsColumns = `last.at_ms, last.follows_consumers, last.seller_id, last.sku, last.listing_minor, last.shipping_minor,
  last.featured_ms, last.featured_price_ms, last.featured_day_min`;

export const boxText = ({ marketplaceId, itemId, condition, customer, offerType }: BoxKey): string =>
  `${marketplaceId}\n${itemId}\n${condition}\n${customer}\n${offerType}`;

export const boxValues = (box: BoxKey): string[] => [
  ...[box.marketplaceId, box.itemId, box.condition, box.customer, box.offerType],
];

/** Selects rows of one box, in the order of the index `market_log_box`. */
export const ofBox = (values: readonly string[]) =>
  `kind = 'box' AND marketplace_id = ${values[0]} AND item_id = ${values[1]} AND condition = ${values[2]}
   AND customer = ${values[3]} AND offer_type = ${values[4]}`;

const lastOfMany = `SELECT ${boxColumns}, ${sumsColumns}
     FROM (VALUES {rows: text, text, text, text, text}) AS k
     JOIN market_log AS last ON last.id = (SELECT id FROM market_log
       WHERE ${ofBox([1, 2, 3, 4, 5].map((n) => `k.column${n}`))} ORDER BY at_ms DESC, id DESC LIMIT 1)`;

const lastOfOne = `SELECT ${sumsColumns} FROM market_log AS last
     WHERE ${ofBox([1, 2, 3, 4, 5].map((n) => `$${n}`))} ORDER BY at_ms DESC, id DESC LIMIT 1`;

/** The last row of each of these boxes, by `boxText`. */
export async function lastRows(sql: Sql, boxes: readonly BoxKey[]): Promise<Map<string, SumsRow>> {
  const [first] = boxes;
  if (first !== undefined && boxes.length === 1) {
    const row = await sql.get<SumsRow>(lastOfOne, boxValues(first));
    return new Map(row && [[boxText(first), row]]);
  }
  const rows = await sql.many<SumsRow & BoxColumns>(lastOfMany, boxes.map(boxValues));
  return new Map(rows.map((row) => [textOfRow(row), row]));
}

export const textOfRow = (row: BoxColumns) =>
  `${row.marketplace_id}\n${row.item_id}\n${row.condition}\n${row.customer}\n${row.offer_type}`;

export type NewRow = {
  box: BoxKey;
  atMs: number;
  /** Null: the box follows that of consumers. */
  state: BoxState | null;
  /** The last row of the same box. */
  last: SumsRow | undefined;
};

export function addRows(tx: Sql, rows: readonly NewRow[]): MaybePromise<unknown> {
  return tx.many(
    `INSERT INTO market_log (kind, marketplace_id, item_id, condition, customer, offer_type, at_ms, follows_consumers,
       seller_id, sku, channel, listing_minor, shipping_minor, lowest_listing_minor, lowest_shipping_minor,
       featured_ms, featured_price_ms, featured_day_min)
     VALUES {rows: text, text, text, text, text, text, bigint, bigint, text, text, text, bigint, bigint, bigint, bigint,
       bigint, double precision, bigint}`,
    rows.map(valuesOf),
  );
}

function valuesOf({ box, atMs, state, last }: NewRow): Row {
  const { holder = null, lowest = null } = state ?? {};
  const { sums } = nextStep(last && priceStepOf(last), atMs, holder && landedOf(holder));
  return [
    ...['box', ...boxValues(box), atMs, state === null ? 1 : 0],
    ...[holder?.sellerId ?? null, holder?.sku ?? null, holder?.channel ?? null],
    ...[holder?.listingMinor ?? null, holder?.shippingMinor ?? null],
    ...[lowest?.listingMinor ?? null, lowest?.shippingMinor ?? null],
    ...[sums.ms, sums.priceMs, sums.dayMinMinor],
  ];
}

/** The holder's landed price of a row, with its sums. A box that followed the consumers' one has no price of its own before. */
export function priceStepOf(row: SumsRow): PriceStep {
  const { at_ms: atMs, listing_minor: listing, shipping_minor: shipping, follows_consumers: follows } = row;
  const minor = listing === null || shipping === null ? null : listing + shipping;
  const dayMinMinor = follows === 1 ? null : row.featured_day_min;
  return { atMs, minor, sums: { ms: row.featured_ms, priceMs: row.featured_price_ms, dayMinMinor } };
}
