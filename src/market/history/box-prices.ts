import type { Sql } from '../../db/db.ts';
import { DAY_MS, dayOf } from '../../domain/day.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import { type BoxName, boxNames } from '../../domain/pricing/decision.ts';
import { type PriceRange, type PriceStep, priceRange } from '../../domain/pricing/price-sums.ts';
import { CONDITIONS } from '../../domain/vocabulary.ts';
import { items } from '../item.ts';
import { keyText } from '../record-table.ts';
import {
  type BoxColumns,
  type BoxKey,
  boxColumns,
  boxText,
  boxValues,
  ofBox,
  priceStepOf,
  type SumsRow,
  sumsColumns,
  textOfRow,
} from './box-log.ts';
import { observedSince } from './observation.ts';

/** The landed prices at which a buy box was held, over some time. */
export type BoxPrices = BoxName &
  PriceRange & {
    sinceMs: number;
    untilMs: number;
    /** Before this time the history of the item is unknown. */
    observedSinceMs: number;
    /** The whole UTC days before today in that time. Absent while fewer than that are known. */
    days?: number;
  };

/**
 * The lowest and the average price of each box of these items in today and the `days` UTC days before, by the item's
 * `keyText`. Boxes that nobody held are missing. The work is bounded by the days, however often a price changed: one lookup
 * for each day on which it did.
 */
export async function boxPrices(
  sql: Sql,
  keys: readonly ItemKey[],
  days: number,
  nowMs: number,
): Promise<Map<string, BoxPrices[]>> {
  const sinceMs = (dayOf(nowMs) - days) * DAY_MS;
  const observed = await observedSince(sql, keys);
  const known = keys.filter((key) => observed.has(keyText(items.keyOf(key))));
  const boxes = known.flatMap((key) => CONDITIONS.flatMap((name) => boxNames(name).map((box) => ({ ...key, ...box }))));
  const own = await ownSince(sql, boxes.filter(mayFollow));
  const steps = await lastStepsOfDays(sql, boxes, sinceMs);
  const prices = new Map<string, BoxPrices[]>();
  for (const key of known) {
    const text = keyText(items.keyOf(key));
    const observedSinceMs = observed.get(text) as number;
    const found: BoxPrices[] = [];
    for (const box of boxes.filter((one) => one.itemId === key.itemId && one.marketplaceId === key.marketplaceId)) {
      const source = sourceOf(box, own.get(boxText(box)));
      const fromMs = Math.max(sinceMs, observedSinceMs, source.sinceMs);
      const sourceSteps = stepsSince(steps.get(boxText(source.box)) ?? [], fromMs, source.first);
      const range = fromMs >= nowMs ? undefined : priceRange(sourceSteps, fromMs, nowMs);
      if (range === undefined) continue;
      const { condition, customer, offerType } = box;
      const terms = { sinceMs: fromMs, untilMs: nowMs, observedSinceMs, ...(fromMs === sinceMs ? { days } : {}) };
      found.push({ condition, customer, offerType, ...range, ...terms });
    }
    prices.set(text, found);
  }
  return prices;
}

const mayFollow = ({ customer, offerType }: BoxName) => customer === 'Business' && offerType === 'B2C';

type Following = {
  /** When businesses last began to see the same as consumers. */
  followedMs: number | null;
  /** The first step of their own after that. */
  own: PriceStep | undefined;
};

type Source = { box: BoxKey; sinceMs: number; first?: PriceStep };

/** Which rows tell the prices of a box, and since when the same ones do. */
function sourceOf(box: BoxKey, following: Following | undefined): Source {
  if (following === undefined) return { box, sinceMs: 0 };
  const { own, followedMs } = following;
  if (own !== undefined) return { box, sinceMs: own.atMs, first: own };
  // The consumers' day in which it began has prices from before.
  const sinceMs = followedMs === null ? 0 : Math.ceil(followedMs / DAY_MS) * DAY_MS;
  return { box: { ...box, customer: 'Consumer' }, sinceMs };
}

/** The steps of a box that has told its own prices since its step `first`. Another step may follow in the same millisecond. */
function stepsSince(steps: readonly PriceStep[], sinceMs: number, first: PriceStep | undefined): readonly PriceStep[] {
  if (first?.atMs !== sinceMs) return steps;
  const oldest = steps.find(({ atMs }) => atMs === sinceMs) ?? first;
  return [...steps.filter(({ atMs }) => atMs > sinceMs), oldest];
}

const boxOf = (alias: string) => ofBox([1, 2, 3, 4, 5].map((n) => `${alias}.column${n}`));

async function ownSince(sql: Sql, boxes: readonly BoxKey[]): Promise<Map<string, Following>> {
  const lastFollowing = `(SELECT at_ms FROM market_log WHERE follows_consumers = 1 AND marketplace_id = k.column1
     AND item_id = k.column2 AND condition = k.column3 ORDER BY at_ms DESC, id DESC LIMIT 1)`;
  const rows = await sql.many<SumsRow & { box: string; followed_ms: number | null; id: number | null }>(
    `SELECT k.column1 || '\n' || k.column2 || '\n' || k.column3 || '\n' || k.column4 || '\n' || k.column5 AS box,
            ${lastFollowing} AS followed_ms, last.id, ${sumsColumns}
       FROM (VALUES {rows: text, text, text, text, text}) AS k
       LEFT JOIN market_log AS last ON last.id =
         (SELECT id FROM market_log WHERE ${boxOf('k')} AND follows_consumers = 0
            AND at_ms >= COALESCE(${lastFollowing}, 0) ORDER BY at_ms, id LIMIT 1)`,
    boxes.map(boxValues),
  );
  return new Map(
    rows.map((row) => [row.box, { followedMs: row.followed_ms, own: row.id === null ? undefined : priceStepOf(row) }]),
  );
}

/** The last row of each day that has one, newest first, down to the one in force at a time, by `boxText`. */
async function lastStepsOfDays(sql: Sql, boxes: readonly BoxKey[], sinceMs: number): Promise<Map<string, PriceStep[]>> {
  const sameBox = ofBox(
    ['marketplace_id', 'item_id', 'condition', 'customer', 'offer_type'].map((name) => `day.${name}`),
  );
  const rows = await sql.many<SumsRow & BoxColumns>(
    `WITH RECURSIVE day (id, marketplace_id, item_id, condition, customer, offer_type, at_ms, since_ms) AS (
       SELECT last.id, ${boxColumns}, last.at_ms, k.column6 FROM (VALUES {rows: text, text, text, text, text, bigint}) AS k
         JOIN market_log AS last ON last.id =
           (SELECT id FROM market_log WHERE ${boxOf('k')} ORDER BY at_ms DESC, id DESC LIMIT 1)
       UNION ALL
       SELECT last.id, ${boxColumns}, last.at_ms, day.since_ms FROM day
         JOIN market_log AS last ON last.id =
           (SELECT id FROM market_log WHERE ${sameBox} AND at_ms < day.at_ms / ${DAY_MS} * ${DAY_MS}
            ORDER BY at_ms DESC, id DESC LIMIT 1)
         WHERE day.at_ms > day.since_ms)
     SELECT ${boxColumns}, ${sumsColumns} FROM day JOIN market_log AS last ON last.id = day.id`,
    boxes.map((box) => [...boxValues(box), sinceMs]),
  );
  const steps = new Map<string, PriceStep[]>();
  for (const row of rows.sort((a, b) => b.at_ms - a.at_ms)) {
    const list = steps.get(textOfRow(row));
    if (list) list.push(priceStepOf(row));
    else steps.set(textOfRow(row), [priceStepOf(row)]);
  }
  return steps;
}
