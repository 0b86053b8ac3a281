/** No record of the market is near this size: a longer one is a mistake or an attack. */
export const MAX_RECORD_BYTES = 1024 * 1024;
export const TOO_LONG = `longer than 1 MiB (${MAX_RECORD_BYTES} bytes)`;

const FIRST_SIZE = 4096;

/**
 * The beginning of a record whose rest has not arrived yet. One buffer that grows, not a list of pieces: a caller who sends a byte
 * at a time would make a million pieces of one record. Past the limit the bytes are forgotten, and so are those that follow.
 */
export class HeldBytes {
  readonly #max: number;
  #bytes = new Uint8Array(0);
  #length = 0;
  #tooMany = false;

  constructor(max: number) {
    this.#max = max;
  }

  get isEmpty(): boolean {
    return this.#length === 0 && !this.#tooMany;
  }

  add(part: Uint8Array): void {
    const length = this.#length + part.length;
    if (this.#tooMany || length > this.#max) {
      this.#tooMany = true;
      return;
    }
    if (length > this.#bytes.length) {
      const bytes = new Uint8Array(Math.max(FIRST_SIZE, 2 * length));
      bytes.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = bytes;
    }
    this.#bytes.set(part, this.#length);
    this.#length = length;
  }

  /** All that was added, undefined when it was too much; then it is empty again. Good until the next `add`. */
  take(): Uint8Array | undefined {
    const bytes = this.#tooMany ? undefined : this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    this.#tooMany = false;
    return bytes;
  }
}
