import { statSync } from 'node:fs';
import type { SqliteConnection } from './connection.ts';
import { damagedFile } from './error.ts';

/**
 * Throws when the file is shorter than its contents. A file that was cut off works until a statement needs a missing page,
 * and SQLite itself notices it only while the log is empty.
 */
export function checkLength(file: string, writer: SqliteConnection): void {
  // Before the size of the file: other processes may add pages meanwhile.
  const expected = lengthOf(writer);
  if (statSync(file).size >= expected) return;
  // The missing pages may be in the log, where a crash during a checkpoint left them. While another process writes them into
  // the file, `busy` is 1 and the counts are -1: then nothing can be said.
  const log = writer.get<{ busy: number; log: number; checkpointed: number }>('PRAGMA wal_checkpoint(PASSIVE)');
  const actual = statSync(file).size;
  if (log?.busy === 0 && log.log === log.checkpointed && actual < expected) {
    throw damagedFile(file, `it has ${actual} of its ${expected} bytes`);
  }
}

function lengthOf(writer: SqliteConnection): number {
  const pragma = (name: string) => writer.get<Record<string, number>>(`PRAGMA ${name}`)?.[name] ?? 0;
  return pragma('page_count') * pragma('page_size');
}
