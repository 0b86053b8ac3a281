import { statSync } from 'node:fs';
import type { SqliteConnection } from './connection.ts';
import { damagedFile } from './error.ts';

/**
 * Throws when the file is shorter than its contents. A file that was cut off works until a statement needs a missing page,
 * and SQLite itself notices it only while the log is empty.
 */
export function checkLength(file: string, writer: SqliteConnection): void {
  if (statSync(file).size >= lengthOf(writer)) return;
  // The missing pages may be in the log, where a crash during a checkpoint left them.
  const log = writer.get<{ log: number; checkpointed: number }>('PRAGMA wal_checkpoint(PASSIVE)');
  const actual = statSync(file).size;
  const expected = lengthOf(writer);
  if (log?.log === log?.checkpointed && actual < expected) {
    throw damagedFile(file, `it has ${actual} of its ${expected} bytes`);
  }
}

function lengthOf(writer: SqliteConnection): number {
  const pragma = (name: string) => writer.get<Record<string, number>>(`PRAGMA ${name}`)?.[name] ?? 0;
  return pragma('page_count') * pragma('page_size');
}
