/** The files of a report that is done. `known`: what its lines were, for a later report that is compared with it; a gzip file. */
export const DOCUMENT_FILES = { plain: 'document', gzip: 'document.gz', known: 'lines.gz' } as const;

export type DocumentKind = keyof typeof DOCUMENT_FILES;

/** Bytes of a file: `start` is the first, `end` the one behind the last. */
export type ByteRange = { readonly start: number; readonly end: number };

/** Stores one part, when it is its time. What it throws ends the storing. */
export type StoringPace = (storePart: () => Promise<void>) => Promise<void>;

/** Where the files of reports are kept. */
export interface DocumentStore {
  /** What `report.stored_in` says. */
  readonly name: string;
  /** Keeps the files of a folder, in place of those that the report has. Where that takes long, each part of it goes through `pace`. */
  keep(reportId: string, folder: string, pace?: StoringPace): Promise<void>;
  /** Throws `MissingDocumentError`, before the first bytes, when the file is gone. */
  read(reportId: string, kind: DocumentKind, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** The reports that have files here. */
  reportIds(): Promise<readonly string[]>;
  /** Does nothing when there are none. */
  remove(reportId: string): Promise<void>;
}

/** The file was removed meanwhile. */
export class MissingDocumentError extends Error {
  override name = 'MissingDocumentError';
}
