import { type FileFault, type FileRow, fileLine, fileRows } from './csv-text.ts';
import { limitProblems } from './limit-problems.ts';
import { LIMITS, type LimitName, NO_LIMITS, type TypedLimits } from './typed-limits.ts';

/** A line of a file: a listing, and what it is to have. */
export type LimitsLine = { readonly line: number; readonly sku: string; readonly typed: TypedLimits };

export type LimitsFile = {
  readonly lines: readonly LimitsLine[];
  readonly faults: readonly FileFault[];
};

type FileListing = { readonly sku: string; readonly limits: TypedLimits };

/** A file as the service writes and takes it. Without the field of costs it has no such column. */
export const writeLimitsFile = (listings: readonly FileListing[], names: readonly LimitName[]): string =>
  [['SellerSKU', ...names], ...listings.map(({ sku, limits }) => [sku, ...names.map((name) => limits[name])])]
    .map(fileLine)
    .join('');

type FileReader = {
  readonly currency: string;
  readonly mayLoosen: boolean;
  /** What listings have now: without its column, the cost stays. */
  readonly present: ReadonlyMap<string, TypedLimits>;
  /** The columns that the reader may set. */
  readonly names: readonly LimitName[];
};

/** What a file asks for, and every wrong line by its number. With a wrong header no line is read. */
export function readLimitsFile(text: string, reader: FileReader): LimitsFile {
  if (text.includes('\uFFFD')) return only({ line: 1, text: 'is not UTF-8: save the file as CSV in UTF-8' });
  const rows = fileRows(text);
  if (!('length' in rows)) return only(rows);
  const [header = { line: 1, cells: [] }, ...others] = rows;
  const columns = header.cells.map(columnOf);
  const wrong = headerFaults(header, columns, reader.names);
  if (others.length === 0) wrong.push('is the last one: the file has no listings');
  if (wrong.length > 0) return { lines: [], faults: wrong.map((what) => ({ line: header.line, text: what })) };
  const lines = others.map((row) => lineOf(row, columns, reader.present));
  const lineOfSku = new Map<string, number>();
  const faults = lines.flatMap((line, n) => {
    const before = lineOfSku.get(line.sku);
    lineOfSku.set(line.sku, line.line);
    const found = lineFaults(line, reader);
    if (before !== undefined) found.push(`repeats the SKU of line ${before}`);
    if ((others[n]?.cells.length ?? 0) > columns.length) found.push('has more cells than the header');
    return found.map((what) => ({ line: line.line, text: what }));
  });
  return { lines, faults };
}

type Column = 'SellerSKU' | LimitName;
type Columns = readonly (Column | undefined)[];

/** Names match in any case, because people type them. */
const columnOf = (cell: string): Column | undefined =>
  (['SellerSKU', ...LIMITS] as const).find((name) => name.toLowerCase() === cell.trim().toLowerCase());

/** A column that is missing or misspelt would remove the limits of every line. */
function headerFaults({ cells }: FileRow, columns: Columns, names: readonly LimitName[]): string[] {
  const needed = ['SellerSKU', ...LIMITS.filter((name) => name !== 'Cost')] as const;
  const faults = needed.filter((name) => !columns.includes(name)).map((name) => `has no column ${name}`);
  for (const [n, cell] of cells.entries()) {
    const column = columns[n];
    if (column === undefined) faults.push(`has an unknown column “${cell}”`);
    else if (columns.indexOf(column) !== n) faults.push(`has the column ${column} twice`);
    else if (column !== 'SellerSKU' && !names.includes(column)) faults.push(`has ${column}, which you may not set`);
  }
  return faults;
}

function lineOf({ line, cells }: FileRow, columns: Columns, present: FileReader['present']): LimitsLine {
  const cell = (column: Column) => cells[columns.indexOf(column)] ?? '';
  const sku = cell('SellerSKU');
  const typed: Record<LimitName, string> = { ...NO_LIMITS, Cost: present.get(sku)?.Cost ?? '' };
  for (const name of LIMITS) if (columns.includes(name)) typed[name] = cell(name).trim();
  return { line, sku, typed };
}

function lineFaults({ sku, typed }: LimitsLine, { present, ...rules }: FileReader): string[] {
  const problems = Object.entries(limitProblems(typed, present.get(sku) ?? NO_LIMITS, rules));
  const faults = problems.map(([name, problem]) => `has a wrong ${name}. ${problem}`);
  return sku === '' ? ['has no SellerSKU', ...faults] : faults;
}

const only = (fault: FileFault): LimitsFile => ({ lines: [], faults: [fault] });
