import type { RejectedText } from '../domain/market/import-run.ts';
import type { ImportFiles, ImportFileWriter } from './import-files.ts';

/** Nobody reads more than these, and they would fill the disk. An upload with more is refused; of a command the first ones are stored. */
export const MAX_REJECTED_LINES = 100_000;
export const MAX_REJECTED_BYTES = 200_000_000;

/** The rejected lines of a command, stored while they are found, so that the console has them: the first ones, up to a bound. */
export class KeptRejects {
  readonly #open: () => Promise<ImportFileWriter>;
  readonly #remove: () => Promise<void>;
  readonly #maxLines: number;
  #writer: ImportFileWriter | undefined;
  #bytes = 0;
  #isOver = false;
  /** Lines that are stored. */
  lines = 0;
  /** Why none are stored: an import does not end for that. */
  failure: unknown;

  constructor(files: ImportFiles, importId: string, maxLines = MAX_REJECTED_LINES) {
    this.#open = () => files.writer(importId, 'rejected');
    this.#remove = () => files.remove(importId, 'rejected');
    this.#maxLines = maxLines;
  }

  async add(problems: readonly RejectedText[]): Promise<void> {
    const texts = this.#isOver ? [] : this.#fitting(problems);
    if (texts.length === 0) return;
    await this.#try(async () => {
      this.#writer ??= await this.#open();
      await this.#writer.write(Buffer.from(texts.join('')));
    });
  }

  async end(): Promise<void> {
    const writer = this.#writer;
    this.#writer = undefined;
    if (writer !== undefined) await this.#try(() => writer.end());
  }

  #fitting(problems: readonly RejectedText[]): string[] {
    const texts: string[] = [];
    for (const { text, isNewLine } of problems) {
      this.#bytes += Buffer.byteLength(text);
      this.#isOver = (isNewLine && this.lines === this.#maxLines) || this.#bytes > MAX_REJECTED_BYTES;
      if (this.#isOver) break;
      if (isNewLine) this.lines += 1;
      texts.push(text);
    }
    return texts;
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#isOver = true;
      this.lines = 0;
      this.failure = error;
      await this.#remove().catch(() => undefined);
    }
  }
}
