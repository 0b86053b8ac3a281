import type { MaybePromise } from '../../domain/maybe-promise.ts';
import type { Sql } from '../db.ts';
import type { SqliteConnection } from './connection.ts';

/** The connection of a transaction: in this thread, or in one of its own. */
export type WritingConnection = Sql & {
  rollback(): MaybePromise<void>;
  close(): MaybePromise<void>;
};

/** Settings of every connection that writes. */
export function prepareWriter(writer: SqliteConnection): void {
  const mode = writer.get<{ journal_mode: string }>('PRAGMA journal_mode = WAL')?.journal_mode;
  if (mode !== 'wal')
    throw new Error(
      `The file system does not support shared memory, which SQLite needs (journal mode ${mode}). Use a local disk.`,
    );
  // FULL waits for the disk at every commit: what was acknowledged survives a loss of power. With NORMAL it survives only
  // the death of the process. Measured: 106 µs and 23 µs for a commit of one row; many rows in one transaction share the cost.
  writer.exec('PRAGMA synchronous = FULL');
  // The log grows during a long read. SQLite then cuts it back to this size.
  writer.exec('PRAGMA journal_size_limit = 67108864');
}
