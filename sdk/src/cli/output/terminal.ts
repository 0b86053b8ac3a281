/** A stream of the process, as far as it is used. */
type Sink = {
  write(piece: string | Uint8Array, done?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean;
};

/** Where a command writes: results to `out`, all else to `err`. */
export type Streams = { readonly out: Sink; readonly err: Sink };

type Style = 'bold' | 'dim' | 'red' | 'green';

const CODES: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
};

/** What could move the cursor, or show a text in another order than it has. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const STYLE_OR_HIDDEN = /\p{Cc}\[\d+m|[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** What the service sends may come from others: nothing but line ends and styles reaches a terminal. */
export const safe = (text: string): string =>
  text.replace(STYLE_OR_HIDDEN, (found) => (found === '\n' || found.startsWith('\x1b[') ? found : '?'));
const escaped = (found: string) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** What a command prints. With `json` its results are JSON: one document, or a line for each. */
export class Terminal {
  readonly json: boolean;
  readonly #streams: Streams;
  readonly #hasColor: boolean;

  constructor(streams: Streams, options: { json: boolean; noColor: boolean }) {
    this.#streams = streams;
    this.json = options.json;
    this.#hasColor = streams.out.isTTY === true && !options.noColor && !options.json;
  }

  /** Whether a person watches: progress may be written over itself. */
  get isWatched(): boolean {
    return this.#streams.err.isTTY === true;
  }

  print(text: string): void {
    this.#streams.out.write(`${safe(text)}\n`);
  }

  printJson(value: unknown): void {
    this.#streams.out.write(`${JSON.stringify(value).replace(HIDDEN, escaped)}\n`);
  }

  /** For people, beside the result. */
  note(text: string): void {
    this.#streams.err.write(`${safe(text)}\n`);
  }

  /** Replaces the line before it on a terminal; a line of its own elsewhere. */
  progress(text: string): void {
    this.#streams.err.write(this.isWatched ? `\r\x1b[2K${safe(text)}` : `${safe(text)}\n`);
  }

  /** The line of the progress is done. */
  endProgress(): void {
    if (this.isWatched) this.#streams.err.write('\n');
  }

  styled(style: Style, text: string): string {
    const [on, off] = CODES[style];
    return this.#hasColor && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text;
  }

  /** Bytes of a document, at the speed of whoever reads them. */
  async write(bytes: Uint8Array): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#streams.out.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }
}
