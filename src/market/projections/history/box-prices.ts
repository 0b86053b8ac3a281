import type { Sql } from '../../../db/db.ts';
import { DAY_MS, dayOf } from '../../../domain/duration.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import { type BoxName, boxNames } from '../../../domain/pricing/decision.ts';
import { type PriceRange, type PriceStep, priceRange } from '../../../domain/pricing/price-sums.ts';
import { CONDITIONS } from '../../../domain/vocabulary.ts';
import { items } from '../../records/item.ts';
import { keyText } from '../../records/record-table.ts';
import {
  BOX_COLUMNS,
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
  const following = await followingOf(sql, boxes.filter(mayFollow));
  const sources = boxes.map((box): Source => {
    const observedSinceMs = observed.get(keyText(items.keyOf(box))) as number;
    const source = sourceOf(box, following.get(boxText(box)));
    return { box, observedSinceMs, source: source.box, fromMs: Math.max(sinceMs, observedSinceMs, source.sinceMs) };
  });
  const inForce = await stepsInForce(sql, sources);
  const lastSteps = await lastStepsOfDays(sql, sources);
  const prices = new Map<string, BoxPrices[]>(known.map((key) => [keyText(items.keyOf(key)), []]));
  for (const source of sources) {
    const { box, fromMs, observedSinceMs } = source;
    const text = textOf(source);
    const range = fromMs < nowMs && priceRange(inForce.get(text)?.[0], lastSteps.get(text) ?? [], fromMs, nowMs);
    if (!range) continue;
    const { condition, customer, offerType } = box;
    const terms = { sinceMs: fromMs, untilMs: nowMs, observedSinceMs, ...(fromMs === sinceMs ? { days } : {}) };
    prices.get(keyText(items.keyOf(box)))?.push({ condition, customer, offerType, ...range, ...terms });
  }
  return prices;
}

/** A box, the box whose rows tell its prices, and the time from which on they do. */
type Source = { box: BoxKey; source: BoxKey; fromMs: number; observedSinceMs: number };

const textOf = ({ source, fromMs }: Pick<Source, 'source' | 'fromMs'>) => `${boxText(source)}\n${fromMs}`;

const mayFollow = ({ customer, offerType }: BoxName) => customer === 'Business' && offerType === 'B2C';

type Following = {
  /** When businesses last began to see the same as consumers. */
  followed_ms: number | null;
  /** The first row of their own after that. */
  own_ms: number | null;
};

/** Which rows tell the prices of a box, and since when the same ones do. */
function sourceOf(box: BoxKey, following: Following | undefined): { box: BoxKey; sinceMs: number } {
  if (following === undefined) return { box, sinceMs: 0 };
  const { own_ms, followed_ms } = following;
  if (own_ms !== null) return { box, sinceMs: own_ms };
  // The consumers' day in which it began has prices from before.
  const sinceMs = followed_ms === null ? 0 : Math.ceil(followed_ms / DAY_MS) * DAY_MS;
  return { box: { ...box, customer: 'Consumer' }, sinceMs };
}

const boxOf = (alias: string) => ofBox([1, 2, 3, 4, 5].map((n) => `${alias}.column${n}`));

async function followingOf(sql: Sql, boxes: readonly BoxKey[]): Promise<Map<string, Following>> {
  const last = (column: string) => `(SELECT ${column} FROM market_log WHERE follows_consumers = 1
     AND marketplace_id = k.column1 AND item_id = k.column2 AND condition = k.column3 ORDER BY at_ms DESC, id DESC LIMIT 1)`;
  const rows = await sql.many<Following & { box: string }>(
    `SELECT k.column1 || '\n' || k.column2 || '\n' || k.column3 || '\n' || k.column4 || '\n' || k.column5 AS box,
            ${last('at_ms')} AS followed_ms,
            (SELECT at_ms FROM market_log WHERE ${boxOf('k')} AND at_ms >= COALESCE(${last('at_ms')}, 0)
               AND id > COALESCE(${last('id')}, 0) ORDER BY at_ms, id LIMIT 1) AS own_ms
       FROM (VALUES {rows: text, text, text, text, text}) AS k`,
    boxes.map(boxValues),
  );
  return new Map(rows.map((row) => [row.box, row]));
}

type StepRow = SumsRow & BoxColumns & { from_ms: number };

/** The row of each source in force at its time. */
async function stepsInForce(sql: Sql, sources: readonly Source[]): Promise<Map<string, PriceStep[]>> {
  const rows = await sql.many<StepRow>(
    `SELECT ${boxColumns}, ${sumsColumns}, k.column6 AS from_ms
       FROM (VALUES {rows: text, text, text, text, text, bigint}) AS k JOIN market_log AS last ON last.id =
         (SELECT id FROM market_log WHERE ${boxOf('k')} AND at_ms <= k.column6 ORDER BY at_ms DESC, id DESC LIMIT 1)`,
    valuesOf(sources),
  );
  return byText(rows);
}

/** The last row of each day since its time that has one, newest first. */
async function lastStepsOfDays(sql: Sql, sources: readonly Source[]): Promise<Map<string, PriceStep[]>> {
  const sameBox = ofBox(BOX_COLUMNS.map((name) => `day.${name}`));
  const rows = await sql.many<StepRow>(
    `WITH RECURSIVE day (id, ${BOX_COLUMNS.join(', ')}, at_ms, from_ms) AS (
       SELECT last.id, ${boxColumns}, last.at_ms, k.column6 FROM (VALUES {rows: text, text, text, text, text, bigint}) AS k
         JOIN market_log AS last ON last.id = (SELECT id FROM market_log WHERE ${boxOf('k')} AND at_ms >= k.column6
           ORDER BY at_ms DESC, id DESC LIMIT 1)
       UNION ALL
       SELECT last.id, ${boxColumns}, last.at_ms, day.from_ms FROM day
         JOIN market_log AS last ON last.id = (SELECT id FROM market_log WHERE ${sameBox} AND at_ms >= day.from_ms
           AND at_ms < day.at_ms / ${DAY_MS} * ${DAY_MS} ORDER BY at_ms DESC, id DESC LIMIT 1))
     SELECT ${boxColumns}, ${sumsColumns}, day.from_ms FROM day JOIN market_log AS last ON last.id = day.id`,
    valuesOf(sources),
  );
  return byText(rows.sort((a, b) => b.at_ms - a.at_ms));
}

/** Consumers' rows may tell the prices of two boxes from the same time on: they are read once. */
const valuesOf = (sources: readonly Source[]) => [
  ...new Map(sources.map((one) => [textOf(one), [...boxValues(one.source), one.fromMs]])).values(),
];

const byText = (rows: readonly StepRow[]): Map<string, PriceStep[]> => {
  const byBox = Map.groupBy(rows, (row) => `${textOfRow(row)}\n${row.from_ms}`);
  return new Map(Array.from(byBox, ([text, steps]) => [text, steps.map(priceStepOf)]));
};
