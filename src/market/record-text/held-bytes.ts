/** Market records are far smaller: a longer one is a mistake or an attack. */
export const MAX_RECORD_BYTES = 1024 * 1024;
export const TOO_LONG = `longer than 1 MiB (${MAX_RECORD_BYTES} bytes)`;

const FIRST_SIZE = 4096;

/**
 * The beginning of a record whose rest has not arrived yet. It is one growing buffer and not a list of chunks: a caller that
 * sends one byte at a time would make a million chunks of one record. Past the limit all bytes are dropped until `take`.
 */
export class HeldBytes {
  readonly #max: number;
  #bytes = new Uint8Array(0);
  #length = 0;
  #isTooLong = false;

  constructor(max: number) {
    this.#max = max;
  }

  get isEmpty(): boolean {
    return this.#length === 0 && !this.#isTooLong;
  }

  add(part: Uint8Array): void {
    const length = this.#length + part.length;
    if (this.#isTooLong || length > this.#max) {
      this.#isTooLong = true;
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

  /** Returns all bytes and empties the buffer; undefined when they exceeded the limit. Valid until the next `add`. */
  take(): Uint8Array | undefined {
    const bytes = this.#isTooLong ? undefined : this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    this.#isTooLong = false;
    return bytes;
  }
}
