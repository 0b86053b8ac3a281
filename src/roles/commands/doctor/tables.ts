import type { Db } from '../../../db/db.ts';
import { foreignSign } from '../../../db/foreign-database.ts';
import { readApplied } from '../../../db/migrate.ts';
import { type Migration, migrationPlan } from '../../../db/migration-plan.ts';
import { type Finding, note, ok, problem } from './finding.ts';

/** The names of migrations that the store lacks, and of those of a newer program; or why this program must not use the store. */
type TableState =
  | { readonly isEmpty: boolean; readonly pending: readonly string[]; readonly newer: readonly string[] }
  | { readonly isEmpty: boolean; readonly foreign: string }
  | { readonly isEmpty: false; readonly unusable: string };

/** Compares the store with the migrations of this program, as a start does. Only reads. */
export async function lookAtTables(db: Db, migrations: readonly Migration[]): Promise<TableState> {
  const foreign = await foreignSign(db, migrations);
  if (foreign !== undefined) return { isEmpty: true, foreign };
  const applied = await readApplied(db);
  try {
    const { pending, newer } = migrationPlan(applied, migrations);
    return { isEmpty: applied.length === 0, pending: pending.map(({ name }) => name), newer };
  } catch (error) {
    return { isEmpty: false, unusable: (error as Error).message };
  }
}

export function judgeTables(name: string, state: TableState): Finding {
  if ('unusable' in state)
    return problem`${name}: ${state.unusable} -> Run the version of the program that last used this store, or a newer one (docs/upgrading.md)`;
  if ('foreign' in state)
    return problem`${name} is a database of another program: ${state.foreign}. The service does not start -> Move it away and restore a backup (npm run restore -- DIR), or correct DATA_DIR or DATABASE_URL`;
  const { isEmpty, pending, newer } = state;
  if (isEmpty) return note`${name} opens, and has no tables yet: the first start, or npm run migrate, creates them`;
  if (pending.length > 0)
    return note`${name} opens; ${pending.length} migrations are not applied yet (${pending.join(', ')}). The next start applies them, or before: npm run migrate`;
  return newer.length === 0
    ? ok`${name} opens, and its tables are up to date`
    : note`${name} opens; a newer version has changed its tables (${newer.join(', ')}), and this one may run`;
}
