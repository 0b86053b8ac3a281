import { SqliteConnection } from './connection.ts';
import type { DamageSigns } from './damage-signs.ts';

/**
 * Reads right after a change that are made without a mapping. A connection that maps the file gives its mapping back when the
 * file has changed, and maps it again: its next read then costs 44 µs more than one without a mapping (20 µs on a small file).
 * Later ones cost up to 20 µs less on a large catalogue, so the mapping pays from the third read on.
 */
const UNMAPPED_READS = 2;

/** How many connections read. */
export const READERS = 2;

/** A reader waits for a lock only while another process repairs the log after a crash. */
const READ_BUSY_TIMEOUT_MS = 1_000;

/** The two connections that read: one maps the file into memory, the other does not. Both see all that is committed. */
export class ReadConnections {
  readonly #mapped: SqliteConnection;
  readonly #unmapped: SqliteConnection;
  #unmappedReads = 0;

  constructor(open: (isMapped: boolean) => SqliteConnection) {
    this.#mapped = open(true);
    this.#unmapped = open(false);
  }

  /** The connection for the next read, or for all reads of one snapshot. */
  next(): SqliteConnection {
    if (this.#unmappedReads === 0) return this.#mapped;
    this.#unmappedReads -= 1;
    return this.#unmapped;
  }

  /** This process has changed the store. */
  noteChange(): void {
    this.#unmappedReads = UNMAPPED_READS;
  }

  close(): void {
    this.#mapped.close();
    this.#unmapped.close();
  }
}

/** A connection that only reads. `isMapped`: it maps the file into memory. */
export function openReader(file: string, signs: DamageSigns, isMapped: boolean): SqliteConnection {
  const options = { readOnly: true, isMapped, busyTimeoutMs: READ_BUSY_TIMEOUT_MS, onError: signs.notice };
  return new SqliteConnection(file, options);
}
