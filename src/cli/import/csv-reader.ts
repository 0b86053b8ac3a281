import { fromCsvRow, unknownColumns } from '../../domain/market/records/csv.ts';
import type { RecordKind } from '../../domain/market/records/envelope.ts';
import { LineSplitter } from '../../market/record-text/lines.ts';
import { type CsvHeader, readHeader, unknownKindProblem } from './csv-header.ts';
import { type CsvRow, CsvRowParser } from './csv-rows.ts';
import type { SourceLine, SourceReader } from './source-reader.ts';

/** Reads a CSV file into records that are not checked yet. Empty rows, which spreadsheets add, are skipped. */
export class CsvReader implements SourceReader {
  readonly #name: string;
  readonly #kind: RecordKind | undefined;
  readonly #setKind: string | undefined;
  readonly #lines = new LineSplitter({ isRaw: true });
  readonly #rows = new CsvRowParser();
  /** The current row by column. Every row sets every column, so one object serves all: new objects take twice as long. */
  readonly #cellsByColumn: { [column: string]: string } = {};
  #header: CsvHeader | undefined;
  /** True when the header is invalid: the rest of the file is not read. */
  isDone = false;

  /** `setKind`: how the caller gives the kind of all rows, for errors. */
  constructor(name: string, kind: RecordKind | undefined, setKind?: string) {
    this.#name = name;
    this.#kind = kind;
    this.#setKind = setKind;
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
        if (problem !== undefined) found.push({ line: row.line, field: '', reason: problem, text: row.text });
        if (this.isDone) break;
        found.push(...this.#warnOfColumns(row.line));
      } else if ('problem' in row) found.push({ line: row.line, field: '', reason: row.problem, text: row.text });
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

  /** A column "kind" in the header lets rows of all kinds follow. */
  #warnOfColumns(line: number): SourceLine[] {
    const { columns, kind } = this.#header as CsvHeader;
    const unknown = unknownColumns(columns, columns.includes('kind') ? undefined : kind);
    return unknown.length === 0 ? [] : [{ line, unknownColumns: unknown }];
  }

  #readCells({ line, text, cells }: Extract<CsvRow, { cells: string[] }>, { columns, kind }: CsvHeader): SourceLine {
    if (cells.length !== columns.length) {
      return {
        line,
        text,
        field: '',
        reason: `the row has ${count(cells.length, 'cell')}, the header has ${columns.length}`,
      };
    }
    const cellsByColumn = this.#cellsByColumn;
    for (let index = 0; index < cells.length; index++) {
      const column = columns[index] as string;
      if (column !== '') cellsByColumn[column] = cells[index] as string;
    }
    if (kind === undefined && cellsByColumn.kind?.trim() === '')
      return { line, text, field: 'kind', reason: unknownKindProblem(this.#name, this.#setKind) };
    return { line, text, value: fromCsvRow(cellsByColumn, kind) };
  }

  get #source() {
    return { name: this.#name, kind: this.#kind, setKind: this.#setKind };
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
