import { UnusableFileError } from '../db.ts';
import { foreignSign } from '../foreign-database.ts';
import type { Migration } from '../migration-plan.ts';
import { readUnchanged } from './unchanged-file.ts';

/**
 * Throws an UnusableFileError when the file is a database of another program: opening it would change its journal mode, and
 * migrating would add tables to it. Changes nothing. A file that cannot be read is left to `openSqlite`, which says why.
 */
export async function refuseForeignFile(file: string, migrations: readonly Migration[]): Promise<void> {
  const sign = await readUnchanged(file, (sql) => foreignSign(sql, migrations)).catch(() => undefined);
  if (sign === undefined) return;
  throw new UnusableFileError(
    `${file} is a database of another program: ${sign}. Nothing in it was changed. ` +
      'Move it away, restore a backup (npm run restore -- DIR), or set DATA_DIR to another folder.',
  );
}
