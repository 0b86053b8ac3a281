import { ElementSplitter } from './elements.ts';
import { LineSplitter, type RecordText, type Splitter } from './lines.ts';
import { isBlank } from './text.ts';

const OPEN_LIST = 91;

/** Splits JSON of either form: one array when the input begins with `[`, else one record a line. */
export function recordSplitter(): Splitter {
  return new EitherSplitter();
}

class EitherSplitter implements Splitter {
  /** Lines until the first byte decides: leading blank lines, of which there may be many, are counted and not kept. */
  #splitter: Splitter = new LineSplitter();
  #isDecided = false;

  get line(): number {
    return this.#splitter.line;
  }

  push(chunk: Uint8Array): RecordText[] {
    if (this.#isDecided) return this.#splitter.push(chunk);
    const at = firstByteAt(chunk);
    this.#isDecided = at >= 0;
    if (chunk[at] !== OPEN_LIST) return this.#splitter.push(chunk);
    const before = this.#splitter.push(chunk.subarray(0, at));
    this.#splitter = new ElementSplitter({ line: this.line });
    return [...before, ...this.#splitter.push(chunk.subarray(at))];
  }

  end(): RecordText[] {
    return this.#splitter.end();
  }
}

/** The offset of the first byte that is neither blank nor part of a byte order mark; or -1. It tells JSON and CSV apart. */
export function firstByteAt(bytes: Uint8Array): number {
  return bytes.findIndex((byte) => !isBlank(byte) && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
}
