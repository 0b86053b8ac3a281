import type { Sql } from '../../../db/db.ts';
import {
  BOX_COLUMNS,
  type BoxColumns,
  type BoxKey,
  boxText,
  boxValues,
  type LogRow,
  ofBox,
  textOfRow,
} from './box-log.ts';
import { type BoxLogPosition, type BoxRows, logColumns } from './box-steps.ts';

/** The rows of boxes, by `boxText`, in the order of the log. */
export type CopiedRows = Readonly<Record<string, readonly LogRow[]>>;

/** The rows of many boxes. */
type RowsOfBoxes = { of(boxes: readonly BoxKey[]): CopiedRows };

const box = BOX_COLUMNS.map((_name, n) => `k.column${n + 1}`);

/** The rows of many boxes that `stepsOf` needs for a time: from the one in force at `fromMs` to the last one before `untilMs`. */
export async function rowsOfBoxes(
  sql: Sql,
  boxes: readonly (BoxKey & { fromMs: number })[],
  untilMs: number,
): Promise<RowsOfBoxes> {
  const columns = [...BOX_COLUMNS, ...logColumns.split(',').map((name) => name.trim())];
  const rows = await sql.many<LogRow & BoxColumns>(
    `SELECT ${columns.map((name) => `log.${name}`).join(', ')}
       FROM (VALUES {rows: text, text, text, text, text, bigint, bigint}) AS k
       JOIN market_log AS log ON log.kind = 'box' AND ${BOX_COLUMNS.map((name, n) => `log.${name} = ${box[n]}`).join(' AND ')}
        AND log.at_ms < k.column7 AND log.at_ms >= COALESCE((SELECT at_ms FROM market_log WHERE ${ofBox(box)}
          AND at_ms <= k.column6 ORDER BY at_ms DESC, id DESC LIMIT 1), 0)`,
    // Several listings may stand in one box.
    [...new Map(boxes.map((one) => [boxText(one), [...boxValues(one), one.fromMs, untilMs]])).values()],
  );
  const copied: Record<string, LogRow[]> = {};
  for (const row of rows.sort(byPlace)) {
    const { marketplace_id, item_id, condition, customer, offer_type, ...rest } = row;
    const name = textOfRow({ marketplace_id, item_id, condition, customer, offer_type });
    copied[name] ??= [];
    copied[name].push(rest);
  }
  return { of: (some) => Object.fromEntries(some.map((one) => [boxText(one), copied[boxText(one)] ?? []])) };
}

/** The rows as `stepsOf` reads them. */
export const copiedBoxRows = (copied: CopiedRows): BoxRows => ({
  rowAt: (key, place) => copied[boxText(key)]?.findLast((row) => comparePlaces(placeOf(row), place) <= 0),
  rowsAfter: (key, start, { untilMs }) =>
    (copied[boxText(key)] ?? []).filter((row) => comparePlaces(placeOf(row), start) > 0 && row.at_ms < untilMs),
});

const placeOf = ({ at_ms, id }: LogRow): BoxLogPosition => ({ atMs: at_ms, id });

const comparePlaces = (a: BoxLogPosition, b: BoxLogPosition) => a.atMs - b.atMs || a.id - b.id;

const byPlace = (a: LogRow, b: LogRow) => comparePlaces(placeOf(a), placeOf(b));
