import { compareCodePoints } from '../../domain/code-points.ts';
import { writeCsvCells, writeCsvNumber, writeCsvText } from '../csv.ts';
import type { Line, LineValue, ReportColumn, ReportColumnType, ReportDescription } from './report-description.ts';

/** Spreadsheet programs take a file for UTF-8 only if it begins so. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The column of lines that are gone, in a report with `since`. */
const REMOVED = 'removed';

/** Writes the texts of a document: what comes before its lines, and each line. */
export type DocumentWriter = {
  head(facts: object): string;
  line(line: Line): string;
  /** A line of the earlier report that is gone: its key alone. */
  removedLine(key: readonly LineValue[]): string;
};

export function jsonlWriter({ key }: ReportDescription): DocumentWriter {
  return {
    head: (facts) => `${JSON.stringify(facts)}\n`,
    line: (line) => `${JSON.stringify(line)}\n`,
    removedLine: (values) =>
      `${JSON.stringify({ ...Object.fromEntries(key.map((name, n) => [name, values[n]])), [REMOVED]: true })}\n`,
  };
}

/** `isCompared`: with a first column for lines that are gone. */
export function csvWriter(
  { columns, key }: ReportDescription,
  isCompared: boolean,
  locale: string | undefined,
): DocumentWriter {
  const { separator, decimalSign } = csvSigns(locale);
  const row = (cells: readonly string[], isRemoved: boolean) =>
    writeCsvCells(isCompared ? [isRemoved ? 'true' : '', ...cells] : cells, separator);
  const names = columns.map(({ name }) => name);
  const header = writeCsvCells((isCompared ? [REMOVED, ...names] : names).map(writeCsvText), separator);
  return {
    head: () => BYTE_ORDER_MARK + header,
    line: (line) =>
      row(
        columns.map(({ name, type }) => cellOf(line[name], type, decimalSign)),
        false,
      ),
    removedLine: (values) =>
      row(
        columns.map(({ name, type }) =>
          key.includes(name) ? cellOf(values[key.indexOf(name)], type, decimalSign) : '',
        ),
        true,
      ),
  };
}

/** By the customs of a language and country: where the comma is the decimal sign, the semicolon separates. */
function csvSigns(locale: string | undefined): { separator: ',' | ';'; decimalSign: '.' | ',' } {
  const parts = new Intl.NumberFormat(locale ?? 'en-US', { numberingSystem: 'latn' }).formatToParts(1.5);
  const isComma = parts.some(({ type, value }) => type === 'decimal' && value === ',');
  return isComma ? { separator: ';', decimalSign: ',' } : { separator: ',', decimalSign: '.' };
}

function cellOf(value: LineValue, type: ReportColumnType, decimalSign: string): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return writeCsvNumber(String(value).replace('.', decimalSign));
  if (type === 'json') return writeCsvText(JSON.stringify(value));
  return writeCsvText(String(value));
}

/** The order of two keys of one type of reports. */
export function keyComparison(description: ReportDescription) {
  const types = description.key.map((name) => columnOf(description, name).type);
  return (a: readonly LineValue[], b: readonly LineValue[]): number => {
    for (const [n, type] of types.entries()) {
      const [one, other] = [a[n], b[n]];
      const difference =
        type === 'integer' ? Number(one) - Number(other) : compareCodePoints(String(one), String(other));
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

function columnOf({ columns, name: type }: ReportDescription, name: string): ReportColumn {
  const found = columns.find((column) => column.name === name);
  if (found === undefined) throw new Error(`${type} has no column ${name}`);
  return found;
}
