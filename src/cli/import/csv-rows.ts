import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { MAX_RECORD_BYTES, TOO_LONG } from '../../market/record-text/held-bytes.ts';
import type { RecordText } from '../../market/record-text/lines.ts';

/** The cells of one row, or why there are none; the line is where it begins. */
export type CsvRow = { line: number; cells: string[] } | { line: number; problem: string };

type Line = { line: number; text: string };

const NOT_CLOSED = 'a quote is not closed';
const OPTIONS = { record_delimiter: '\n', relax_column_count: true } as const;

/**
 * Puts the lines of a CSV file together to rows, which have several when a quoted cell has line breaks, and takes them apart into
 * cells. A wrong quote costs the line it is on and no more: the row that begins there is reported and reading goes on with the
 * next line. csv-parse by itself would take all rows up to the next fitting quote, perhaps the rest of the file, for one cell, and
 * count a CRLF inside a cell as two lines. So it is given whole rows only, many at once.
 */
export class CsvRowParser {
  /** The lines of a row whose quotes are not closed yet, and their length together. */
  #open: Line[] = [];
  #openLength = 0;

  /** Where the row begins that waits for more lines. */
  get openLine(): number | undefined {
    return this.#open[0]?.line;
  }

  push(lines: readonly RecordText[]): CsvRow[] {
    const rows: (Line | CsvRow)[] = [];
    for (const line of lines) {
      if ('text' in line) this.#take(line, rows);
      else {
        if (this.#open.length > 0) rows.push(spoiled(this.#closeOpen(), line.line));
        rows.push(line);
      }
    }
    return withCells(rows);
  }

  end(): CsvRow[] {
    const rows: (Line | CsvRow)[] = [];
    while (this.#open.length > 0) this.#giveUp(NOT_CLOSED, rows);
    return withCells(rows);
  }

  #take(line: Line, rows: (Line | CsvRow)[]): void {
    const isOdd = hasOddQuotes(line.text);
    // An odd quote in the middle of a cell opens nothing: then the line is read, and reported, by itself.
    if (this.#open.length === 0 && !(isOdd && readRow(line.text) === NOT_CLOSED)) {
      if (line.text.trim() !== '') rows.push(line);
      return;
    }
    this.#open.push(line);
    this.#openLength += line.text.length + 1;
    if (this.#openLength > MAX_RECORD_BYTES) this.#giveUp(`${TOO_LONG}, or ${NOT_CLOSED}`, rows);
    else if (isOdd && this.#open.length > 1) this.#finish(rows);
  }

  /** The last line closes the quote of the first; or it has a quote of its own, and the first one was wrong. */
  #finish(rows: (Line | CsvRow)[]): void {
    const text = this.#open.map((line) => line.text).join('\n');
    const cells = readRow(text);
    if (typeof cells === 'string') this.#giveUp(cells, rows);
    else rows.push({ line: this.#closeOpen(), cells });
  }

  /** Reports the first line of the open row and reads the others again, each as if a row began there. */
  #giveUp(problem: string, rows: (Line | CsvRow)[]): void {
    const again = this.#open.slice(1);
    rows.push({ line: this.#closeOpen(), problem });
    for (const line of again) this.#take(line, rows);
  }

  #closeOpen(): number {
    const line = this.openLine as number;
    this.#open = [];
    this.#openLength = 0;
    return line;
  }
}

function spoiled(line: number, badLine: number): CsvRow {
  return { line, problem: `the row that begins here cannot be read, because of its line ${badLine}` };
}

/** A row ends where its quotes are even: one inside a quoted cell is doubled. */
function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

function withCells(rows: readonly (Line | CsvRow)[]): CsvRow[] {
  const quoted: string[] = [];
  for (const row of rows) if ('text' in row && row.text.includes('"')) quoted.push(row.text);
  const read = readRows(quoted).values();
  return rows.map((row) => {
    if (!('text' in row)) return row;
    const { line, text } = row;
    // Without quotes there is nothing to it, and this is seven times as fast.
    const cells = text.includes('"') ? (read.next().value as string[] | string) : withoutCr(text).split(',');
    return typeof cells === 'string' ? { line, problem: cells } : { line, cells };
  });
}

/** For each row its cells, or what is wrong with it. Calling the parser costs as much as a row: one call, unless one is wrong. */
function readRows(rows: readonly string[]): (string[] | string)[] {
  if (rows.length < 2) return rows.map(readRow);
  try {
    const read = parse(rows.map(withoutCr).join('\n'), OPTIONS);
    if (read.length === rows.length) return read;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
  }
  return rows.map(readRow);
}

function readRow(row: string): string[] | string {
  try {
    const [cells, more] = parse(withoutCr(row), OPTIONS);
    return cells === undefined || more !== undefined ? 'a quote is not where one may be' : cells;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return quoteProblem(error);
  }
}

function quoteProblem(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return NOT_CLOSED;
  const cell = `cell ${Number(error.column) + 1}`;
  const rule = 'a cell with quotes begins and ends with one, and those inside are doubled';
  if (error.code === 'INVALID_OPENING_QUOTE') return `${cell} has a quote but does not begin with it: ${rule}`;
  return `${cell} goes on after its closing quote: ${rule}`;
}

function withoutCr(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
