import { HeldBytes, MAX_RECORD_BYTES, TOO_LONG } from './held-bytes.ts';
import { decodeText, textProblem, withoutBom } from './text.ts';

/** The text of one record and its position, counted from 1 (the column in bytes); or the problem with it. */
export type RecordText =
  | { readonly line: number; readonly column: number; readonly text: string }
  | { readonly line: number; readonly problem: string };

/** Splits a stream of bytes into records. Memory is bounded, whatever arrives. */
export interface Splitter {
  /** The line at which the next record begins. */
  readonly line: number;
  /** Returns the records that this chunk completes. */
  push(chunk: Uint8Array): RecordText[];
  /** Returns the last record at the end of the input. Not for input that broke off: half a line can look like a whole one. */
  end(): RecordText[];
}

const LF = 10;
const CR = 13;
const BOM = 0xfeff;
/** Shorter than the longest line: only the first line of a window, which began earlier, can then be too long. */
const WINDOW = 256 * 1024;
/** A BOM and a CR do not count toward the limit of a record. */
const MAX_HELD_BYTES = MAX_RECORD_BYTES + 4;

/**
 * Splits text into lines that end with LF or CRLF, one record each. Blank lines are counted and skipped. A line that is too
 * long or is not UTF-8 becomes a problem; its neighbours are kept. `isRaw` is for CSV, where a record may have several lines:
 * nothing is skipped, and a CR at the end stays.
 */
export class LineSplitter implements Splitter {
  readonly #isRaw: boolean;
  readonly #held = new HeldBytes(MAX_HELD_BYTES);
  #line = 1;

  constructor({ isRaw = false }: { isRaw?: boolean } = {}) {
    this.#isRaw = isRaw;
  }

  get line(): number {
    return this.#line;
  }

  push(chunk: Uint8Array): RecordText[] {
    const found: RecordText[] = [];
    for (let from = 0; from < chunk.length; from += WINDOW) this.#split(chunk.subarray(from, from + WINDOW), found);
    return found;
  }

  end(): RecordText[] {
    const found: RecordText[] = [];
    if (!this.#held.isEmpty) this.#addLine(this.#held.take(), found);
    return found;
  }

  #split(window: Uint8Array, found: RecordText[]): void {
    let from = 0;
    if (!this.#held.isEmpty) {
      const end = window.indexOf(LF);
      this.#held.add(end < 0 ? window : window.subarray(0, end));
      if (end < 0) return;
      this.#addLine(this.#held.take(), found);
      from = end + 1;
    }
    const last = window.lastIndexOf(LF);
    if (last >= from) {
      this.#addLines(window.subarray(from, last), found);
      from = last + 1;
    }
    this.#held.add(window.subarray(from));
  }

  /**
   * Adds whole lines. They are decoded together: one by one takes twice as long. Raw lines are decoded one by one: V8 keeps
   * a whole text in memory while a slice of it is in use, and one CSV cell must not keep a whole block.
   */
  #addLines(block: Uint8Array, found: RecordText[]): void {
    const text = this.#isRaw ? undefined : decodeText(block);
    let from = 0;
    if (text === undefined) {
      for (let end = block.indexOf(LF); end >= 0; end = block.indexOf(LF, from)) {
        this.#addLine(block.subarray(from, end), found);
        from = end + 1;
      }
      this.#addLine(block.subarray(from), found);
      return;
    }
    if (this.#line === 1 && text.charCodeAt(0) === BOM) from = 1;
    for (let end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', from)) {
      this.#addText(text, from, end, found);
      from = end + 1;
    }
    this.#addText(text, from, text.length, found);
  }

  #addLine(line: Uint8Array | undefined, found: RecordText[]): void {
    const bytes = line !== undefined && this.#line === 1 ? withoutBom(line) : line;
    if (bytes === undefined || bytes.length - (bytes.at(-1) === CR ? 1 : 0) > MAX_RECORD_BYTES) {
      found.push({ line: this.#line++, problem: TOO_LONG });
      return;
    }
    const text = decodeText(bytes);
    if (text === undefined) found.push({ line: this.#line++, problem: textProblem(bytes) });
    else this.#addText(text, 0, text.length, found);
  }

  #addText(block: string, from: number, to: number, found: RecordText[]): void {
    const line = this.#line++;
    if (this.#isRaw) {
      found.push({ line, column: 1, text: block });
      return;
    }
    const text = block.slice(from, to > from && block.charCodeAt(to - 1) === CR ? to - 1 : to);
    const isBlank = text === '' || (text.charCodeAt(0) <= 32 && text.trim() === '');
    if (!isBlank) found.push({ line, column: 1, text });
  }
}
