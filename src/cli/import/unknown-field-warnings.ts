import type { RecordKind } from '../../domain/market/records/envelope.ts';
import { findUnknownFields, type UnknownField } from '../../domain/market/records/unknown-fields.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import { printable } from './reject-report.ts';

/** Enough to find the mistakes: a wrong name is mostly wrong in every record. */
const MAX_PRINTED = 20;
/** Bounds the memory for files in which every record has other names. */
const MAX_COUNTED = 1_000;

/** Warns of fields that the import ignores: each name once, with the nearest name that exists. */
export class UnknownFieldWarnings {
  readonly #print: (line: string) => void;
  /** How often each field occurs, by file, path and kind. */
  readonly #times = new Map<string, number>();

  constructor(print: (line: string) => void) {
    this.#print = print;
  }

  /** Looks for unknown fields in a record that is not checked yet. */
  check(file: string, line: number, value: unknown, kind: RecordKind): void {
    findUnknownFields(value, kind, (field) => this.add(file, line, field, ` of ${kind} records`));
  }

  add(file: string, line: number, { path, name, known }: UnknownField, ofWhat = ''): void {
    const key = `${file}: ${path}${ofWhat}`;
    const times = this.#times.get(key);
    if (times === undefined && this.#times.size === MAX_COUNTED) return;
    this.#times.set(key, (times ?? 0) + 1);
    if (times !== undefined || this.#times.size > MAX_PRINTED + 1) return;
    const nearest = nearestName(name, known);
    const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
    const warning = `${file}:${line} ${path}: unknown field, ignored${hint}`;
    this.#print(this.#times.size > MAX_PRINTED ? '... more unknown fields follow' : printable(warning));
  }

  /** Says how often each field occurred: a mistake in one record differs from one in all. Call it at the end. */
  summarize(): void {
    for (const [key, times] of [...this.#times].slice(0, MAX_PRINTED)) {
      if (times > 1) this.#print(printable(`${key}: ignored ${times.toLocaleString('en-US')} times`));
    }
  }
}
