// Why this is not pino's own destination (sonic-boom with `maxLength` and its `drop` event), which was tried:
// - Its flush at the end of the process repeats a failed write for ever: on a full disk the process never ends.
// - pino turns it off for good at the first EPIPE, so the next reader of a pipe gets nothing.
// - Its `drain` event does not say that nothing waits, so the line about dropped lines is dropped itself or stands in the wrong place.
// `test/e2e/log-failures.test.ts` and `test/torture/log-failures-service.test.ts` fail with it.
import { constants, fstatSync, openSync, writeSync } from 'node:fs';

export type LineOutputOptions = {
  /** Called when nothing waits any more after lines were dropped: the line that says so. `reason` is an error code. */
  readonly dropNotice: (lines: number, reason: string) => string;
  /** How much may wait, in characters. */
  readonly maxWaiting?: number;
};

const FLUSH_AT_CHARACTERS = 8_192;
const FLUSH_EVERY_MS = 100;
const MAX_WAITING_CHARACTERS = 1_048_576;
/** A write of up to 4,096 bytes (PIPE_BUF) to a pipe happens whole or not at all, so other writers cannot split a line. */
const MAX_PIECE_BYTES = 4_096;
/** A full pipe has room as soon as its reader goes on. A full disk needs someone to make room. */
const RETRY_FULL_PIPE_MS = 5;
const RETRY_FAILURE_MS = 1_000;
/** How long the end of the process waits for the reader of a full pipe. */
const MAX_FINISH_MS = 300;

/**
 * Lines for standard output or standard error. Writing never throws and never blocks: when the disk is full, the pipe is
 * closed, or its reader stands still, lines wait up to a bound; then new ones are dropped and counted. A line that was
 * begun is completed before any other. When everything that waited is written, one line says how many were dropped.
 *
 * Lines are collected for a moment and written together: one write per line costs as much as the reads of a request.
 */
export class LineOutput {
  readonly #target: 1 | 2;
  readonly #dropNotice: LineOutputOptions['dropNotice'];
  readonly #maxWaiting: number;
  /** Opened at the first write. */
  #fd: number | undefined;
  #waiting = '';
  /** Encoded lines, of which the first may be begun. */
  #encoded: Buffer = Buffer.alloc(0);
  #retry: NodeJS.Timeout | undefined;
  #droppedLines = 0;
  #unreported = 0;
  #failure: string | undefined;

  constructor(target: 1 | 2, options: LineOutputOptions) {
    this.#target = target;
    this.#dropNotice = options.dropNotice;
    this.#maxWaiting = options.maxWaiting ?? MAX_WAITING_CHARACTERS;
    setInterval(() => this.flush(), FLUSH_EVERY_MS).unref();
    process.on('exit', () => this.#finish());
  }

  /** How many lines were dropped since the start. */
  get droppedLines(): number {
    return this.#droppedLines;
  }

  /** Why lines wait or are dropped: an error code such as ENOSPC, EAGAIN for a reader that stands still. */
  get failure(): string | undefined {
    // A full pipe alone is nothing: its reader may be about to go on.
    return this.#failure === 'EAGAIN' && this.#unreported === 0 ? undefined : this.#failure;
  }

  /** `text` is one or more whole lines. */
  write(text: string): void {
    // Once lines are dropped, all are until nothing waits: the output has one gap, with the notice at its place.
    if (this.#unreported > 0 || this.#waiting.length + this.#encoded.length + text.length > this.#maxWaiting) {
      const lines = text.split('\n').length - 1;
      this.#droppedLines += lines;
      this.#unreported += lines;
    } else this.#waiting += text;
    if (this.#unreported > 0 || this.#waiting.length > FLUSH_AT_CHARACTERS) this.flush();
  }

  /** Writes what waits, as far as that is possible now. */
  flush(): void {
    if (this.#retry === undefined) this.#drain();
  }

  #drain(): void {
    for (;;) {
      if (this.#encoded.length === 0) {
        if (this.#waiting === '' && this.#unreported > 0) {
          this.#waiting = this.#dropNotice(this.#unreported, this.#failure ?? 'EMSGSIZE');
          this.#unreported = 0;
        }
        if (this.#waiting === '') {
          this.#failure = undefined;
          return;
        }
        this.#encoded = Buffer.from(this.#waiting);
        this.#waiting = '';
      }
      const failure = this.#writeEncoded();
      if (failure === undefined) continue;
      this.#failure = failure;
      const delayMs = failure === 'EAGAIN' ? RETRY_FULL_PIPE_MS : RETRY_FAILURE_MS;
      this.#retry = setTimeout(() => {
        this.#retry = undefined;
        this.#drain();
      }, delayMs).unref();
      return;
    }
  }

  /** Returns the error code, or undefined when everything is written. */
  #writeEncoded(): string | undefined {
    const bytes = this.#encoded;
    let start = 0;
    try {
      this.#fd ??= openWithoutBlocking(this.#target);
      while (start < bytes.length) {
        const written = writeSync(this.#fd, bytes, start, endOfPiece(bytes, start) - start);
        if (written === 0) return 'EAGAIN';
        start += written;
      }
      return undefined;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'EIO';
    } finally {
      this.#encoded = bytes.subarray(start);
    }
  }

  /** The process ends: a reader that is only slow gets the last lines. */
  #finish(): void {
    clearTimeout(this.#retry);
    const deadlineMs = performance.now() + MAX_FINISH_MS;
    for (;;) {
      this.#drain();
      clearTimeout(this.#retry);
      if (this.#failure !== 'EAGAIN' || performance.now() > deadlineMs) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_FULL_PIPE_MS);
    }
  }
}

/** The end of the whole lines that fit in one piece, or of one longer line. */
function endOfPiece(bytes: Buffer, start: number): number {
  if (bytes.length - start <= MAX_PIECE_BYTES) return bytes.length;
  const end = bytes.lastIndexOf(NEWLINE, start + MAX_PIECE_BYTES - 1) + 1;
  return end > start ? end : bytes.indexOf(NEWLINE, start) + 1 || bytes.length;
}

const NEWLINE = 0x0a;

/** A descriptor for the same output, whose writes return EAGAIN where they would wait for a reader. */
function openWithoutBlocking(target: 1 | 2): number {
  const kind = fstatSync(target);
  if (kind.isFile()) return target;
  try {
    // Opened again on Linux, so that other programs on the same pipe or terminal can still block.
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
    if (!kind.isSocket()) return openSync(`/proc/self/fd/${target}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    // Not Linux, another user's pipe, or a pipe without a reader.
  }
  doNotBlock(target);
  return target;
}

/** Node makes a pipe or socket non-blocking when its stream is created. For a pipe, other programs on it are affected too. */
export function doNotBlock(target: 1 | 2): void {
  (target === 1 ? process.stdout : process.stderr).on('error', () => {});
}
