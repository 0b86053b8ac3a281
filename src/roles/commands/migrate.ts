import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { migrate, readApplied } from '../../db/migrate.ts';
import type { AppliedMigration, Migration } from '../../db/migration-plan.ts';
import { migrationPlan, numbered, numberOf } from '../../db/migration-plan.ts';
import { nameWithoutPassword, openDb } from '../../db/open.ts';
import { hasTables } from '../../db/sqlite/file-copy.ts';
import { refuseForeignFile } from '../../db/sqlite/foreign-file.ts';
import { readUnchanged } from '../../db/sqlite/unchanged-file.ts';
import { idpMigrations } from '../../idp/migrations.ts';
import { migrations } from '../../migrations/list.ts';
import { cannotStart } from '../cannot-start.ts';
import { checkRestored } from '../data-folder.ts';
import { openProviderStore, providerFile } from '../identity/provider-store.ts';
import { recordMigrations, storeOf } from '../store.ts';
import { VERSION } from '../version.ts';

export const MIGRATE_USAGE = `npm run migrate               updates the tables
npm run migrate -- --check    says what that would do, and changes nothing
`;

type Output = Record<'stdout' | 'stderr', { write(text: string): unknown }>;

/** Exit codes of `--check`: 0 when both stores are up to date, 1 when there is something to apply, 2 for a wrong call. */
export async function migrateTables(config: Config, args: string[], output: Output = process): Promise<number> {
  if (args.length > 1 || (args.length === 1 && args[0] !== '--check')) {
    const unread = args.find((arg) => arg !== '--check') ?? args[1];
    output.stderr.write(`Unknown argument ${unread}.\n\n${MIGRATE_USAGE}`);
    return 2;
  }
  checkRestored(config);
  return args.length === 1 ? check(config, output) : apply(config, output);
}

async function apply(config: Config, { stdout }: Output): Promise<number> {
  const db = await openDb(storeOf(config)).catch(cannotStart);
  const steps = await migrate(db, migrations, VERSION).catch(cannotStart);
  await recordMigrations(db, steps);
  const ofProvider: string[] = [];
  // Only where there is one: an empty store of the provider would hide that the real one is missing (`checkBothStores`).
  if (hasTables(providerFile(config))) await (await openProviderStore(config, ofProvider)).close();
  await recordMigrations(db, ofProvider);
  await db.close();
  steps.push(...ofProvider);
  stdout.write(steps.length === 0 ? 'The tables are up to date.\n' : `${steps.join('\n')}\n`);
  return 0;
}

/** A store of which `--check` tells what would be applied. */
type CheckedStore = { name: string; applied: AppliedMigration[]; known: readonly Migration[] };

async function check(config: Config, { stdout }: Output): Promise<number> {
  const { databaseUrl } = config;
  const file = join(config.dataDir, 'service.db');
  await refuseForeignFile(providerFile(config), idpMigrations);
  if (!databaseUrl) await refuseForeignFile(file, migrations);
  const service = databaseUrl ? await appliedOnServer(config) : ((await readUnchanged(file, readApplied)) ?? []);
  const name = databaseUrl ? `PostgreSQL at ${nameWithoutPassword(databaseUrl)}` : file;
  const stores: CheckedStore[] = [{ name: `Store of the service, ${name}`, applied: service, known: migrations }];
  const provider = await readUnchanged(providerFile(config), readApplied);
  if (provider && provider.length > 0) {
    stores.push({ name: `Store of the provider, ${providerFile(config)}`, applied: provider, known: idpMigrations });
  }
  const isUpToDate = stores.map((one) => describe(one, stdout)).every((upToDate) => upToDate);
  return isUpToDate ? 0 : 1;
}

async function appliedOnServer(config: Config): Promise<AppliedMigration[]> {
  const db = await openDb(storeOf(config)).catch(cannotStart);
  try {
    return await readApplied(db);
  } finally {
    await db.close();
  }
}

/** Prints what there is to do; whether that is nothing. Throws a StartError when this program must not use the store. */
function describe({ name, applied, known }: CheckedStore, stdout: Output['stdout']): boolean {
  const { pending, newer } = planOrStop({ name, applied, known });
  const print = (...lines: string[]) => stdout.write(`${lines.join('\n')}\n`);
  if (pending.length > 0) {
    print(`${name}: to apply`, ...pending.map((one) => `  ${one.name}`), processesDuring(applied, pending));
  } else if (newer.length > 0) {
    print(`${name}: newer than this program, which may run on it. It does not know`, ...newer.map((one) => `  ${one}`));
  } else print(`${name}: up to date.`);
  return pending.length === 0;
}

function planOrStop({ name, applied, known }: CheckedStore) {
  try {
    return migrationPlan(applied, known);
  } catch (error) {
    return cannotStart(new Error(`${name}: ${(error as Error).message}`));
  }
}

/** What the processes that use the store now may do while these are applied, and afterwards. */
function processesDuring(applied: readonly AppliedMigration[], pending: readonly Migration[]): string {
  const last = applied.at(-1);
  if (last === undefined) return '  The store is empty: no process uses it.';
  const present = `processes of the present version, which know migration ${numbered(numberOf(last.name))},`;
  const [tooNew] = pending.filter(({ oldestProgram }) => oldestProgram > numberOf(last.name));
  if (tooNew)
    return `  Stop all ${present} first: "${tooNew.name}" needs programs that know ${numbered(tooNew.oldestProgram)}.`;
  const knowsRule = 'oldest_program' in last;
  return knowsRule
    ? `  The ${present} may go on running meanwhile, and may be started again afterwards.`
    : `  The ${present} may go on running meanwhile. They do not start again afterwards.`;
}
