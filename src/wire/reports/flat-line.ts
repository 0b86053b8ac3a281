import type { WireMoney } from '../money.ts';
import type { Line, LineValue, ReportColumn, ReportColumnType } from './report-description.ts';

type Cell = { readonly name: string; readonly type: ReportColumnType; readonly path: readonly string[] };

/**
 * Makes lines of what the single endpoints answer: the name of a column is its place there, `OwnPrice.ListingPrice`. Of money a line has
 * the amount. What an answer does not have, a line does not have.
 */
export function flatLines(columns: readonly ReportColumn[]): (facts: object) => Line {
  const cells = columns.map(({ name, type }): Cell => ({ name, type, path: name.split('.') }));
  return (facts) => {
    const line: Record<string, LineValue> = {};
    for (const { name, type, path } of cells) {
      const value = valueAt(facts, path);
      if (value !== undefined) line[name] = isAmount(type, value) ? value.Amount : (value as LineValue);
    }
    return line;
  };
}

/** Figures may be money or not. */
const isAmount = (type: ReportColumnType, value: unknown): value is WireMoney =>
  (type === 'money' || type === 'decimal') && typeof value === 'object';

function valueAt(facts: object, path: readonly string[]): unknown {
  let value: unknown = facts;
  for (const name of path) {
    if (value === undefined) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
