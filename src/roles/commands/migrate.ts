import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { migrate, readApplied } from '../../db/migrate.ts';
import type { AppliedMigration, Migration, Release } from '../../db/migration-plan.ts';
import { migrationPlan, numbered, numberOf, releaseBetween } from '../../db/migration-plan.ts';
import { nameWithoutPassword, openDb } from '../../db/open.ts';
import { readUnchanged, refuseForeignFile } from '../../db/sqlite/unchanged-file.ts';
import { idpMigrations, idpReleases } from '../../idp/migrations.ts';
import { migrations, releases } from '../../migrations/list.ts';
import { VERSION } from '../settings/version.ts';
import { cannotStart } from '../store/cannot-start.ts';
import { checkRestored } from '../store/data-folder.ts';
import { hasProviderStore, openProviderStore, providerMigrations, providerStoreName } from '../store/provider-store.ts';
import { appliedOnServer, recordMigrations, storeOf } from '../store/store.ts';

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
  if (await hasProviderStore(config)) await (await openProviderStore(config, ofProvider)).close();
  await recordMigrations(db, ofProvider);
  await db.close();
  steps.push(...ofProvider);
  stdout.write(steps.length === 0 ? 'The tables are up to date.\n' : `${steps.join('\n')}\n`);
  return 0;
}

/** A store of which `--check` tells what would be applied. */
type CheckedStore = {
  name: string;
  applied: AppliedMigration[];
  known: readonly Migration[];
  releases: readonly Release[];
};

async function check(config: Config, { stdout }: Output): Promise<number> {
  const { databaseUrl } = config;
  const file = join(config.dataDir, 'service.db');
  if (!databaseUrl) await refuseForeignFile(file, migrations);
  const service = databaseUrl ? await appliedOnServer(config) : ((await readUnchanged(file, readApplied)) ?? []);
  const name = databaseUrl ? `PostgreSQL at ${nameWithoutPassword(databaseUrl)}` : file;
  const stores: CheckedStore[] = [
    { name: `Store of the service, ${name}`, applied: service, known: migrations, releases },
  ];
  const provider = await providerMigrations(config);
  if (provider.length > 0) {
    const name = `Store of the provider, ${providerStoreName(config)}`;
    stores.push({ name, applied: provider, known: idpMigrations, releases: idpReleases });
  }
  const isUpToDate = stores.map((one) => describe(one, stdout)).every((upToDate) => upToDate);
  return isUpToDate ? 0 : 1;
}

/** Prints what there is to do; whether that is nothing. Throws a StartError when this program must not use the store. */
function describe(store: CheckedStore, stdout: Output['stdout']): boolean {
  const { name } = store;
  const { pending, newer } = planOrStop(store);
  const print = (...lines: string[]) => stdout.write(`${lines.join('\n')}\n`);
  if (pending.length > 0) {
    print(`${name}: to apply`, ...pending.map((one) => `  ${one.name}`), ...processesDuring(store, pending));
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
function processesDuring({ applied, releases }: CheckedStore, pending: readonly Migration[]): string[] {
  const last = applied.at(-1);
  if (last === undefined) return ['  The store is empty: no process uses it.'];
  const present = `processes of the present version, which know migration ${numbered(numberOf(last.name))},`;
  const [tooNew] = pending.filter(({ oldestProgram }) => oldestProgram > numberOf(last.name));
  if (tooNew === undefined)
    return [`  The ${present} may go on running meanwhile, and may be started again afterwards.`];
  const between = releaseBetween(numberOf(last.name), pending, releases);
  return [
    `  Stop all ${present} first: "${tooNew.name}" needs programs that know ${numbered(tooNew.oldestProgram)}.`,
    ...(between ? [`  To serve meanwhile, upgrade to version ${between.version} first, then to this one.`] : []),
  ];
}
