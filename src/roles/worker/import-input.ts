import { DamagedGzip, gunzip, isGzip } from '../../cli/import/gunzip.ts';

const LF = 10;

/** The file is no file of market data, or not all of one. */
export class RefusedFile extends Error {}

type ImportInputOptions = {
  /** The size of the file after it is decompressed. */
  readonly maxBytes: number;
  /** Called before each piece. Throws when the import must not go on. */
  readonly onPiece: () => void;
};

/** An uploaded file as it is read. */
export class ImportInput {
  /** What was read of it as it was sent. */
  readBytes = 0;
  readonly #options: ImportInputOptions;
  #lastByte = LF;

  constructor(options: ImportInputOptions) {
    this.#options = options;
  }

  /** Whether a line break is the last that was read. */
  get endsWithLine(): boolean {
    return this.#lastByte === LF;
  }

  /** The file, decompressed. Throws `RefusedFile` when it is too long or damaged. */
  async *plain(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const { maxBytes, onPiece } = this.#options;
    const sent = this.#sent(chunks);
    const first = await sent.next();
    if (first.done) return;
    const all = withFirst(first.value, sent);
    let bytes = 0;
    try {
      for await (const chunk of isGzip(first.value) ? gunzip(all) : all) {
        bytes += chunk.length;
        if (bytes > maxBytes)
          throw new RefusedFile(
            `The file has more than ${maxBytes.toLocaleString('en-US')} bytes after it is decompressed (IMPORT_UPLOAD_MB).`,
          );
        this.#lastByte = chunk.at(-1) ?? this.#lastByte;
        onPiece();
        yield chunk;
      }
    } catch (error) {
      if (!(error instanceof DamagedGzip)) throw error;
      throw new RefusedFile(`The file was cut off or damaged: ${error.message}. Nothing was stored.`);
    }
  }

  async *#sent(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.readBytes += chunk.length;
      yield chunk;
    }
  }
}

async function* withFirst(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}
