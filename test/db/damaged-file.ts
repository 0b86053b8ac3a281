import { closeSync, copyFileSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const PAGE_BYTES = 4_096;

/** Moves everything from the log into the file, so that damage to the file is not hidden by newer pages in the log. */
export function emptyLog(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

export const pagesOf = (file: string): number => Math.floor(statSync(file).size / PAGE_BYTES);

/** Overwrites pages with garbage. The first page has number 1. */
export function overwritePages(file: string, from: number, to: number): void {
  const descriptor = openSync(file, 'r+');
  for (let page = from; page <= to; page += 1) {
    writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0xab), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
  }
  closeSync(descriptor);
}

/** A copy of a store with its log, the file cut off in the middle. */
export function copyCutOff(file: string, copy: string): void {
  for (const part of ['', '-wal']) copyFileSync(file + part, copy + part);
  truncateSync(copy, Math.floor(pagesOf(copy) / 2) * PAGE_BYTES);
}
