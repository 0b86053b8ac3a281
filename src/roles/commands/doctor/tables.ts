import type { Db } from '../../../db/db.ts';
import { foreignSign } from '../../../db/foreign-database.ts';
import { readApplied } from '../../../db/migrate.ts';
import { type Migration, migrationPlan } from '../../../db/migration-plan.ts';
import { type Finding, note, ok, problem } from './finding.ts';

export type TableState = {
  readonly isEmpty: boolean;
  /** The names of migrations that the store lacks. */
  readonly pending: readonly string[];
  /** The names of migrations of a newer program, which let this one run. */
  readonly newer: readonly string[];
  /** Why this program must not use the store. */
  readonly problem?: string | undefined;
  /** What shows that the database belongs to another program. */
  readonly foreign?: string | undefined;
};

/** Compares the store with the migrations of this program, as a start does. Only reads. */
export async function lookAtTables(db: Db, migrations: readonly Migration[]): Promise<TableState> {
  const foreign = await foreignSign(db, migrations);
  if (foreign !== undefined) return { isEmpty: true, pending: [], newer: [], foreign };
  const applied = await readApplied(db);
  try {
    const { pending, newer } = migrationPlan(applied, migrations);
    return { isEmpty: applied.length === 0, pending: pending.map(({ name }) => name), newer };
  } catch (error) {
    return { isEmpty: false, pending: [], newer: [], problem: (error as Error).message };
  }
}

export function judgeTables(name: string, state: TableState): Finding[] {
  if (state.problem !== undefined) {
    const mend = 'Run the version of the program that last used this store, or a newer one (docs/upgrading.md)';
    return [problem(`${name}: ${state.problem}`, mend)];
  }
  if (state.foreign !== undefined) {
    const mend = 'Move it away and restore a backup (npm run restore -- DIR), or correct DATA_DIR or DATABASE_URL';
    return [problem(`${name} is a database of another program: ${state.foreign}. The service does not start`, mend)];
  }
  if (state.isEmpty)
    return [note(`${name} opens, and has no tables yet: the first start, or npm run migrate, creates them`)];
  if (state.pending.length > 0) {
    const text = `${name} opens; ${state.pending.length} migrations are not applied yet (${state.pending.join(', ')})`;
    return [note(`${text}. The next start applies them, or before: npm run migrate`)];
  }
  if (state.newer.length === 0) return [ok(`${name} opens, and its tables are up to date`)];
  return [
    note(`${name} opens; a newer version has changed its tables (${state.newer.join(', ')}), and this one may run`),
  ];
}
