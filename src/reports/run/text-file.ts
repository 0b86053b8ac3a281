import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import type { Transform } from 'node:stream';
import type { MaybePromise } from '../../domain/maybe-promise.ts';

const BUFFERED_CHARACTERS = 65_536;

/** Bytes that a file writes go through it: it may throw because of them. */
export type OnBytes = (bytes: Uint8Array) => void;

/**
 * A file that grows by texts. Written synchronously: the process does nothing else, and a full disk is an error of the call that met
 * it. `through` compresses.
 */
export class TextFile {
  readonly #descriptor: number;
  readonly #through: Transform | undefined;
  readonly #onBytes: OnBytes;
  #buffered = '';
  #failure: unknown;
  bytes = 0;

  constructor(path: string, onBytes: OnBytes = () => undefined, through?: Transform) {
    this.#descriptor = openSync(path, 'w', 0o600);
    this.#through = through;
    this.#onBytes = onBytes;
    through?.on('data', (chunk: Uint8Array) => {
      try {
        this.#put(chunk);
      } catch (error) {
        this.#failure ??= error;
      }
    });
    through?.on('error', (error) => (this.#failure ??= error));
  }

  /** Await what it returns. */
  add(text: string): MaybePromise<void> {
    this.#buffered += text;
    return this.#buffered.length < BUFFERED_CHARACTERS ? undefined : this.#flush();
  }

  /** Everything is on the disk afterwards. */
  async end(): Promise<void> {
    try {
      await this.#flush();
      if (this.#through) {
        const ended = once(this.#through, 'end');
        this.#through.end();
        await ended;
      }
      this.#check();
      fsyncSync(this.#descriptor);
    } finally {
      closeSync(this.#descriptor);
    }
  }

  /** Ends without the rest: the file is of no use. */
  abandon(): void {
    this.#through?.destroy();
    closeSync(this.#descriptor);
  }

  async #flush(): Promise<void> {
    const chunk = Buffer.from(this.#buffered);
    this.#buffered = '';
    if (!this.#through) return this.#put(chunk);
    if (!this.#through.write(chunk)) await once(this.#through, 'drain');
    this.#check();
  }

  #put(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; ) from += writeSync(this.#descriptor, chunk, from);
    this.bytes += chunk.length;
    this.#onBytes(chunk);
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}
