import { DEFAULT_TIMEOUT_MS } from '../db.ts';
import type { WriteLock } from '../write-lock.ts';
import { retryWhileBusy } from './busy-retry.ts';
import { SqliteConnection } from './connection.ts';
import { DamageSigns } from './damage-signs.ts';
import { SqliteDb } from './database.ts';
import { checkLength } from './file-length.ts';

export type SqliteOptions = {
  timeoutMs?: number;
  /** Called when the connections are closed. */
  onClose?: () => void;
  /** For a thread of a process that has opened the file. */
  lock?: WriteLock | undefined;
};

/** Opens the file, and creates it when it does not exist. */
export async function openSqlite(file: string, options: SqliteOptions = {}): Promise<SqliteDb> {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  // Several processes may open a new file at once; only one of them can switch it to WAL at a time.
  return retryWhileBusy(() => {
    const signs = new DamageSigns();
    const writer = new SqliteConnection(file, { readOnly: false, busyTimeoutMs: 0, onError: signs.notice });
    try {
      prepareFile(writer);
      checkLength(file, writer);
      return new SqliteDb(file, writer, { ...options, timeoutMs, signs });
    } catch (error) {
      writer.close();
      throw error;
    }
  }, performance.now() + timeoutMs);
}

function prepareFile(writer: SqliteConnection): void {
  const mode = writer.get<{ journal_mode: string }>('PRAGMA journal_mode = WAL')?.journal_mode;
  if (mode !== 'wal')
    throw new Error(
      `The file system does not support shared memory, which SQLite needs (journal mode ${mode}). Use a local disk.`,
    );
  // FULL waits for the disk at every commit: what was acknowledged survives a loss of power. With NORMAL it survives only
  // the end of the process. Measured: 106 µs and 23 µs for a commit of one row; many rows in one transaction share the cost.
  writer.exec('PRAGMA synchronous = FULL');
  // The log grows during a long read. SQLite then cuts it back to this size.
  writer.exec('PRAGMA journal_size_limit = 67108864');
}
