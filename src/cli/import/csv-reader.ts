import { fromCsvRow } from '../../domain/market/records/csv.ts';
import type { RecordKind } from '../../domain/market/records/envelope.ts';
import { LineSplitter } from '../../market/record-text/lines.ts';
import { type CsvHeader, noKind, readHeader } from './csv-header.ts';
import { type CsvRow, CsvRowParser } from './csv-rows.ts';
import type { SourceLine, SourceReader } from './source-reader.ts';

/** Rows of a CSV file as records that are not checked yet. Rows with nothing in them are left out, as spreadsheets add some. */
export class CsvReader implements SourceReader {
  readonly #name: string;
  readonly #kind: RecordKind | undefined;
  readonly #lines = new LineSplitter({ isRaw: true });
  readonly #rows = new CsvRowParser();
  /** The row at hand, by column. The same object for all, as each row sets all columns: to make new ones takes twice as long. */
  readonly #named: { [column: string]: string } = {};
  #header: CsvHeader | undefined;
  /** The header is wrong: nothing of the file is read. */
  isDone = false;

  constructor(name: string, kind: RecordKind | undefined) {
    this.#name = name;
    this.#kind = kind;
  }

  get line(): number {
    return this.#rows.openLine ?? this.#lines.line;
  }

  push(chunk: Uint8Array): SourceLine[] {
    return this.#read(this.#rows.push(this.#lines.push(chunk)));
  }

  end(): SourceLine[] {
    return this.#read([...this.#rows.push(this.#lines.end()), ...this.#rows.end()]);
  }

  #read(rows: readonly CsvRow[]): SourceLine[] {
    const found: SourceLine[] = [];
    for (const row of rows) {
      if (this.#header === undefined) {
        const problem = this.#readHeader(row);
        if (problem !== undefined) found.push({ line: row.line, field: '', reason: problem });
        if (this.isDone) break;
      } else if ('problem' in row) found.push({ line: row.line, field: '', reason: row.problem });
      else if (row.cells.some((cell) => cell !== '')) found.push(this.#readCells(row, this.#header));
    }
    return found;
  }

  #readHeader(row: CsvRow): string | undefined {
    const header = 'problem' in row ? `the header cannot be read: ${row.problem}` : readHeader(row.cells, this.#source);
    if (typeof header !== 'string') this.#header = header;
    else this.isDone = true;
    return typeof header === 'string' ? header : undefined;
  }

  #readCells({ line, cells }: { line: number; cells: string[] }, { columns, kind }: CsvHeader): SourceLine {
    if (cells.length !== columns.length) {
      return { line, field: '', reason: `has ${count(cells.length, 'cell')}, the header ${columns.length}` };
    }
    const named = this.#named;
    for (let at = 0; at < cells.length; at++) {
      const column = columns[at] as string;
      if (column !== '') named[column] = cells[at] as string;
    }
    if (kind === undefined && named.kind?.trim() === '') return { line, field: 'kind', reason: noKind(this.#name) };
    return { line, value: fromCsvRow(named, kind) };
  }

  get #source(): { name: string; kind: RecordKind | undefined } {
    return { name: this.#name, kind: this.#kind };
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
