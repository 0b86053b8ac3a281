import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, type TestFn, test } from 'node:test';
import pg from 'pg';
import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { Migration } from '../../src/db/migration-plan.ts';
import { type DbConfig, openDb } from '../../src/db/open.ts';
import { migrations } from '../../src/migrations/list.ts';
import { isTorture } from '../harness/scale.ts';
import { startPostgres } from './postgres-server.ts';

/** A database of its own, dropped at the end of the suite. */
export type TestDatabase = {
  /** What another process needs to open it too. */
  config: DbConfig;
  /** Opens it; closed at the end of the suite. */
  open(options?: Pick<DbConfig, 'timeoutMs' | 'connections'>): Promise<Db>;
};

export type Engine = {
  name: Db['engine'];
  /** Without tables. */
  fresh(): Promise<TestDatabase>;
  /** With the tables of the service, or of `list`: a copy of a store that was migrated once in this process, because that takes longer. */
  migrated(list?: readonly Migration[]): Promise<TestDatabase>;
};

/** Runs the same suite on both engines: `withEngines('fees', (engine) => { it(...) })`. */
export function withEngines(title: string, suite: (engine: Engine) => void): void {
  onEngine('sqlite', title, suite);
  onEngine('postgres', title, suite);
}

/**
 * SQLite in `npm test`, both engines in `npm run torture`. PostgreSQL takes four times as long, so `npm test` uses it only where the
 * engine matters: the store itself, locks and races, queues and query plans. The recorded answers about fees and prices run on both.
 * Of the embedded provider `npm test` runs the races, the storage and what protects accounts on PostgreSQL, too.
 */
export function withEnginesInTorture(title: string, suite: (engine: Engine) => void): void {
  if (isTorture) withEngines(title, suite);
  else onEngine('sqlite', title, suite);
}

/**
 * The `test` of a suite of `withEngines` for cases in which the engine does not matter: in `npm test` PostgreSQL runs only the others,
 * such as races and query plans.
 */
export const testOnSqliteOrInTorture =
  ({ name }: Engine) =>
  (title: string, run: TestFn): void => {
    if (name === 'sqlite' || isTorture) test(title, run);
  };

export function onEngine(name: Db['engine'], title: string, suite: (engine: Engine) => void): void {
  describe(`${title} on ${name}`, () => {
    const cleanUps: (() => Promise<unknown>)[] = [];
    after(async () => {
      for (const cleanUp of cleanUps.reverse()) await cleanUp();
    });
    const make = name === 'sqlite' ? makeSqlite : makePostgres;
    const database = async (template?: Made): Promise<TestDatabase> => {
      const { config, drop } = await make(template?.config);
      cleanUps.push(drop);
      return {
        config,
        open: async (options) => {
          const db = await openDb({ ...config, ...options });
          cleanUps.push(() => db.close());
          return db;
        },
      };
    };
    suite({
      name,
      fresh: () => database(),
      migrated: async (list = migrations) => database(await templateOf(name, make, list)),
    });
  });
}

type Made = { config: DbConfig; drop(): Promise<void> };
type Make = (template?: DbConfig) => Promise<Made>;

const templates = {
  sqlite: new Map<readonly Migration[], Promise<Made>>(),
  postgres: new Map<readonly Migration[], Promise<Made>>(),
};

after(async () => {
  for (const template of [...templates.sqlite.values(), ...templates.postgres.values()]) await (await template).drop();
});

/** The store that others are copied from. Nobody has it open: PostgreSQL copies no database that is in use. */
function templateOf(name: Db['engine'], make: Make, list: readonly Migration[]): Promise<Made> {
  const migrateOne = async () => {
    const template = await make();
    const db = await openDb(template.config);
    await migrate(db, list);
    await db.close();
    return template;
  };
  const template = templates[name].get(list) ?? migrateOne();
  templates[name].set(list, template);
  return template;
}

async function makeSqlite(template?: DbConfig): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'store-test-'));
  const file = join(folder, 'store.db');
  if (template) copyFileSync(template.file, file);
  return { config: { file }, drop: async () => rmSync(folder, { recursive: true }) };
}

async function makePostgres(template?: DbConfig): Promise<Made> {
  sharedServer ??= findServer();
  const urlOf = await sharedServer;
  const name = `store_test_${randomBytes(6).toString('hex')}`;
  // Copying files is faster than logging them: 30 ms.
  const source = template?.databaseUrl ? `TEMPLATE ${new URL(template.databaseUrl).pathname.slice(1)}` : '';
  await administer(urlOf('postgres'), `CREATE DATABASE ${name} ${source} STRATEGY file_copy`);
  return {
    config: { databaseUrl: urlOf(name), file: '' },
    drop: () => administer(urlOf('postgres'), `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

let sharedServer: Promise<(database: string) => string> | undefined;

/** The server of TEST_DATABASE_URL, or one that is started for the first test that needs it. */
async function findServer(): Promise<(database: string) => string> {
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (!serverUrl) return (await startPostgres()).url;
  return (database) => Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href;
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
