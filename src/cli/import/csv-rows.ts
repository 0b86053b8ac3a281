import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { MAX_RECORD_BYTES, TOO_LONG } from '../../market/record-text/held-bytes.ts';
import type { RecordText } from '../../market/record-text/lines.ts';

/** The cells of one row, or why it cannot be read. `line` is the row's first line, `text` the row unless it is no text. */
export type CsvRow =
  | { line: number; text: string; cells: string[] }
  | { line: number; text?: string | undefined; problem: string };

type Line = { line: number; text: string };

const NOT_CLOSED = 'a quote is not closed';
const OPTIONS = { record_delimiter: '\n', relax_column_count: true } as const;

/**
 * Joins the lines of a CSV file to rows, which span several lines when a quoted cell has line breaks, and splits them into
 * cells. A wrong quote costs only its own line: the row that begins there is reported, and reading continues with the next
 * line. csv-parse alone would take everything up to the next matching quote, perhaps the rest of the file, for one cell, and
 * would count a CRLF inside a cell as two lines. So it gets complete rows only, many at once.
 */
export class CsvRowParser {
  /** The lines of a row whose quotes are not closed yet, and their total length. */
  #open: Line[] = [];
  #openLength = 0;

  /** The first line of the row that waits for more lines. */
  get openLine(): number | undefined {
    return this.#open[0]?.line;
  }

  push(lines: readonly RecordText[]): CsvRow[] {
    const rows: (Line | CsvRow)[] = [];
    for (const line of lines) {
      if ('text' in line) this.#take(line, rows);
      else {
        if (this.#open.length > 0) rows.push(unreadable(this.#closeOpen(), line.line));
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
    // An odd quote in the middle of a cell does not open a quoted cell: the line is parsed, and reported, alone.
    if (this.#open.length === 0 && !(isOdd && readRow(line.text) === NOT_CLOSED)) {
      if (line.text.trim() !== '') rows.push(line);
      return;
    }
    this.#open.push(line);
    this.#openLength += line.text.length + 1;
    if (this.#openLength > MAX_RECORD_BYTES) this.#giveUp(`${TOO_LONG}, or ${NOT_CLOSED}`, rows);
    else if (isOdd && this.#open.length > 1) this.#finish(rows);
  }

  /** Either the last line closes the quote of the first, or it has its own quote and the first one was wrong. */
  #finish(rows: (Line | CsvRow)[]): void {
    const text = this.#open.map((line) => line.text).join('\n');
    const cells = readRow(text);
    if (typeof cells === 'string') this.#giveUp(cells, rows);
    else rows.push({ line: this.#closeOpen().line, text, cells });
  }

  /** Reports the first line of the open row, and reads the others again as if a row began at each. */
  #giveUp(problem: string, rows: (Line | CsvRow)[]): void {
    const others = this.#open.slice(1);
    rows.push({ ...this.#closeOpen(), problem });
    for (const line of others) this.#take(line, rows);
  }

  /** Drops the open row, and returns its first line. */
  #closeOpen(): Line {
    const { line, text } = this.#open[0] as Line;
    this.#open = [];
    this.#openLength = 0;
    return { line, text };
  }
}

function unreadable({ line, text }: Line, badLine: number): CsvRow {
  return { line, text, problem: `the row that begins here cannot be read because of line ${badLine}` };
}

/** A row ends where the number of its quotes is even, because quotes inside a quoted cell are doubled. */
function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let index = text.indexOf('"'); index >= 0; index = text.indexOf('"', index + 1)) isOdd = !isOdd;
  return isOdd;
}

function withCells(rows: readonly (Line | CsvRow)[]): CsvRow[] {
  const quoted: string[] = [];
  for (const row of rows) if (isLine(row) && row.text.includes('"')) quoted.push(row.text);
  const read = readRows(quoted).values();
  return rows.map((row) => {
    if (!isLine(row)) return row;
    const { line, text } = row;
    // Without quotes `split` is enough, and it is seven times as fast.
    const cells = text.includes('"') ? (read.next().value as string[] | string) : withoutCr(text).split(',');
    return typeof cells === 'string' ? { line, text, problem: cells } : { line, text, cells };
  });
}

/** Whether a row is still to be split into cells. */
function isLine(row: Line | CsvRow): row is Line {
  return !('cells' in row || 'problem' in row);
}

/** The cells of each row, or why it cannot be read. A parser call costs as much as a row, so all rows share one call unless it fails. */
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
    return cells === undefined || more !== undefined ? 'a quote is in a wrong position' : cells;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return quoteProblem(error);
  }
}

function quoteProblem(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return NOT_CLOSED;
  const cell = `cell ${Number(error.column) + 1}`;
  const rule = 'a quoted cell begins and ends with a quote, and quotes inside it are doubled';
  if (error.code === 'INVALID_OPENING_QUOTE') return `${cell} has a quote but does not begin with one: ${rule}`;
  return `${cell} continues after its closing quote: ${rule}`;
}

function withoutCr(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
