import type { Sql, Value } from '../../../db/db.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import { OFFER_STATES, type OfferState } from '../../../domain/pricing/offer-state.ts';

/**
 * `price` is the landed price for consumers, or the listing price of an offer without a shipping charge. `gap` is the stored gap to the
 * buy box (`domain/pricing/gap.ts`).
 */
type ListingSort = 'sku' | 'price' | 'changed' | 'gap';

/** Which listings of a seller, in which order. */
export type ListingFilter = {
  marketplaceId: string;
  sellerId: string;
  sort: ListingSort;
  descending: boolean;
  /** Empty: all, and those without a state. */
  states: readonly OfferState[];
};

/**
 * The place of a listing in an order. Listings without a state come last, whatever the direction: their `value` is `lastValue`. In the order
 * of gaps so do those without a gap, and those that are not on sale: they compete with nobody. `value` is 0 in the order of SKUs.
 */
export type ListingPlace = { value: number; sku: string };

/** A listing as the index of an order has it. The state is null before the first rebuild of its board. */
export type ScannedListing = ListingPlace & { item_id: string; state: OfferState | null };

type ListingOrder = Pick<ListingFilter, 'sort' | 'descending'>;

const columns: Record<ListingSort, string> = {
  ...{ sku: '0', price: 'landed_minor', changed: 'changed_ms', gap: 'gap_minor' },
};

/** No value of a listing is as large, or as small: only gaps are below zero. */
const MAX_VALUE = Number.MAX_SAFE_INTEGER;
const minValue = (sort: ListingSort): number => (sort === 'gap' ? Number.MIN_SAFE_INTEGER : -1);

const lastValue = ({ sort, descending }: ListingOrder): number =>
  sort === 'sku' ? 0 : descending ? minValue(sort) : MAX_VALUE;

/** The value of a listing in an order, for statements that find it by another key. */
export function valueColumn(order: ListingOrder): string {
  const isLast = order.sort === 'gap' ? `state IS NULL OR state = '${NOT_ON_SALE}'` : 'state IS NULL';
  return `CASE WHEN ${isLast} THEN ${lastValue(order)} ELSE COALESCE(${columns[order.sort]}, ${lastValue(order)}) END`;
}

const NOT_ON_SALE: OfferState = 'inactive';

/** Whether listings of a state have places by their value. */
const hasPlaces = (sort: ListingSort, state: OfferState): boolean => sort !== 'gap' || state !== NOT_ON_SALE;

/** Sorts behind every SKU: a SKU has at most 256 characters. */
const LAST_SKU = '\u{10ffff}'.repeat(257);

/**
 * The limits that statements are written with. A prepared statement of PostgreSQL is planned for the limit in its text; with
 * a parameter in its place, each execution would be planned again (1 ms), or for a tenth of all rows.
 */
const LIMITS = [21, 101, 501] as const;
export const MAX_SCAN: number = LIMITS[2];

const statements = new Map<string, string>();

function statementOf(filter: ListingFilter, limit: number): string {
  const name = `${filter.sort} ${filter.descending} ${filter.states.length === 0} ${limit}`;
  const known = statements.get(name);
  if (known !== undefined) return known;
  const text = filter.sort === 'sku' ? bySku(filter, limit) : byValue(filter, limit);
  statements.set(name, text);
  return text;
}

/** The seller's listings, in the order of SKUs. $3: the SKU before; $4 to $8: the states. */
function bySku({ states, descending }: ListingFilter, limit: number): string {
  const [after, direction] = descending ? ['<', 'DESC'] : ['>', 'ASC'];
  const range = (condition: string) =>
    `SELECT sku, item_id, state, 0 AS value FROM offer
      WHERE marketplace_id = $1 AND seller_id = $2 ${condition} AND sku ${after} $3 ORDER BY sku ${direction} LIMIT ${limit}`;
  if (states.length === 0) return range('');
  const ranges = [...OFFER_STATES.map((_state, n) => range(`AND state = $${n + 4}`)), range('AND state IS NULL')];
  return `${merged(ranges)} ORDER BY sku ${direction} LIMIT ${limit}`;
}

