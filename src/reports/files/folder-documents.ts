import { createReadStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../disk/make-folder.ts';
import {
  type ByteRange,
  DOCUMENT_FILES,
  type DocumentKind,
  type DocumentStore,
  MissingDocumentError,
} from './document-files.ts';

/** In the data folder, beside a SQLite file: a folder for each report. A backup copies them with it. */
export class FolderDocuments implements DocumentStore {
  readonly name = 'folder';
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The files are on the same disk: they are moved. */
  async keep(reportId: string, folder: string): Promise<void> {
    const target = join(this.folder, reportId);
    makeFolder(target, 0o700);
    for (const name of Object.values(DOCUMENT_FILES)) renameSync(join(folder, name), join(target, name));
  }

  async *read(reportId: string, kind: DocumentKind, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const path = join(this.folder, reportId, DOCUMENT_FILES[kind]);
    if (!existsSync(path)) throw new MissingDocumentError(reportId);
    if (range !== undefined && range.end <= range.start) return;
    yield* createReadStream(path, range && { start: range.start, end: range.end - 1 });
  }

  async reportIds(): Promise<string[]> {
    return existsSync(this.folder) ? readdirSync(this.folder) : [];
  }

  async remove(reportId: string): Promise<void> {
    rmSync(join(this.folder, reportId), { recursive: true, force: true });
  }
}
