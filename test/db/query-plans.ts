import type { Db } from '../../src/db/db.ts';
import { postgresReads } from './postgres-plan.ts';
import type { Recorded, WideRead } from './recorded-statements.ts';
import { sqliteReads } from './sqlite-plan.ts';

/** A step of a statement that reads widely, and why it is never slow. */
export type Permitted = { statement: RegExp; step: RegExp; because: string };

/**
 * The steps of these statements that read widely: a scan of a table or an index, also one with a `LIMIT` when its conditions may drop
 * all that it reads. Only a `LIMIT` that the first entries reach bounds a scan.
 */
export async function wideReads(
  db: Db,
  statements: ReadonlyMap<string, Recorded>,
  permitted: readonly Permitted[],
): Promise<string[]> {
  const found: WideRead[] = [];
  for (const recorded of statements.values()) {
    if (recorded.rows?.length === 0) continue;
    found.push(...(db.engine === 'sqlite' ? await sqliteReads(db, recorded) : await postgresReads(db, recorded)));
  }
  return found
    .filter((read) => !permitted.some(({ statement, step }) => statement.test(read.sql) && step.test(read.step)))
    .map(({ step, sql }) => `${step}: ${sql.slice(0, 300)}`);
}
