import { type FileHandle, open } from 'node:fs/promises';
import type { RejectedText } from '../../domain/market/import-run.ts';

/** Why a line was rejected. `field` is empty when the whole line is wrong. `text` is the line, unless it cannot be read as text. */
export type LineProblem = { line: number; field: string; reason: string; text?: string | undefined };

type RejectReportOptions = {
  readonly path: string;
  readonly print: (line: string) => void;
  /** Stores the problems a second time, where others can read them. */
  readonly copy?: ((problems: readonly RejectedText[]) => Promise<void>) | undefined;
};

/** Enough to recognize a mistake: a wrong column is wrong in every line. */
const MAX_PRINTED = 20;
/** Lines of sellers hold e-mail addresses and phone numbers. */
const OWNER_ONLY = 0o600;

/**
 * Reports rejected lines: prints the first ones, and writes all to a file of JSON lines. The file is created with the first
 * problem: an import without problems writes no file, and does not overwrite the file of an earlier import. The first problem
 * of a line has its original text, so that the line can be corrected and imported again; with all of them, a line of 1 MiB
 * could fill the disk.
 */
export class RejectReport {
  readonly #path: string;
  readonly #print: (line: string) => void;
  readonly #copy: ((problems: readonly RejectedText[]) => Promise<void>) | undefined;
  #file: FileHandle | undefined;
  #last = { file: '', line: 0 };
  /** A line may have several problems, so this may exceed `lines`. */
  problems = 0;
  lines = 0;

  constructor({ path, print, copy }: RejectReportOptions) {
    this.#path = path;
    this.#print = print;
    this.#copy = copy;
  }

  /** Resolves when the problems are written: callers that wait cannot fill the memory. Rejects when the file cannot be written. */
  async add(file: string, problems: readonly LineProblem[]): Promise<void> {
    if (problems.length === 0) return;
    const texts: RejectedText[] = [];
    for (const { line, field, reason, text: original } of problems) {
      const isNewLine = this.#last.line !== line || this.#last.file !== file;
      if (isNewLine) this.lines++;
      this.#last = { file, line };
      this.problems++;
      if (this.problems <= MAX_PRINTED)
        this.#print(printable(`${file}:${line} ${field === '' ? '' : `${field}: `}${reason}`));
      else if (this.problems === MAX_PRINTED + 1)
        this.#print(printable(`... more problems follow; all are in ${this.#path}`));
      const text = `${JSON.stringify({ file, line, field, reason, ...(isNewLine && { original: original?.replace(/\r$/, '') }) })}\n`;
      texts.push({ text, isNewLine });
    }
    this.#file ??= await open(this.#path, 'w', OWNER_ONLY);
    await this.#file.appendFile(texts.map(({ text }) => text).join(''));
    await this.#copy?.(texts);
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}

/** Removes control characters: text of the input must not move the cursor or change the colours of the terminal. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}
