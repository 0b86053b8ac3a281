import type { Row, Sql } from './db.ts';

/** Reads of one instant of the store, side by side with all that changes it. A statement that writes fails. */
export interface Snapshot extends Sql {
  /** Reads a result of any size with bounded memory. One at a time: read it to its end, or stop, before the next one begins. */
  each<R>(sql: string, params?: Row): AsyncIterable<R>;
}

/** Makes snapshots of one store. */
export interface Snapshots {
  /**
   * Runs `work` with a snapshot, which ends with it. While there is one SQLite cannot shorten its log and PostgreSQL cannot vacuum: read
   * what is needed, and compute afterwards. Throws what `work` throws, and what `Sql` promises; on PostgreSQL a statement ends after
   * `timeoutMs`.
   */
  take<T>(work: (snapshot: Snapshot) => Promise<T>, timeoutMs: number): Promise<T>;
  close(): Promise<void>;
}
