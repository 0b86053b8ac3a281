import { HeldBytes, MAX_RECORD_BYTES, TOO_LONG } from './held-bytes.ts';
import type { RecordText, Splitter } from './lines.ts';
import { decodeText, isBlank, textProblem } from './text.ts';

const LF = 10;
const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** The bytes that can change anything inside an object: nearly all do not, and to know it from a table is twice as fast. */
const MEANS_SOMETHING = new Uint8Array(256);
for (const byte of [LF, QUOTE, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT]) MEANS_SOMETHING[byte] = 1;

/** What comes next: the array, its first element, one after a comma, the rest of one, a comma, nothing; or nobody cares any more. */
type State = 'start' | 'first' | 'next' | 'inside' | 'after' | 'done' | 'lost';

/**
 * The elements of one JSON array, however they are spread over lines. Each comes out as a text or as a problem; a wrong element
 * costs its neighbours nothing, as long as its brackets and quotes are closed. A text that is still open at the end of its line,
 * which JSON forbids, is taken as closed there, so that a forgotten quote does not swallow the rest of the array.
 */
export class ElementSplitter implements Splitter {
  readonly #held = new HeldBytes(MAX_RECORD_BYTES);
  #state: State = 'start';
  #line: number;
  /** Bytes of the line that came with earlier chunks. */
  #lineBytes = 0;
  #beginLine = 0;
  #beginColumn = 0;
  #isUnseparated = false;
  #depth = 0;
  #inText = false;
  #isEscaped = false;

  constructor({ line = 1 }: { line?: number } = {}) {
    this.#line = line;
  }

  get line(): number {
    return this.#state === 'inside' ? this.#beginLine : this.#line;
  }

  push(chunk: Uint8Array): RecordText[] {
    const found: RecordText[] = [];
    // Where in the chunk the line begins; before it, when that was in an earlier one.
    let lineAt = -this.#lineBytes;
    let at = 0;
    while (at < chunk.length && this.#state !== 'lost') {
      if (this.#state === 'inside') {
        const end = this.#endOfElement(chunk, at);
        const part = chunk.subarray(at, end < 0 ? chunk.length : end);
        if (end < 0) this.#held.add(part);
        else this.#close(part, found);
        const lastLineAt = this.#countLines(part);
        if (lastLineAt > 0) lineAt = at + lastLineAt;
        at += part.length;
        continue;
      }
      const byte = chunk[at] as number;
      if (byte === LF) {
        this.#line++;
        lineAt = at + 1;
      } else if (!isBlank(byte)) {
        this.#between(byte, at - lineAt + 1, found);
        // The first byte of an element is looked at again, as a part of it.
        if ((this.#state as State) === 'inside') continue;
      }
      at++;
    }
    this.#lineBytes = chunk.length - lineAt;
    return found;
  }

  end(): RecordText[] {
    if (this.#state === 'inside') return [{ line: this.#beginLine, problem: 'the input ends inside this element' }];
    if (this.#state === 'first' || this.#state === 'next' || this.#state === 'after') {
      return [{ line: this.#line, problem: 'the input ends before the "]" of the array' }];
    }
    return [];
  }

  /** A byte outside of elements that is not blank. */
  #between(byte: number, column: number, found: RecordText[]): void {
    const line = this.#line;
    if (this.#state === 'start') {
      this.#state = byte === OPEN_LIST ? 'first' : 'lost';
      if (this.#state === 'lost') found.push({ line, problem: `column ${column}: a JSON array must begin with "["` });
    } else if (this.#state === 'done') {
      this.#state = 'lost';
      found.push({ line, problem: `column ${column}: nothing may follow the "]" of the array` });
    } else if (byte === CLOSE_LIST) {
      if (this.#state === 'next')
        found.push({ line, problem: `column ${column}: expected an element after the comma` });
      this.#state = 'done';
    } else if (byte === COMMA) {
      if (this.#state !== 'after')
        found.push({ line, problem: `column ${column}: expected an element before the comma` });
      this.#state = 'next';
    } else {
      this.#isUnseparated = this.#state === 'after';
      this.#beginLine = line;
      this.#beginColumn = column;
      this.#depth = 0;
      this.#inText = false;
      this.#isEscaped = false;
      this.#state = 'inside';
    }
  }

  /** Just past the element's last byte; -1 when that has not come yet. */
  #endOfElement(chunk: Uint8Array, from: number): number {
    let depth = this.#depth;
    let inText = this.#inText;
    let at = from;
    // The byte after a backslash that ended the chunk before.
    if (this.#isEscaped) at++;
    const { length } = chunk;
    for (; at < length; at++) {
      if (depth > 0) {
        while (at < length && MEANS_SOMETHING[chunk[at] as number] === 0) at++;
        if (at === length) break;
      }
      const byte = chunk[at];
      if (inText) {
        if (byte === BACKSLASH) at++;
        else if (byte === QUOTE || byte === LF) {
          inText = false;
          if (depth === 0) return byte === LF ? at : at + 1;
        }
      } else if (byte === QUOTE) inText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
      else if ((byte === CLOSE_OBJECT || byte === CLOSE_LIST) && depth > 0) {
        if (--depth === 0) return at + 1;
      } else if (depth === 0 && (byte === COMMA || byte === CLOSE_LIST || isBlank(byte as number))) return at;
    }
    this.#depth = depth;
    this.#inText = inText;
    this.#isEscaped = at > chunk.length;
    return -1;
  }

  #close(rest: Uint8Array, found: RecordText[]): void {
    this.#state = 'after';
    const line = this.#beginLine;
    let bytes: Uint8Array | undefined = rest;
    if (!this.#held.isEmpty) {
      this.#held.add(rest);
      bytes = this.#held.take();
    }
    if (bytes === undefined || bytes.length > MAX_RECORD_BYTES) {
      found.push({ line, problem: TOO_LONG });
      return;
    }
    if (this.#isUnseparated) {
      found.push({ line, problem: `column ${this.#beginColumn}: expected a comma before this element` });
      return;
    }
    const text = decodeText(bytes);
    if (text === undefined) found.push({ line, problem: textProblem(bytes) });
    else found.push({ line, column: this.#beginColumn, text });
  }

  /** Counts the line ends in a part of an element; gives where its last line begins, 0 when it has but one. */
  #countLines(part: Uint8Array): number {
    let last = 0;
    for (let at = part.indexOf(LF); at >= 0; at = part.indexOf(LF, last)) {
      this.#line++;
      last = at + 1;
    }
    return last;
  }
}
