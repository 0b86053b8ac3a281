import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** A pipe with a name. The test reads it when it likes, or stands still, or goes away and comes back. */
export class Fifo {
  readonly #folder = mkdtempSync(join(tmpdir(), 'fifo-'));
  readonly #path = join(this.#folder, 'pipe');
  #reader: number | undefined;
  #text = '';

  constructor() {
    execFileSync('mkfifo', [this.#path]);
    this.openReader();
  }

  /** A blocking descriptor to hand to a process as its standard output. The caller closes it. */
  openWriter(): number {
    return openSync(this.#path, O_WRONLY);
  }

  openReader(): void {
    this.#reader = openSync(this.#path, O_RDONLY | O_NONBLOCK);
  }

  closeReader(): void {
    if (this.#reader !== undefined) closeSync(this.#reader);
    this.#reader = undefined;
  }

  /** Reads what is in the pipe now, and returns everything read so far. */
  read(): string {
    const buffer = Buffer.alloc(65_536);
    try {
      for (;;) {
        const length = readSync(this.#reader ?? -1, buffer);
        if (length === 0) return this.#text;
        this.#text += buffer.toString('utf8', 0, length);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      return this.#text;
    }
  }

  remove(): void {
    this.closeReader();
    rmSync(this.#folder, { recursive: true });
  }
}
