import { readWord } from '../../vocabulary.ts';
import { RECORD_KINDS, type RecordKind } from './envelope.ts';
import type { Field } from './field.ts';
import { fieldsOf } from './market-record.ts';
import type { UnknownField } from './unknown-fields.ts';

/** The target of a column: a field of the record (`into` is undefined), or of one of its objects. */
type Column = { into: string | undefined; name: string; field: Field | undefined };

const YES = ['true', 'yes', '1'] as const;
const NO = ['false', 'no', '0'] as const;

/** The columns of a kind of record. */
class CsvColumns {
  readonly #columns = new Map<string, Column>();
  readonly #open: readonly string[];
  /** As the guide writes them. */
  readonly names: readonly string[];

  constructor(fields: readonly Field[]) {
    for (const field of fields) {
      this.#add(field.name, { into: undefined, name: field.name, field });
      for (const inner of field.fields) {
        this.#add(`${field.name}.${inner.name}`, { into: field.name, name: inner.name, field: inner });
      }
    }
    this.#open = fields.filter((field) => field.type === 'json').map((field) => field.name);
    this.names = fields.flatMap(({ name, fields: inner }) => [name, ...inner.map((one) => `${name}.${one.name}`)]);
  }

  /** Column names match in any case, as query parameters do, because people type them. */
  #add(path: string, column: Column): void {
    this.#columns.set(path, column);
    this.#columns.set(path.toLowerCase(), column);
  }

  columnOf(path: string): Column | undefined {
    const found = this.#columns.get(path) ?? this.#columns.get(path.toLowerCase());
    if (found !== undefined) return found;
    const column = this.#openColumnOf(path);
    // Cached for the next row, which has the same columns. A file has one header, so the map stays small.
    if (column !== undefined) this.#columns.set(path, column);
    return column;
  }

  /** `attributes.Title` goes into the open object `attributes`, with the name as it is written. */
  #openColumnOf(path: string): Column | undefined {
    const dot = path.indexOf('.');
    const into = this.#open.find((name) => name.toLowerCase() === path.slice(0, dot).toLowerCase());
    return into === undefined ? undefined : { into, name: path.slice(dot + 1), field: undefined };
  }
}

const COLUMNS: { readonly [K in RecordKind]: CsvColumns } = {
  marketplace: new CsvColumns(fieldsOf('marketplace')),
  seller: new CsvColumns(fieldsOf('seller')),
  item: new CsvColumns(fieldsOf('item')),
  offer: new CsvColumns(fieldsOf('offer')),
  feeSchedule: new CsvColumns(fieldsOf('feeSchedule')),
  priceGuard: new CsvColumns(fieldsOf('priceGuard')),
};

/**
 * Converts a CSV row to the input of `readRecord`. Each cell is converted to the type of its field. A cell that cannot be
 * converted stays text, and `readRecord` reports it by name. An empty cell is an absent field. An object is JSON in a
 * cell (`{"country":"US"}`) or has a column for each field (`shipsFrom.country`); a list is JSON. Unknown columns are
 * ignored. `kind` is for files without a column of that name, whose rows are all of one kind.
 */
export function fromCsvRow(row: { readonly [column: string]: string }, kind?: RecordKind): Record<string, unknown> {
  const kindText = row.kind?.trim() || kind;
  const rowKind = kindText === undefined ? undefined : readWord(RECORD_KINDS, kindText);
  if (rowKind === undefined) return { kind: kindText };
  const columns = COLUMNS[rowKind];
  const record: Record<string, unknown> = { kind: rowKind };
  for (const path in row) {
    const cell = row[path] as string;
    if (cell === '') continue;
    const column = columns.columnOf(path);
    if (column === undefined) continue;
    const value = column.field === undefined ? cell : cellValue(column.field, cell);
    if (value === undefined) continue;
    if (column.into === undefined) record[column.name] = value;
    else put(record, column.into, column.name, value);
  }
  return record;
}

/** The columns that rows of this kind ignore. Without a kind, rows name their own: those that rows of every kind ignore. */
export function unknownColumns(columns: readonly string[], kind: RecordKind | undefined): UnknownField[] {
  const kinds = kind === undefined ? RECORD_KINDS : [kind];
  const known = kinds.flatMap((one) => COLUMNS[one].names);
  return columns
    .filter((column) => column !== '' && kinds.every((one) => COLUMNS[one].columnOf(column) === undefined))
    .map((column) => ({ path: column, name: column, known }));
}

function put(record: Record<string, unknown>, into: string, name: string, value: unknown): void {
  record[into] ??= {};
  const object = record[into];
  // The cell of the whole object may be invalid JSON, that is, text: `readRecord` reports it.
  if (typeof object === 'object' && object !== null) (object as Record<string, unknown>)[name] = value;
}

function cellValue(field: Field, cell: string): unknown {
  if (field.type === 'sku' || field.type === 'text') return cell;
  const text = cell.trim();
  if (text === '') return undefined;
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return isNumber(text) ? Number(text) : text;
    case 'boolean':
      return readWord(YES, text) !== undefined ? true : readWord(NO, text) !== undefined ? false : text;
    case 'object':
    case 'list':
    case 'map':
    case 'json':
      return jsonOr(text);
    default:
      return text;
  }
}

/** A JSON number, with leading zeros allowed. `Number` alone also accepts `0x10` and `Infinity`. */
function isNumber(text: string): boolean {
  return /^-?[0-9]{1,20}(\.[0-9]{1,20})?(e[+-]?[0-9]{1,3})?$/i.test(text);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
