const HIGH = 0x811c9dc5;
const LOW = 0x9747b28c;
const FORGOTTEN = 0xffffffff;

/**
 * Which keys a run of an import has seen, and in which line first. A million keys as text would be a hundred megabytes;
 * here a key is 64 bits of hash and a line 32: twelve bytes, doubled while the table is at most half full. Two keys of a
 * file of ten million lines share a hash once in 400,000 such files; the second would be refused as a repetition.
 */
export class KeyLines {
  #high = new Uint32Array(1 << 16);
  #low = new Uint32Array(1 << 16);
  #line = new Uint32Array(1 << 16);
  #size = 0;

  /** The line that had the key first, when this is not the first time. */
  firstLine(key: string, line: number): number | undefined {
    const high = hash(key, HIGH);
    const low = hash(key, LOW);
    const at = this.#placeOf(high, low);
    const seen = this.#line[at] as number;
    if (seen !== 0 && seen !== FORGOTTEN) return seen;
    this.#put(at, high, low, line);
    if (seen === 0 && ++this.#size * 2 > this.#line.length) this.#grow();
    return undefined;
  }

  /** The next time is the first again. */
  forget(key: string): void {
    const at = this.#placeOf(hash(key, HIGH), hash(key, LOW));
    // Its place stays taken, or keys that stand behind it would not be found.
    if (this.#line[at] !== 0) this.#line[at] = FORGOTTEN;
  }

  #put(at: number, high: number, low: number, line: number): void {
    this.#high[at] = high;
    this.#low[at] = low;
    this.#line[at] = line;
  }

  #placeOf(high: number, low: number): number {
    const mask = this.#line.length - 1;
    let at = low & mask;
    while (this.#line[at] !== 0 && (this.#high[at] !== high || this.#low[at] !== low)) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const { length } = this.#line;
    const [high, low, lines] = [this.#high, this.#low, this.#line];
    this.#high = new Uint32Array(length * 2);
    this.#low = new Uint32Array(length * 2);
    this.#line = new Uint32Array(length * 2);
    for (let n = 0; n < length; n++) {
      if (lines[n] === 0) continue;
      const [h, l] = [high[n] as number, low[n] as number];
      this.#put(this.#placeOf(h, l), h, l, lines[n] as number);
    }
  }
}

/** FNV-1a over UTF-16 code units, with a last mix: keys of one file often differ in their last character only. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let n = 0; n < text.length; n++) value = Math.imul(value ^ text.charCodeAt(n), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return (value ^ (value >>> 15)) >>> 0;
}
