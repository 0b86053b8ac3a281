import { findUnknownFields, kindIn, type UnknownField } from '../../domain/market/records/unknown-fields.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import type { Warning } from '../../wire/warning.ts';

/** Enough to find the mistakes: a wrong name is mostly wrong in every record. It also bounds the memory. */
const MAX_FIELDS = 20;
const MAX_PATH_CHARACTERS = 100;

type Found = { readonly line: number; readonly path: string; readonly kind: string; meant?: string; times: number };

/** Fields of records that have no effect: each once, where it occurs first, with the nearest name that exists. */
export class UnknownFields {
  readonly #found = new Map<string, Found>();
  #hasMore = false;

  /** Looks for unknown fields in a record that is not checked yet. */
  check(line: number, value: unknown): void {
    const kind = kindIn(value);
    if (kind !== undefined) findUnknownFields(value, kind, (field) => this.#add(line, kind, field));
  }

  #add(line: number, kind: string, { path: whole, name, known }: UnknownField): void {
    const path = whole.length > MAX_PATH_CHARACTERS ? `${whole.slice(0, MAX_PATH_CHARACTERS)}...` : whole;
    const key = `${kind} ${path}`;
    const found = this.#found.get(key);
    if (found) found.times += 1;
    else if (this.#found.size === MAX_FIELDS) this.#hasMore = true;
    else {
      const meant = nearestName(name, known);
      this.#found.set(key, { line, path, kind, ...(meant !== undefined && { meant }), times: 1 });
    }
  }

  warnings(): Warning[] {
    const warnings = [...this.#found.values()].map(warningOf);
    if (this.#hasMore) warnings.push(MORE);
    return warnings;
  }
}

const warningOf = ({ line, path, kind, meant, times }: Found): Warning => ({
  code: 'UnknownKey',
  message: `Line ${line}: ${path} is not a field of ${kind} records.`,
  details: `It has no effect${meant === undefined ? '' : `; did you mean ${meant}?`}${timesText(times, meant)}`,
});

function timesText(times: number, meant: string | undefined): string {
  const end = meant === undefined ? '.' : '';
  return times === 1 ? end : `${end} It occurs ${times.toLocaleString('en-US')} times.`;
}

const MORE: Warning = {
  code: 'UnknownKey',
  message: 'There are more unknown fields.',
  details: `The first ${MAX_FIELDS} are listed. docs/market-records.md has the fields of all records.`,
};
