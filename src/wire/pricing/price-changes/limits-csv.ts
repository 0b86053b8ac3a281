import type { Problem } from '../../../domain/fault.ts';
import { amountText, minorFromDecimal } from '../../../domain/money.ts';
import { nearestName } from '../../../domain/nearest-name.ts';
import type { ListingLimits } from '../../../domain/price-changes/limits.ts';
import { type CsvLine, readCsv, writeCsvRow } from '../../csv.ts';
import { MAX_IDENTIFIER_CHARACTERS } from '../query.ts';
import { contradiction, MAX_LIMITED_LISTINGS, mustBeValid, type WantedListing } from './limits-request.ts';

export const CSV_TYPE = 'text/csv';

const LIMITS = ['MinimumPrice', 'MaximumPrice', 'MinimumNet'] as const;
const COLUMNS = ['SellerSKU', ...LIMITS, 'Cost'] as const;
type Column = (typeof COLUMNS)[number];

/** Cells of the header that are looked at. One with more than the columns is wrong, and a file may have a million. */
const MAX_HEADER_CELLS = 2 * COLUMNS.length;

/** Whether the file has the column of costs: only for callers that may read them. */
type CsvColumns = { readonly currency: string; readonly hasCost: boolean };

export const limitsCsvHeader = ({ hasCost }: CsvColumns): string =>
  writeCsvRow(COLUMNS.filter((name) => name !== 'Cost' || hasCost));

/** The lines of listings with limits, to follow the header. `readLimitsCsv` reads them. */
export function writeLimitsCsv(
  listings: readonly { readonly sku: string; readonly limits: ListingLimits }[],
  { currency, hasCost }: CsvColumns,
): string {
  const amount = (minor: number | undefined) =>
    minor === undefined ? '' : (amountText(minor, currency).split(' ', 1)[0] as string);
  return listings
    .map(({ sku, limits }) => {
      const { minimumPriceMinor, maximumPriceMinor, minimumNetMinor, costMinor } = limits;
      const amounts = [minimumPriceMinor, maximumPriceMinor, minimumNetMinor, ...(hasCost ? [costMinor] : [])];
      return writeCsvRow([sku, ...amounts.map(amount)]);
    })
    .join('');
}

/**
 * The listings of a CSV text, in order. An empty cell removes a limit, or the cost; without the column the cost stays. Throws a fault
 * that names every wrong line by its number.
 */
export function readLimitsCsv(text: string, currency: string): WantedListing[] {
  const rows = readCsv(text);
  if (!Array.isArray(rows)) return mustBeValid([], [lineProblem(rows.line, rows.reason)]);
  const [header, ...lines] = rows;
  const columns = columnsOf(header);
  const problems = headerProblems(header, columns);
  if (lines.length === 0) problems.push({ message: 'The body is empty.', details: 'It has no line after the header.' });
  if (lines.length > MAX_LIMITED_LISTINGS)
    problems.push(lineProblem(lines[MAX_LIMITED_LISTINGS]?.line ?? 0, `is more than ${MAX_LIMITED_LISTINGS} listings`));
  mustBeValid(undefined, problems);
  const lineOf = new Map<string, number>();
  const listings = lines.map((row): WantedListing => {
    const reading = new LineReading(row, columns, currency, problems);
    const listing = reading.listing();
    const before = lineOf.get(listing.sku);
    if (before !== undefined) reading.wrong(`repeats the SKU of line ${before}`);
    lineOf.set(listing.sku, row.line);
    return listing;
  });
  return mustBeValid(listings, problems);
}

const lineProblem = (line: number, reason: string): Problem => ({
  message: `Line ${line} is not valid.`,
  details: `Line ${line} ${reason}.`,
});

const headerCells = (header: CsvLine | undefined) => (header?.cells ?? []).slice(0, MAX_HEADER_CELLS);

/** Which column each cell is of. Names match in any case, because people type them. */
const columnsOf = (header: CsvLine | undefined): (Column | undefined)[] =>
  headerCells(header).map((cell) => COLUMNS.find((name) => name.toLowerCase() === cell.trim().toLowerCase()));

/** A column that is missing or misspelt would remove the limits of every line. */
function headerProblems(header: CsvLine | undefined, columns: readonly (Column | undefined)[]): Problem[] {
  const line = header?.line ?? 1;
  const missing = (['SellerSKU', ...LIMITS] as const).filter((name) => !columns.includes(name));
  const problems = missing.map((name) => {
    const remedy = name === 'SellerSKU' ? '' : '. Leave its cells empty where there is no such limit';
    return lineProblem(line, `has no column ${name}${remedy}`);
  });
  for (const [n, cell] of headerCells(header).entries()) {
    const column = columns[n];
    if (column === undefined) {
      const meant = nearestName(cell, COLUMNS);
      const hint = meant === undefined ? `: the columns are ${COLUMNS.join(', ')}` : ` (did you mean ${meant}?)`;
      problems.push(lineProblem(line, `has an unknown column in place ${n + 1}${hint}`));
    } else if (columns.indexOf(column) !== n) problems.push(lineProblem(line, `has the column ${column} twice`));
  }
  return problems;
}

/** Reads one line. Its problems never quote an amount: it may be a cost. */
class LineReading {
  readonly #row: CsvLine;
  readonly #columns: readonly (Column | undefined)[];
  readonly #currency: string;
  readonly #problems: Problem[];

  constructor(row: CsvLine, columns: readonly (Column | undefined)[], currency: string, problems: Problem[]) {
    this.#row = row;
    this.#columns = columns;
    this.#currency = currency;
    this.#problems = problems;
  }

  wrong(reason: string): undefined {
    this.#problems.push(lineProblem(this.#row.line, reason));
  }

  listing(): WantedListing {
    const { cells } = this.#row;
    if (cells.length > this.#columns.length)
      this.wrong(`has ${cells.length} cells, and the header ${this.#columns.length}`);
    const sku = this.#cell('SellerSKU') ?? '';
    if (sku === '' || sku.length > MAX_IDENTIFIER_CHARACTERS || sku.includes('\0')) {
      this.wrong(`needs a SellerSKU of 1 to ${MAX_IDENTIFIER_CHARACTERS} characters`);
    }
    const wanted = {
      minimumPriceMinor: this.#amount('MinimumPrice'),
      maximumPriceMinor: this.#amount('MaximumPrice'),
      minimumNetMinor: this.#amount('MinimumNet'),
      costMinor: this.#columns.includes('Cost') ? (this.#amount('Cost') ?? null) : undefined,
    };
    if (contradiction(wanted, '').length > 0) this.wrong('has a MinimumPrice above its MaximumPrice');
    return { sku, wanted };
  }

  #cell(column: Column): string | undefined {
    return this.#row.cells[this.#columns.indexOf(column)];
  }

  #amount(column: Column): number | undefined {
    const text = (this.#cell(column) ?? '').trim();
    if (text === '') return undefined;
    const minor = minorFromDecimal(text, this.#currency);
    return typeof minor === 'number' ? minor : this.wrong(`has a wrong ${column}: it ${minor}`);
  }
}
