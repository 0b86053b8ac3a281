import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '../db/db.ts';
import { makeFolder } from '../disk/make-folder.ts';

/** `file`: what was uploaded. `rejected`: the lines that were rejected, with their reasons. */
export type ImportFileKind = 'file' | 'rejected';

/** Writes a file from its beginning. */
export type ImportFileWriter = {
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when the file is stored for good. */
  end(): Promise<void>;
};

/** Where the files of imports are. */
export interface ImportFiles {
  writer(importId: string, kind: ImportFileKind): Promise<ImportFileWriter>;
  /** Throws `MissingImportFileError`, before the first bytes, when there is none. */
  read(importId: string, kind: ImportFileKind): AsyncIterable<Uint8Array>;
  remove(importId: string, kind?: ImportFileKind): Promise<void>;
  importIds(): Promise<readonly string[]>;
}

/** There is no such file, or none any more. */
export class MissingImportFileError extends Error {
  override name = 'MissingImportFileError';
}

/** Market data has e-mail addresses and phone numbers of sellers. */
const OWNER_ONLY = 0o600;

/** In the data folder, beside a SQLite file: a folder for each import. */
export class FolderImportFiles implements ImportFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async writer(importId: string, kind: ImportFileKind): Promise<ImportFileWriter> {
    makeFolder(join(this.#folder, importId), 0o700);
    const file: FileHandle = await open(this.#path(importId, kind), 'w', OWNER_ONLY);
    return {
      write: (bytes) => file.appendFile(bytes),
      async end() {
        await file.sync();
        await file.close();
      },
    };
  }

  async *read(importId: string, kind: ImportFileKind): AsyncGenerator<Uint8Array> {
    const path = this.#path(importId, kind);
    if (!existsSync(path)) throw new MissingImportFileError(importId);
    yield* createReadStream(path, { highWaterMark: 1 << 18 });
  }

  async remove(importId: string, kind?: ImportFileKind): Promise<void> {
    const path = kind === undefined ? join(this.#folder, importId) : this.#path(importId, kind);
    rmSync(path, { recursive: true, force: true });
  }

  async importIds(): Promise<string[]> {
    return existsSync(this.#folder) ? readdirSync(this.#folder) : [];
  }

  #path(importId: string, kind: ImportFileKind): string {
    return join(this.#folder, importId, kind);
  }
}

const PART_BYTES = 262_144;
const REMOVED_AT_ONCE = 20;

/** In rows of the database, where processes of several machines need them. */
export class TableImportFiles implements ImportFiles {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async writer(importId: string, kind: ImportFileKind): Promise<ImportFileWriter> {
    await this.remove(importId, kind);
    let number = 0;
    let held: Uint8Array[] = [];
    let heldBytes = 0;
    const flush = async () => {
      if (heldBytes === 0) return;
      const bytes = Buffer.concat(held);
      [held, heldBytes] = [[], 0];
      await this.#db.run('INSERT INTO market_import_part (import_id, kind, number, bytes) VALUES ($1, $2, $3, $4)', [
        ...[importId, kind, number++, bytes],
      ]);
    };
    return {
      async write(bytes) {
        for (let start = 0; start < bytes.length; start += PART_BYTES) {
          const part = bytes.subarray(start, start + PART_BYTES);
          held.push(part);
          heldBytes += part.length;
          if (heldBytes >= PART_BYTES) await flush();
        }
      },
      end: flush,
    };
  }

  async *read(importId: string, kind: ImportFileKind): AsyncGenerator<Uint8Array> {
    for (let number = 0; ; number += 1) {
      const part = await this.#db.get<{ bytes: Uint8Array }>(
        'SELECT bytes FROM market_import_part WHERE import_id = $1 AND kind = $2 AND number = $3',
        [importId, kind, number],
      );
      if (part === undefined) {
        if (number === 0) throw new MissingImportFileError(importId);
        return;
      }
      yield part.bytes;
    }
  }

  /** In small pieces: others must not wait for gigabytes. */
  async remove(importId: string, kind?: ImportFileKind): Promise<void> {
    const which = kind === undefined ? "(kind = $2 OR $2 = '')" : 'kind = $2';
    for (let removed = 1; removed > 0; ) {
      removed = await this.#db.run(
        `DELETE FROM market_import_part WHERE import_id = $1 AND (kind, number) IN
           (SELECT kind, number FROM market_import_part WHERE import_id = $1 AND ${which} ORDER BY kind, number LIMIT ${REMOVED_AT_ONCE})`,
        [importId, kind ?? ''],
      );
    }
  }

  async importIds(): Promise<string[]> {
    const rows = await this.#db.all<{ import_id: string }>('SELECT DISTINCT import_id FROM market_import_part');
    return rows.map(({ import_id }) => import_id);
  }
}
