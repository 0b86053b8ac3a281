import type { SeenBefore } from '../../market/intake.ts';
import { KeyLines } from './key-lines.ts';

/** What the files of one run have had, with lines numbered through all of them. */
export class DuplicateKeys {
  readonly #keys = new KeyLines();
  readonly #files: { name: string; before: number }[] = [];
  #lines = 0;

  /** The next file; what it must tell of its lines. */
  file(name: string): SeenBefore {
    const before = this.#lines;
    this.#files.push({ name, before });
    return {
      firstPlace: (key, line) => {
        this.#lines = Math.max(this.#lines, before + line);
        const first = this.#keys.firstLine(key, before + line);
        return first === undefined ? undefined : this.#inWords(first, name);
      },
      forget: (key) => this.#keys.forget(key),
    };
  }

  #inWords(line: number, here: string): string {
    const file = this.#files.findLast(({ before }) => before < line);
    const place = `line ${line - (file?.before ?? 0)}`;
    return file === undefined || file.name === here ? place : `${place} of ${file.name}`;
  }
}
