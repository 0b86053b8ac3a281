import { createHash } from 'node:crypto';

/**
 * One change of the tables. Names sort in the order of the list (`0001 market data`). Statements end with a semicolon at
 * the end of a line, and are written for both engines: see `Sql`.
 */
export type Migration = {
  name: string;
  sql: string;
  /**
   * The oldest program that works on a store with this migration, by the number of the last migration that it knows. Such
   * processes go on running while this one is applied, and may start afterwards. The migration's own number: none, all
   * older processes must be stopped before.
   */
  oldestProgram: number;
};

/** A row of the table `migration`. The last two columns are missing, or null, when an older runner wrote it. */
export type AppliedMigration = {
  name: string;
  checksum: string;
  oldest_program?: number | null;
  applied_by?: string | null;
};

/** A version, and the number of the last migration that it knows. */
export type Release = { version: string; last: number };

/** What a program may do with a store. */
export type MigrationPlan = {
  /** In this order. Empty when there is nothing to do. */
  pending: readonly Migration[];
  /** Migrations that the store has and the program does not know. They all allow it to start. */
  newer: readonly string[];
};

/**
 * Compares a store with the migrations that a program knows. Throws when the program must not use the store: a migration that
 * it knows was changed or is in another place, or one that it does not know needs a newer program.
 */
export function migrationPlan(applied: readonly AppliedMigration[], migrations: readonly Migration[]): MigrationPlan {
  checkList(migrations);
  for (const [i, expected] of migrations.entries()) {
    const found = applied[i];
    if (found === undefined) return { pending: migrations.slice(i), newer: [] };
    if (found.name !== expected.name) throw otherOrder(found, expected, migrations);
    if (found.checksum !== checksumOf(expected)) {
      throw new Error(`The migration "${found.name}" was changed after it was applied. Add a new one instead.`);
    }
  }
  const newer = applied.slice(migrations.length);
  const known = numberOf(migrations.at(-1)?.name ?? '0');
  for (const one of newer) if (!((one.oldest_program ?? Number.POSITIVE_INFINITY) <= known)) throw tooOld(one, known);
  return { pending: [], newer: newer.map(({ name }) => name) };
}

/** The message for a program whose missing migration comes before an applied one: no `oldestProgram` covers that case. */
function otherOrder(found: AppliedMigration, expected: Migration, migrations: readonly Migration[]): Error {
  if (migrations.some(({ name }) => name === found.name)) {
    return new Error(
      `The migration "${expected.name}" comes before "${found.name}", which is applied already. Add it at the end.`,
    );
  }
  return new Error(
    `The database has the migration "${found.name}"${appliedBy(found)} in the place of "${expected.name}" of this program: ` +
      'they are not versions of one program. Run the program that was used last.',
  );
}

function tooOld(one: AppliedMigration, known: number): Error {
  const needed = one.oldest_program ?? numberOf(one.name);
  return new Error(
    `The database is newer than this program: its migration "${one.name}"${appliedBy(one)} needs a program that knows ` +
      `migration ${numbered(needed)}; this one knows ${numbered(known)}. Run a newer program` +
      `${one.applied_by ? `, version ${one.applied_by} or later` : ''}, or restore the backup from before the upgrade.`,
  );
}

const appliedBy = ({ applied_by: version }: AppliedMigration) => (version ? ` (applied by version ${version})` : '');

/**
 * The release to go through while processes that know `known` serve, when these migrations allow no direct way: they may run
 * beside its processes, and its processes may run beside this program's. Undefined: there is none.
 */
export function releaseBetween(
  known: number,
  pending: readonly Migration[],
  releases: readonly Release[],
): Release | undefined {
  return releases.find(
    ({ last }) =>
      last > known &&
      pending.every(({ name, oldestProgram }) => oldestProgram <= (numberOf(name) <= last ? known : last)),
  );
}

/** The number that a name begins with. */
export const numberOf = (name: string): number => Number.parseInt(name, 10);

/** As names begin: `0004`. */
export const numbered = (number: number): string => String(number).padStart(4, '0');

function checkList(migrations: readonly Migration[]): void {
  for (const [i, { name, oldestProgram }] of migrations.entries()) {
    const before = migrations[i - 1]?.name;
    if (before !== undefined && before >= name)
      throw new Error(`The migration "${name}" does not sort after "${before}".`);
    if (!Number.isInteger(oldestProgram) || oldestProgram < 0 || oldestProgram > numberOf(name))
      throw new Error(
        `The migration "${name}" needs an oldestProgram from 0 to ${numberOf(name)}: see CONTRIBUTING.md.`,
      );
  }
}

export function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex');
}
