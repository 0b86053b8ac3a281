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

/** The bytes that matter inside an object. Most bytes do not; a table lookup skips them twice as fast as comparisons. */
const IS_STRUCTURAL = new Uint8Array(256);
for (const byte of [LF, QUOTE, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT]) IS_STRUCTURAL[byte] = 1;

/**
 * What the next byte can belong to: the start of the array (`start`), its first element or its end (`first`), an element
 * after a comma (`next`), the rest of an element (`inside`), a comma or the end (`after`), nothing (`done`). `lost`: the
 * input is no array, and the rest is ignored.
 */
type State = 'start' | 'first' | 'next' | 'inside' | 'after' | 'done' | 'lost';

/**
 * Splits one JSON array into its elements, however they are spread over lines. Each element becomes a text or a problem. A
 * wrong element does not affect its neighbours, as long as its brackets and quotes are closed. A string that is still open
 * at the end of its line, which JSON forbids, counts as closed there: a missing quote affects only its element.
 */
export class ElementSplitter implements Splitter {
  readonly #held = new HeldBytes(MAX_RECORD_BYTES);
  #state: State = 'start';
  #line: number;
  /** How many bytes of the current line earlier chunks had. */
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
    // The offset at which the current line begins; negative when it began in an earlier chunk.
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
        // The first byte of an element is read again, as a part of the element.
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

  /** Handles a byte outside of elements that is not blank. */
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

  /** The offset after the element's last byte; -1 when that byte has not arrived yet. */
  #endOfElement(chunk: Uint8Array, from: number): number {
    let depth = this.#depth;
    let inText = this.#inText;
    let at = from;
    // Skip the byte after a backslash that ended the previous chunk.
    if (this.#isEscaped) at++;
    const { length } = chunk;
    for (; at < length; at++) {
      if (depth > 0) {
        while (at < length && IS_STRUCTURAL[chunk[at] as number] === 0) at++;
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

  /** Counts the line ends in a part of an element. Returns the offset of its last line; 0 when it has only one. */
  #countLines(part: Uint8Array): number {
    let last = 0;
    for (let at = part.indexOf(LF); at >= 0; at = part.indexOf(LF, last)) {
      this.#line++;
      last = at + 1;
    }
    return last;
  }
}
