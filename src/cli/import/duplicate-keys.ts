import type { SeenKeys } from '../../market/intake/intake.ts';
import { KeyLines } from './key-lines.ts';

/** Finds records that occur twice in the files of one import. Lines are numbered through all files. */
export class DuplicateKeys {
  readonly #keys = new KeyLines();
  readonly #files: { name: string; linesBefore: number }[] = [];
  #lines = 0;

  /** Starts the next file, and returns the check for its records. */
  inFile(name: string): SeenKeys {
    const linesBefore = this.#lines;
    this.#files.push({ name, linesBefore });
    return {
      firstLocation: (key, line) => {
        this.#lines = Math.max(this.#lines, linesBefore + line);
        const first = this.#keys.firstLine(key, linesBefore + line);
        return first === undefined ? undefined : this.#describe(first, name);
      },
      remove: (key) => this.#keys.delete(key),
    };
  }

  #describe(line: number, currentFile: string): string {
    const file = this.#files.findLast(({ linesBefore }) => linesBefore < line);
    const position = `line ${line - (file?.linesBefore ?? 0)}`;
    return file === undefined || file.name === currentFile ? position : `${position} of ${file.name}`;
  }
}
