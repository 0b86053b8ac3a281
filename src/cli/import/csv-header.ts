import { RECORD_KINDS, type RecordKind } from '../../domain/market/records/envelope.ts';
import type { Field } from '../../domain/market/records/field.ts';
import { fieldsOf } from '../../domain/market/records/market-record.ts';

export type CsvHeader = {
  /** The column name of each cell of a row; empty for a column without a name. */
  readonly columns: readonly string[];
  /** The kind of a row that does not name its own. */
  readonly kind: RecordKind | undefined;
};

/** How the caller gives the kind of all rows: an option of the command, or a parameter of the upload. */
const KIND_OPTION = '--kind';
export const KIND_PARAMETER = 'the query parameter kind';

type Source = { name: string; kind?: RecordKind | undefined; setKind?: string | undefined };

/** Reads the header row. Returns a text when it is invalid: then no row of the file can be read. */
export function readHeader(cells: readonly string[], source: Source): CsvHeader | string {
  const columns = cells.map((cell) => (/^\s*kind\s*$/i.test(cell) ? 'kind' : cell.trim()));
  const kind = source.kind ?? kindInName(source.name);
  const duplicate = duplicateIn(columns);
  if (duplicate !== undefined) return `the header has the column ${duplicate} twice`;
  // Each row names its own kind. The check of the record finds missing columns.
  if (columns.includes('kind')) return { columns, kind };
  if (kind === undefined) return unknownKindProblem(source.name, source.setKind);
  const missing = missingColumns(columns, kind);
  if (missing.length === 0) return { columns, kind };
  return `the header has no column ${missing.join(', ')}; ${hint(cells)}columns of ${kind} records are ${columnsOf(kind).join(', ')}`;
}

/** The kind that a file name contains: `Offers-2026.csv`, `fee_schedule.csv.gz`. Undefined when it contains none, or several. */
export function kindInName(name: string): RecordKind | undefined {
  const named = kindsInName(name);
  return named.length === 1 ? named[0] : undefined;
}

function kindsInName(name: string): RecordKind[] {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1).toLowerCase();
  return RECORD_KINDS.filter((kind) => {
    if (kind === 'feeSchedule') return /fee[-_. ]*schedule/.test(base);
    return kind === 'priceGuard' ? /price[-_. ]*guard/.test(base) : base.includes(kind);
  });
}

export function unknownKindProblem(name: string, setKind = KIND_OPTION): string {
  const named = kindsInName(name);
  const why = named.length > 1 ? `the file name contains ${named.join(' and ')}` : 'the kind of the rows is unknown';
  return `${why}: add a column "kind", set ${setKind}, or put one of ${RECORD_KINDS.join(', ')} into the file name`;
}

function duplicateIn(columns: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const column of columns) {
    // The fields of an open object (attributes.Title) are case-sensitive.
    const name = column.includes('.') ? column : column.toLowerCase();
    if (name !== '' && seen.has(name)) return column;
    seen.add(name);
  }
  return undefined;
}

function missingColumns(columns: readonly string[], kind: RecordKind): string[] {
  const names = columns.map((column) => column.toLowerCase());
  // A file with deletions may have only keys.
  const hasOp = names.includes('op');
  const isPresent = ({ name }: Field) =>
    names.some((column) => column === name.toLowerCase() || column.startsWith(`${name.toLowerCase()}.`));
  return fieldsOf(kind)
    .filter((field) => field.name !== 'kind' && (field.need === 'key' || (field.need === 'required' && !hasOp)))
    .filter((field) => !isPresent(field))
    .map((field) => field.name);
}

function columnsOf(kind: RecordKind): string[] {
  return fieldsOf(kind).flatMap((field) => {
    if (field.type === 'json') return [field.name, `${field.name}.ANYTHING`];
    return [field.name, ...field.fields.map((inner) => `${field.name}.${inner.name}`)];
  });
}

/** Deviations of spreadsheet programs that are hard to see. */
function hint(cells: readonly string[]): string {
  if (cells.length === 1 && /[;\t|]/.test(cells[0] as string)) return 'cells are separated by commas; ';
  if (cells.some((cell) => cell.includes('\r'))) return 'lines end with LF or CRLF; ';
  return '';
}
