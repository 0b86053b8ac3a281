const HIGH_SEED = 0x811c9dc5;
const LOW_SEED = 0x9747b28c;
/** The line of a deleted entry. */
const DELETED = 0xffffffff;

/**
 * A compact hash table from record keys to the line where each occurred first. A million keys as text would take a hundred
 * megabytes. Here an entry takes twelve bytes, a 64-bit hash of the key and a 32-bit line, in a table that is at most half
 * full. Two keys of a file of ten million lines share a hash once in 400,000 such files: the second key would be rejected
 * as a duplicate.
 */
export class KeyLines {
  #high = new Uint32Array(1 << 16);
  #low = new Uint32Array(1 << 16);
  #line = new Uint32Array(1 << 16);
  #size = 0;

  /** The line where the key occurred first. Undefined on its first occurrence, which is then recorded. */
  firstLine(key: string, line: number): number | undefined {
    const high = hash(key, HIGH_SEED);
    const low = hash(key, LOW_SEED);
    const slot = this.#slotOf(high, low);
    const recorded = this.#line[slot] as number;
    if (recorded !== 0 && recorded !== DELETED) return recorded;
    this.#put(slot, high, low, line);
    if (recorded === 0 && ++this.#size * 2 > this.#line.length) this.#grow();
    return undefined;
  }

  /** Whether the key occurred. */
  has(key: string): boolean {
    const recorded = this.#line[this.#slotOf(hash(key, HIGH_SEED), hash(key, LOW_SEED))];
    return recorded !== 0 && recorded !== DELETED;
  }

  /** Deletes a key: its next occurrence is the first again. */
  delete(key: string): void {
    const slot = this.#slotOf(hash(key, HIGH_SEED), hash(key, LOW_SEED));
    // The slot stays occupied, because a search for keys behind it would end at a free one.
    if (this.#line[slot] !== 0) this.#line[slot] = DELETED;
  }

  #put(slot: number, high: number, low: number, line: number): void {
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#line[slot] = line;
  }

  #slotOf(high: number, low: number): number {
    const mask = this.#line.length - 1;
    let slot = low & mask;
    while (this.#line[slot] !== 0 && (this.#high[slot] !== high || this.#low[slot] !== low)) slot = (slot + 1) & mask;
    return slot;
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
      this.#put(this.#slotOf(h, l), h, l, lines[n] as number);
    }
  }
}

/** FNV-1a over UTF-16 code units, with a final mix, because keys of one file often differ only in their last character. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let n = 0; n < text.length; n++) value = Math.imul(value ^ text.charCodeAt(n), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return (value ^ (value >>> 15)) >>> 0;
}
