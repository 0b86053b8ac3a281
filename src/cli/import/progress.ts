/** Usually `process.stderr`, so that the output of a command can be piped. */
type ProgressOutput = { isTTY?: boolean; columns?: number; write(text: string): unknown };

type Options = {
  out: ProgressOutput;
  /** Milliseconds of any monotonic clock. */
  now: () => number;
  name: string;
  /** Unknown for standard input: then there is no bar and no remaining time. */
  totalBytes?: number | undefined;
};

const DRAW_EVERY_MS = 100;
const LOG_EVERY_MS = 5000;
const BAR_WIDTH = 24;
/** Clears the line of a terminal: text that is printed while the bar is shown begins with it. */
export const CLEAR = '\r\x1b[2K';

/**
 * Shows the progress of reading a file: on a terminal one line that is redrawn, elsewhere (a log) a plain line every few
 * seconds. It has no timer: `add` draws. cli-progress is not used: it reads the clock itself, cannot print a line above a
 * single bar, and would need as much code for the two kinds of output.
 */
export class Progress {
  readonly #options: Options;
  readonly #startMs: number;
  #drawnMs: number;
  #bytes = 0;
  #lines = 0;
  #isShown = false;

  constructor(options: Options) {
    this.#options = options;
    this.#startMs = options.now();
    this.#drawnMs = this.#startMs;
  }

  /** Passes the input through and counts its bytes: of a gzip file the compressed ones, which add up to the file's size. */
  async *watch(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of input) {
      this.#bytes += chunk.length;
      yield chunk;
    }
  }

  /** Counts lines that are done. */
  add(lines: number): void {
    this.#lines += lines;
    const { out, now } = this.#options;
    const nowMs = now();
    if (nowMs - this.#drawnMs < (out.isTTY ? DRAW_EVERY_MS : LOG_EVERY_MS)) return;
    this.#drawnMs = nowMs;
    const text = this.#describe(nowMs - this.#startMs);
    // A line that wraps cannot be cleared.
    out.write(out.isTTY ? CLEAR + text.slice(0, (out.columns ?? 80) - 1) : `${text}\n`);
    this.#isShown = out.isTTY === true;
  }

  /** Clears the bar. */
  end(): void {
    if (this.#isShown) this.#options.out.write(CLEAR);
    this.#isShown = false;
  }

  #describe(elapsedMs: number): string {
    const { name, totalBytes, out } = this.#options;
    const perSecond = Math.round((this.#lines * 1000) / Math.max(1, elapsedMs));
    const counts = `${grouped(this.#lines)} lines, ${grouped(perSecond)}/s`;
    if (!totalBytes) return `${name} ${counts}, ${grouped(Math.round(this.#bytes / 1e6))} MB`;
    // A file that grows while it is read must not exceed 100 %.
    const share = Math.min(1, this.#bytes / totalBytes);
    const left = share === 0 ? '' : `, ${duration((elapsedMs / share) * (1 - share))} left`;
    const percent = `${Math.floor(share * 100)}%`;
    return `${name} ${out.isTTY ? `${bar(share)} ` : ''}${percent}, ${counts}${left}`;
  }
}

function bar(share: number): string {
  const full = Math.round(share * BAR_WIDTH);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_WIDTH - full)}]`;
}

function grouped(number: number): string {
  return number.toLocaleString('en-US');
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const clock = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
  return seconds < 3600 ? clock : `${Math.floor(seconds / 3600)}:${clock}`;
}
