import { HeldBytes, MAX_RECORD_BYTES, TOO_LONG } from './held-bytes.ts';
import { decodeText, textProblem, withoutBom } from './text.ts';

/** The text of one record and where it begins, counted from 1 (the column in bytes); or why there is none. */
export type RecordText =
  | { readonly line: number; readonly column: number; readonly text: string }
  | { readonly line: number; readonly problem: string };

/** Takes bytes as they come and gives the records that are complete. Memory is bounded, whatever comes. */
export interface Splitter {
  /** Where the record begins that was not given yet. */
  readonly line: number;
  push(chunk: Uint8Array): RecordText[];
  /** What is left when nothing more will come. Not for input that broke off: half a line can look like a whole one. */
  end(): RecordText[];
}

const LF = 10;
const CR = 13;
const BOM = 0xfeff;
/** Smaller than a line may be, so that of the lines in one window only the first, begun before it, can be too long. */
const WINDOW = 256 * 1024;
/** A line may come with a BOM and a CR that are not counted. */
const MAX_HELD_BYTES = MAX_RECORD_BYTES + 4;

/**
 * One record a line, ended by LF or CRLF. Blank lines are counted and left out. A line that is too long, or no UTF-8, is a problem of
 * its own; its neighbours are kept. With `isRaw`, for CSV, where a record may have several lines: nothing is left out, and a CR
 * at the end stays.
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
   * Whole lines. Decoded together, one by one takes twice as long; but raw ones not: V8 makes cells that are cut out of a
   * text hold the whole of it in memory, and one cell that somebody keeps should not keep a block.
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
