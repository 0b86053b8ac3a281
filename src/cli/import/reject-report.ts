import { type FileHandle, open } from 'node:fs/promises';

/** What was wrong with a line; the field is empty when it is the whole. */
export type LineProblem = { line: number; field: string; reason: string };

/** Enough to see what kind of mistake it is; a wrong column is wrong a million times. */
const PRINTED = 20;

/**
 * The lines that were not taken. The first are printed, all are written to a file of JSON lines, which is made when there is one:
 * an import without problems leaves nothing behind, and no file of an earlier one is lost.
 */
export class RejectReport {
  readonly #path: string;
  readonly #print: (line: string) => void;
  #file: FileHandle | undefined;
  #last = { file: '', line: 0 };
  /** A line may have several problems. */
  problems = 0;
  lines = 0;

  constructor({ path, print }: { path: string; print: (line: string) => void }) {
    this.#path = path;
    this.#print = print;
  }

  /** Resolves when they are written, so who waits for it cannot fill the memory; rejects when the file cannot be written. */
  async add(file: string, rejects: readonly LineProblem[]): Promise<void> {
    if (rejects.length === 0) return;
    let text = '';
    for (const { line, field, reason } of rejects) {
      if (this.#last.line !== line || this.#last.file !== file) this.lines++;
      this.#last = { file, line };
      this.problems++;
      if (this.problems <= PRINTED)
        this.#print(printable(`${file}:${line} ${field === '' ? '' : `${field}: `}${reason}`));
      else if (this.problems === PRINTED + 1) this.#print(printable(`... and more: all are in ${this.#path}`));
      text += `${JSON.stringify({ file, line, field, reason })}\n`;
    }
    this.#file ??= await open(this.#path, 'w');
    await this.#file.appendFile(text);
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

/** Names come from the input: none may move the cursor or change the colours of the operator's terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
