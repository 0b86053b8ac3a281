import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { scratchFolder } from '../../disk/scratch-folder.ts';
import { RECORD_KINDS } from '../../domain/market/records/envelope.ts';
import { readWord } from '../../domain/vocabulary.ts';
import { FolderImportFiles, type ImportFiles, TableImportFiles } from '../../imports/import-files.ts';
import { Imports } from '../../imports/imports.ts';

/** The folder of uploaded files, in the data folder. */
const IMPORTS = 'imports';
/** Rejected lines while they are found. A backup leaves them out (`src/backup/data-folder.ts`). */
const UNFINISHED_IMPORTS = 'imports-unfinished';

/** With `DATABASE_URL` in rows, which the processes of all machines reach; else in the data folder. */
export const importFilesOf = (config: Config, db: Db): ImportFiles =>
  config.databaseUrl ? new TableImportFiles(db) : new FolderImportFiles(join(config.dataDir, IMPORTS));

export const importWorkFolderOf = (config: Config): string =>
  config.databaseUrl ? scratchFolder('imports', config.databaseUrl) : join(config.dataDir, UNFINISHED_IMPORTS);

const MEGABYTE = 1_000_000;

/** The uploads of this process. Few processes ever read a file, so what that needs is loaded with the first one. */
export const importsOf = (config: Config, db: Db, now: () => number): Imports =>
  new Imports(db, {
    ...{ files: importFilesOf(config, db), maxBytes: config.importUploadMegabytes * MEGABYTE, now },
    async problemOfHead(head, isWhole, { fileName, kind }) {
      const { problemOfHead } = await import('../../cli/import/file-head.ts');
      return problemOfHead(head, isWhole, {
        fileName,
        kind: kind === undefined ? undefined : readWord(RECORD_KINDS, kind),
      });
    },
  });
