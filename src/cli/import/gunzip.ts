import { constants, createGunzip } from 'node:zlib';

/** What it inflates to is held until it is read: at most a thousand times as much, usually ten. */
const SLICE_BYTES = 16 * 1024;
const OUTPUT_BYTES = 64 * 1024;

/** The gz ends too early or is damaged; all that could be read of it has been given. */
export class DamagedGz extends Error {
  override readonly name = 'DamagedGz';
}

type Failure = Error & { errno?: number };

export function isGz(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * The content of a gz file of one or more members. Throws `DamagedGz`, but only after everything that comes before the damage: piping
 * and iterating, as one does, would lose what the stream has read ahead when the error destroys it.
 */
export async function* gunzip(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const stream = createGunzip({ chunkSize: OUTPUT_BYTES });
  const output: Uint8Array[] = [];
  let failure: Failure | undefined;
  let wake = () => {};
  // Until the stream has done what it was told. When it fails it closes, and a callback may never come.
  const turn = () =>
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
      for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
        const done = turn();
        stream.write(chunk.subarray(at, at + SLICE_BYTES), () => wake());
        await done;
        yield* output.splice(0);
        if (stream.destroyed) break;
      }
      if (stream.destroyed) break;
    }
    const done = stream.closed ? undefined : turn();
    if (!stream.destroyed) stream.end();
    await done;
    yield* output.splice(0);
    if (failure !== undefined) throw new DamagedGz(problemOf(failure));
  } finally {
    stream.destroy();
  }
}

function problemOf(failure: Failure): string {
  return failure.errno === constants.Z_BUF_ERROR ? 'the gz ends early' : `the gz is damaged (${failure.message})`;
}
