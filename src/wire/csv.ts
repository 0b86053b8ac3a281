/** A row of a CSV text, and the line where it begins, counted from 1. */
export type CsvLine = { readonly line: number; readonly cells: readonly string[] };

/** A text that is not CSV: the line, and what is wrong with it. */
export type CsvProblem = { readonly line: number; readonly reason: string };

/** Spreadsheet programs take a cell that begins so for a formula, and run it. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * A row of CSV (RFC 4180). A cell that a spreadsheet program would run gets an apostrophe, which `readCsv` takes away. A cell that has
 * apostrophes before such a character gets one more, so that each text comes back as it was.
 */
export function writeCsvRow(cells: readonly string[]): string {
  return writeCsvCells(cells.map(writeCsvText), ',');
}

/** A row of cells that are written already. */
export const writeCsvCells = (written: readonly string[], separator: ',' | ';'): string =>
  `${written.join(separator)}\r\n`;

/** A number is no formula, also a negative one. */
export const writeCsvNumber = (text: string): string => (text.includes(',') ? `"${text}"` : text);

export function writeCsvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const readCell = (text: string) => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text);

/**
 * The rows of a text, without empty lines. Cells are separated by the comma, semicolon or tab that the first line has first: spreadsheet
 * programs write one or the other, by country.
 */
export function readCsv(text: string): CsvLine[] | CsvProblem {
  return new CsvText(text.replace(/^\uFEFF/, '')).rows();
}

class CsvText {
  readonly #text: string;
  readonly #separator: string;
  #position = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
    this.#separator = /[,;\t\r\n]/.exec(text)?.[0] ?? ',';
    if (/[\r\n]/.test(this.#separator)) this.#separator = ',';
  }

  rows(): CsvLine[] | CsvProblem {
    const rows: CsvLine[] = [];
    while (this.#position < this.#text.length) {
      const line = this.#line;
      const cells: string[] = [];
      do {
        const cell = this.#text[this.#position] === '"' ? this.#quoted() : this.#plain();
        if (typeof cell !== 'string') return cell;
        cells.push(readCell(cell));
      } while (this.#skip(this.#separator));
      if (this.#position < this.#text.length && !this.#skipLineEnd())
        return { line: this.#line, reason: 'has text after a closing quote' };
      if (cells.length > 1 || cells[0] !== '') rows.push({ line, cells });
    }
    return rows;
  }

  #plain(): string {
    const from = this.#position;
    while (this.#position < this.#text.length && !this.#isAtCellEnd()) this.#position += 1;
    return this.#text.slice(from, this.#position);
  }

  #isAtCellEnd(): boolean {
    const character = this.#text[this.#position];
    return character === this.#separator || character === '\n' || character === '\r';
  }

  /** A quote in the cell is written twice. */
  #quoted(): string | CsvProblem {
    const from = this.#position + 1;
    let end = this.#text.indexOf('"', from);
    while (end >= 0 && this.#text[end + 1] === '"') end = this.#text.indexOf('"', end + 2);
    if (end < 0) return { line: this.#line, reason: 'has a quote that is not closed' };
    this.#position = end + 1;
    const cell = this.#text.slice(from, end);
    this.#line += cell.split(/\r\n|\r|\n/).length - 1;
    return cell.replaceAll('""', '"');
  }

  #skipLineEnd(): boolean {
    if (!this.#skip('\r\n') && !this.#skip('\n') && !this.#skip('\r')) return false;
    this.#line += 1;
    return true;
  }

  #skip(text: string): boolean {
    if (!this.#text.startsWith(text, this.#position)) return false;
    this.#position += text.length;
    return true;
  }
}
