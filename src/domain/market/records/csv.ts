import { readWord } from '../../vocabulary.ts';
import { fieldsOf } from '../records.ts';
import { RECORD_KINDS, type RecordKind } from './envelope.ts';
import type { Field } from './field.ts';

/** Where the value of a column goes: into the record, or into one of its objects. */
type Column = { into: string | undefined; name: string; field: Field | undefined };

const YES = ['true', 'yes', '1'] as const;
const NO = ['false', 'no', '0'] as const;

/** The columns that a kind of record has. */
class CsvColumns {
  readonly #columns = new Map<string, Column>();
  readonly #open: readonly string[];

  constructor(fields: readonly Field[]) {
    for (const field of fields) {
      this.#add(field.name, { into: undefined, name: field.name, field });
      for (const inner of field.fields) {
        this.#add(`${field.name}.${inner.name}`, { into: field.name, name: inner.name, field: inner });
      }
    }
    this.#open = fields.filter((field) => field.type === 'json').map((field) => field.name);
  }

  /** Column names match in any case, as query parameters do: they are typed by people. */
  #add(path: string, column: Column): void {
    this.#columns.set(path, column);
    this.#columns.set(path.toLowerCase(), column);
  }

  columnOf(path: string): Column | undefined {
    const known = this.#columns.get(path) ?? this.#columns.get(path.toLowerCase());
    if (known !== undefined) return known;
    const column = this.#openColumnOf(path);
    // Cached for the next row, which has the same columns. A file has one header, so the map stays small.
    if (column !== undefined) this.#columns.set(path, column);
    return column;
  }

  /** `attributes.Title` goes into the open object under the name as it is written. */
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
};

/**
 * The record that a CSV row means, for `readRecord` to check. Cells are text, so each is turned into what its field
 * wants; one that cannot be is left as it is, for the check to report by name. An empty cell is an absent field.
 * Objects are JSON in a cell (`{"country":"US"}`) or a column for each field (`shipsFrom.country`), lists are JSON.
 * Columns that no field has are ignored. `kind` is for files without a column of that name, whose rows are all of one
 * kind.
 */
export function fromCsvRow(row: { readonly [column: string]: string }, kind?: RecordKind): Record<string, unknown> {
  const said = row.kind?.trim() || kind;
  const known = said === undefined ? undefined : readWord(RECORD_KINDS, said);
  if (known === undefined) return { kind: said };
  const columns = COLUMNS[known];
  const record: Record<string, unknown> = { kind: known };
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

function put(record: Record<string, unknown>, into: string, name: string, value: unknown): void {
  record[into] ??= {};
  const object = record[into];
  // A cell with the whole object that is no JSON: leave it for the check to report.
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

/** A decimal number as JSON writes it, bar leading zeros; `Number` alone also takes `0x10` and `Infinity`. */
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
