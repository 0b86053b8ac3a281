import { ElementSplitter } from './elements.ts';
import { LineSplitter, type RecordText, type Splitter } from './lines.ts';
import { isBlank } from './text.ts';

const OPEN_LIST = 91;

/** The splitter for JSON of which nobody said how its records are written: an array when it begins with `[`, else one a line. */
export function recordSplitter(): Splitter {
  return new EitherSplitter();
}

class EitherSplitter implements Splitter {
  /** Lines until shown otherwise: blank ones, and there may be many, are counted and not kept. */
  #splitter: Splitter = new LineSplitter();
  #isSettled = false;

  get line(): number {
    return this.#splitter.line;
  }

  push(chunk: Uint8Array): RecordText[] {
    if (this.#isSettled) return this.#splitter.push(chunk);
    const at = firstByteAt(chunk);
    this.#isSettled = at >= 0;
    if (chunk[at] !== OPEN_LIST) return this.#splitter.push(chunk);
    const before = this.#splitter.push(chunk.subarray(0, at));
    this.#splitter = new ElementSplitter({ line: this.line });
    return [...before, ...this.#splitter.push(chunk.subarray(at))];
  }

  end(): RecordText[] {
    return this.#splitter.end();
  }
}

/** Where the first byte is that is neither blank nor of a byte order mark, by which JSON and CSV can be told apart; or -1. */
export function firstByteAt(bytes: Uint8Array): number {
  return bytes.findIndex((byte) => !isBlank(byte) && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
}
