import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../db/db.ts';
import {
  type ByteRange,
  DOCUMENT_FILES,
  type DocumentKind,
  type DocumentStore,
  MissingDocumentError,
  type StoringPace,
} from './document-files.ts';

/** The size of each row: a range begins in the middle of a file without reading what is before it. */
const PART_BYTES = 262_144;
const REMOVED_AT_ONCE = 20;

/** In rows of the database, where processes of several machines need them. */
export class TableDocuments implements DocumentStore {
  readonly name = 'table';
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** A row at a time: a document may have gigabytes, and nobody reads it before the report is done. */
  async keep(reportId: string, folder: string, pace: StoringPace = (storePart) => storePart()): Promise<void> {
    await this.remove(reportId);
    for (const [kind, name] of Object.entries(DOCUMENT_FILES)) {
      let number = 0;
      for await (const bytes of createReadStream(join(folder, name), { highWaterMark: PART_BYTES }))
        await pace(() => this.add(reportId, kind as DocumentKind, number++, bytes as Uint8Array));
    }
  }

  async add(reportId: string, kind: DocumentKind, number: number, bytes: Uint8Array): Promise<void> {
    await this.#db.run('INSERT INTO report_part (report_id, kind, number, bytes) VALUES ($1, $2, $3, $4)', [
      ...[reportId, kind, number, bytes],
    ]);
  }

  async *read(reportId: string, kind: DocumentKind, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const { start, end } = range ?? { start: 0, end: Number.MAX_SAFE_INTEGER };
    const firstPart = Math.floor(start / PART_BYTES);
    for (let number = firstPart; number * PART_BYTES < end; number += 1) {
      const part = await this.#db.get<{ bytes: Uint8Array }>(
        'SELECT bytes FROM report_part WHERE report_id = $1 AND kind = $2 AND number = $3',
        [reportId, kind, number],
      );
      if (part === undefined) {
        if (number === firstPart) throw new MissingDocumentError(reportId);
        return;
      }
      const first = number * PART_BYTES;
      yield part.bytes.subarray(Math.max(0, start - first), Math.min(part.bytes.length, end - first));
      if (part.bytes.length < PART_BYTES) return;
    }
  }

  async reportIds(): Promise<string[]> {
    const ids: string[] = [];
    // From one report to the next: a report may have thousands of rows.
    for (let last = ''; ; ) {
      const next = await this.#db.get<{ report_id: string }>(
        'SELECT report_id FROM report_part WHERE report_id > $1 ORDER BY report_id LIMIT 1',
        [last],
      );
      if (next === undefined) return ids;
      last = next.report_id;
      ids.push(last);
    }
  }

  async remove(reportId: string): Promise<void> {
    for (let removed = 1; removed > 0; ) {
      removed = await this.#db.run(
        `DELETE FROM report_part WHERE report_id = $1 AND (kind, number) IN
           (SELECT kind, number FROM report_part WHERE report_id = $1 ORDER BY kind, number LIMIT ${REMOVED_AT_ONCE})`,
        [reportId],
      );
    }
  }
}