/**
 * In the order of a value, SKU within the same value. $3 and $4: the place before, $5: the SKU before among the listings
 * that come last; $6 to $10: the states.
 */
function byValue(filter: ListingFilter, limit: number): string {
  const [after, direction] = filter.descending ? ['<', 'DESC'] : ['>', 'ASC'];
  const value = columns[filter.sort];
  const ranges = OFFER_STATES.map((state, n) =>
    hasPlaces(filter.sort, state)
      ? `SELECT sku, item_id, state, ${value} AS value FROM offer
        WHERE marketplace_id = $1 AND seller_id = $2 AND state = $${n + 6} AND (${value}, sku) ${after} ($3, $4)
        ORDER BY ${value} ${direction}, sku ${direction} LIMIT ${limit}`
      : `SELECT sku, item_id, state, ${lastValue(filter)} AS value FROM offer
        WHERE marketplace_id = $1 AND seller_id = $2 AND state = $${n + 6} AND sku ${after} $5
        ORDER BY sku ${direction} LIMIT ${limit}`,
  );
  const withoutState = `SELECT sku, item_id, state, ${lastValue(filter)} AS value FROM offer
        WHERE marketplace_id = $1 AND seller_id = $2 AND state IS NULL AND sku ${after} $5
        ORDER BY sku ${direction} LIMIT ${limit}`;
  return `${merged([...ranges, ...(filter.sort === 'gap' ? withoutGap(filter, limit) : []), withoutState])} ORDER BY value ${direction}, sku ${direction} LIMIT ${limit}`;
}

/** PostgreSQL does not see that rows without a gap are in the order of SKUs: it is told the whole order of the index. */
function withoutGap(filter: ListingFilter, limit: number): string[] {
  const [after, direction] = filter.descending ? ['<', 'DESC'] : ['>', 'ASC'];
  return OFFER_STATES.flatMap((state, n) =>
    hasPlaces('gap', state)
      ? `SELECT sku, item_id, state, ${lastValue(filter)} AS value FROM offer
        WHERE marketplace_id = $1 AND seller_id = $2 AND state = $${n + 6} AND gap_minor IS NULL AND sku ${after} $5
        ORDER BY gap_minor ${direction}, sku ${direction} LIMIT ${limit}`
      : [],
  );
}

/** The indexes have the state before the order: each state is read by itself, and at most `limit` entries of each. */
function merged(ranges: readonly string[]): string {
  const parts = ranges.map((range, n) => `SELECT * FROM (${range}) AS range${n}`);
  return `SELECT sku, item_id, state, value FROM (${parts.join(' UNION ALL ')}) AS listing`;
}

/** The listings that follow `after` (absent: the first ones), at most `limit`, which is at most `MAX_SCAN`. */
export function scanListings(
  sql: Sql,
  filter: ListingFilter,
  after: ListingPlace | undefined,
  limit: number,
): MaybePromise<ScannedListing[]> {
  const planned = LIMITS.find((one) => one >= limit) ?? MAX_SCAN;
  const rows = sql.all<ScannedListing>(statementOf(filter, planned), paramsOf(filter, after));
  return andThen(rows, (found) => (found.length > limit ? found.slice(0, limit) : found));
}

function paramsOf(filter: ListingFilter, after: ListingPlace | undefined): Value[] {
  const { marketplaceId, sellerId, states, sort, descending } = filter;
  const firstSku = descending ? LAST_SKU : '';
  if (sort === 'sku') {
    const key = [marketplaceId, sellerId, after?.sku ?? firstSku];
    return states.length === 0 ? key : [...key, ...statesOf(filter)];
  }
  const last = lastValue(filter);
  const value = after?.value ?? (descending ? MAX_VALUE : minValue(sort));
  const skuWithoutState = value === last && after !== undefined ? after.sku : firstSku;
  return [marketplaceId, sellerId, value, after?.sku ?? firstSku, skuWithoutState, ...statesOf(filter)];
}

/** One for each range. The ranges that are not asked for get a state that does not exist. */
const statesOf = ({ states }: ListingFilter): string[] =>
  OFFER_STATES.map((state) => (states.length === 0 || states.includes(state) ? state : ''));
