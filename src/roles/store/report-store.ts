import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { scratchFolder } from '../../disk/scratch-folder.ts';
import type { DocumentStore } from '../../reports/files/document-files.ts';
import { FolderDocuments } from '../../reports/files/folder-documents.ts';
import { TableDocuments } from '../../reports/files/table-documents.ts';

/** The folder of the files of reports, in the data folder. */
const REPORTS = 'reports';
/** Files of reports that are being made. A backup leaves them out (`src/backup/data-folder.ts`). */
const UNFINISHED_REPORTS = 'reports-unfinished';

/** Where files of reports are beside a SQLite file. */
export const reportFolderOf = (config: Pick<Config, 'dataDir'>): FolderDocuments =>
  new FolderDocuments(join(config.dataDir, REPORTS));

/** `kept`: where new files go: with `DATABASE_URL` into rows, which the processes of all machines reach. */
export function reportStoresOf(config: Config, db: Db): { kept: DocumentStore; all: readonly DocumentStore[] } {
  const folder = reportFolderOf(config);
  const table = new TableDocuments(db);
  return { kept: config.databaseUrl ? table : folder, all: [folder, table] };
}

/** On the disk of the data folder, where finished files are moved to; with `DATABASE_URL` nothing else may be there. */
export const reportWorkFolderOf = (config: Config): string =>
  config.databaseUrl ? scratchFolder('reports', config.databaseUrl) : join(config.dataDir, UNFINISHED_REPORTS);
