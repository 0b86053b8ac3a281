import { RECORD_KINDS, type RecordKind } from '../../domain/market/records/envelope.ts';
import type { Field } from '../../domain/market/records/field.ts';
import { fieldsOf } from '../../domain/market/records.ts';

export type CsvHeader = {
  /** A name for each cell of a row; empty for a cell of no column. */
  readonly columns: readonly string[];
  /** What a row is that does not say it itself. */
  readonly kind: RecordKind | undefined;
};

type Source = { name: string; kind?: RecordKind | undefined };

/** The columns that the first row names; or what is wrong with it, and then no row can be read. */
export function readHeader(cells: readonly string[], source: Source): CsvHeader | string {
  const columns = cells.map((cell) => (/^\s*kind\s*$/i.test(cell) ? 'kind' : cell.trim()));
  const kind = source.kind ?? kindInName(source.name);
  const twice = repeated(columns);
  if (twice !== undefined) return `the header has the column ${twice} twice`;
  // Each row is of its own kind: what it lacks is found when it is checked.
  if (columns.includes('kind')) return { columns, kind };
  if (kind === undefined) return noKind(source.name);
  const missing = missingColumns(columns, kind);
  if (missing.length === 0) return { columns, kind };
  return `the header lacks ${missing.join(', ')}; ${hint(cells)}columns of ${kind} records are ${columnsOf(kind).join(', ')}`;
}

/** The kind that a file name speaks of: `Offers-2026.csv`, `fee_schedule.csv.gz`. Undefined when it is none, or more than one. */
export function kindInName(name: string): RecordKind | undefined {
  const named = kindsInName(name);
  return named.length === 1 ? named[0] : undefined;
}

function kindsInName(name: string): RecordKind[] {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase();
  return RECORD_KINDS.filter((kind) =>
    kind === 'feeSchedule' ? /fee[-_. ]*schedule/.test(base) : base.includes(kind),
  );
}

export function noKind(name: string): string {
  const named = kindsInName(name);
  const why = named.length > 1 ? `the file name speaks of ${named.join(' and ')}` : 'what the rows are is not said';
  return `${why}: add a column "kind", give the kind when importing, or put one of ${RECORD_KINDS.join(', ')} into the file name`;
}

function repeated(columns: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const column of columns) {
    // In an open object (attributes.Title) case matters.
    const name = column.includes('.') ? column : column.toLowerCase();
    if (name !== '' && seen.has(name)) return column;
    seen.add(name);
  }
  return undefined;
}

function missingColumns(columns: readonly string[], kind: RecordKind): string[] {
  const names = columns.map((column) => column.toLowerCase());
  // A file with deletions may have nothing but keys.
  const hasOp = names.includes('op');
  const isThere = ({ name }: Field) =>
    names.some((column) => column === name.toLowerCase() || column.startsWith(`${name.toLowerCase()}.`));
  return fieldsOf(kind)
    .filter((field) => field.name !== 'kind' && (field.need === 'key' || (field.need === 'required' && !hasOp)))
    .filter((field) => !isThere(field))
    .map((field) => field.name);
}

function columnsOf(kind: RecordKind): string[] {
  return fieldsOf(kind).flatMap((field) => {
    if (field.type === 'json') return [field.name, `${field.name}.ANYTHING`];
    return [field.name, ...field.fields.map((inner) => `${field.name}.${inner.name}`)];
  });
}

/** What spreadsheets do otherwise, and looks the same to the eye. */
function hint(cells: readonly string[]): string {
  if (cells.length === 1 && /[;\t|]/.test(cells[0] as string)) return 'cells are separated by commas; ';
  if (cells.some((cell) => cell.includes('\r'))) return 'lines end with LF or CRLF; ';
  return '';
}
