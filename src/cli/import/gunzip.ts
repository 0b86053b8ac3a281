import { constants, createGunzip } from 'node:zlib';

/** Input per write. Its output is buffered until it is read: usually ten times as much, at most a thousand times. */
const SLICE_BYTES = 16 * 1024;
const OUTPUT_CHUNK_BYTES = 64 * 1024;

/** The gzip data is truncated or damaged. Everything before the damage has been read. */
export class DamagedGzip extends Error {
  override readonly name = 'DamagedGzip';
}

type ZlibError = Error & { errno?: number };

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Decompresses a gzip file of one or more members. Throws `DamagedGzip` after everything that precedes the damage has been
 * read. Piping into the stream and iterating over it would lose the output that is buffered when the error destroys it.
 */
export async function* gunzip(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const stream = createGunzip({ chunkSize: OUTPUT_CHUNK_BYTES });
  const output: Uint8Array[] = [];
  let failure: ZlibError | undefined;
  let wake = () => {};
  // Resolves when the stream has processed a write. A stream that fails closes, and its callback may never come.
  const processed = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  stream.on('data', (part: Uint8Array) => output.push(part));
  stream.on('error', (error) => {
    failure ??= error;
  });
  stream.on('close', () => wake());
  try {
    for await (const chunk of input) {
      for (let start = 0; start < chunk.length; start += SLICE_BYTES) {
        const done = processed();
        stream.write(chunk.subarray(start, start + SLICE_BYTES), () => wake());
        await done;
        yield* output.splice(0);
        if (stream.destroyed) break;
      }
      if (stream.destroyed) break;
    }
    const done = stream.closed ? undefined : processed();
    if (!stream.destroyed) stream.end();
    await done;
    yield* output.splice(0);
    if (failure !== undefined) throw new DamagedGzip(problemOf(failure));
  } finally {
    stream.destroy();
  }
}

function problemOf(failure: ZlibError): string {
  return failure.errno === constants.Z_BUF_ERROR
    ? 'the gzip data is truncated'
    : `the gzip data is damaged (${failure.message})`;
}
