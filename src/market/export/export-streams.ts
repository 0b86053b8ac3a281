import { Readable } from 'node:stream';
import type { Db } from '../../db/db.ts';
import { type ExportedPart, exportedRecords } from './exported-records.ts';

/** Characters that go out at once: a record alone would cost a call of the system. */
const CHUNK_LENGTH = 65_536;
/** Each holds a snapshot of the store, and one connection of PostgreSQL. */
const MAX_AT_ONCE = 2;

export type ExportEnd = { readonly outcome: 'ended' | 'failed'; readonly lines: number };

/** Exports of the market that go out while they are read: as fast as their reader takes them, in bounded memory. */
export class ExportStreams {
  readonly #db: Pick<Db, 'each'>;
  #running = 0;

  constructor(db: Pick<Db, 'each'>) {
    this.#db = db;
  }

  /**
   * The lines of one instant. Undefined: too many run. `onEnd` is called once, also when the reader stops in between. Whoever gets the
   * stream must read it, or destroy it.
   */
  begin(part: ExportedPart, onEnd: (end: ExportEnd) => void): Readable | undefined {
    if (this.#running >= MAX_AT_ONCE) return undefined;
    this.#running += 1;
    const reached = { lines: 0, isComplete: false };
    const stream = Readable.from(this.#chunks(part, reached), { objectMode: false, highWaterMark: CHUNK_LENGTH });
    // A generator that nobody began to read has no end of its own: the stream has one in any case.
    stream.once('close', () => {
      this.#running -= 1;
      onEnd({ outcome: reached.isComplete ? 'ended' : 'failed', lines: reached.lines });
    });
    return stream;
  }

  async *#chunks(part: ExportedPart, reached: { lines: number; isComplete: boolean }): AsyncGenerator<string> {
    let chunk = '';
    for await (const { line } of exportedRecords(this.#db, part)) {
      reached.lines += 1;
      chunk += `${line}\n`;
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = '';
    }
    if (chunk !== '') yield chunk;
    reached.isComplete = true;
  }
}
