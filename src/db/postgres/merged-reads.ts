import type { Row } from '../db.ts';
import { isStoreUnavailable } from './error.ts';

/** Rows in one statement at most. The server works on it with one processor: several smaller ones are answered sooner. */
const MAX_ROWS = 160;

type Read<R> = {
  rows: readonly Row[];
  /** Runs its own statement. */
  alone(): Promise<R[]>;
  resolve(found: R[] | Promise<R[]>): void;
  reject(error: unknown): void;
};

/** A row that a merged statement found, with the place of its read among those that were passed. */
export type FoundRow = { read_number: number };

export type RunMerged = (sql: string, reads: readonly (readonly Row[])[]) => Promise<FoundRow[]>;

/**
 * Reads by key (see `Sql`) that are made while `readSnapshot` runs. Those with the same text go to the server as one statement:
 * a statement costs this process several times as much as a row of its result. Not a `MicroBatch`: the batch is what one call of
 * `readSnapshot` made, it waits for no batch before it, and a failed one is run read by read.
 */
export class MergedReads {
  readonly #reads = new Map<string, Read<never>[]>();

  /** The rows that one read finds. Nothing is sent before `send`. */
  add<R>(sql: string, rows: readonly Row[], alone: () => Promise<R[]>): Promise<R[]> {
    return new Promise<R[]>((resolve, reject) => {
      const read = { rows, alone, resolve, reject } as Read<unknown> as Read<never>;
      const reads = this.#reads.get(sql);
      if (reads === undefined) this.#reads.set(sql, [read]);
      else reads.push(read);
    });
  }

  send(run: RunMerged): void {
    for (const [sql, reads] of this.#reads)
      for (const part of parts(reads)) {
        if (part.length === 1) sendAlone(part);
        else void sendMerged(sql, part, run);
      }
  }
}

function sendAlone(reads: readonly Read<never>[]): void {
  for (const { alone, resolve } of reads) resolve(alone());
}

async function sendMerged(sql: string, part: readonly Read<never>[], run: RunMerged): Promise<void> {
  const found: never[][] = part.map(() => []);
  try {
    const reads = part.map(({ rows }) => rows);
    for (const row of await run(sql, reads)) found[row.read_number]?.push(row as never);
  } catch (error) {
    // One read of the batch may be the cause, by its parameters or by a damaged page. Alone, the others still get their rows.
    if (!isStoreUnavailable(error)) return sendAlone(part);
    for (const { reject } of part) reject(error);
    return;
  }
  part.forEach(({ resolve }, n) => {
    resolve(found[n] as never[]);
  });
}

function parts(reads: readonly Read<never>[]): Read<never>[][] {
  let part: Read<never>[] = [];
  const list = [part];
  let room = MAX_ROWS;
  for (const read of reads) {
    if (room < read.rows.length && part.length > 0) {
      part = [];
      list.push(part);
      room = MAX_ROWS;
    }
    part.push(read);
    room -= read.rows.length;
  }
  return list;
}
