import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { demoRecords } from './cli/demo-data.ts';
import { runExport } from './cli/export.ts';
import { runImport } from './cli/import.ts';
import { writeRecordGuide } from './cli/record-guide.ts';
import { runSeed } from './cli/seed.ts';
import { type Config, ConfigError, readConfig, readEnvironment } from './config.ts';
import { createAdminApp } from './http/admin.ts';
import { createApp, groupsOf } from './http/app.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { openApiDocument } from './http/openapi.ts';
import type { Readiness } from './http/routes/health.ts';
import { PIECES_VERSION, writeBoard } from './http/wire/board.ts';
import { stopOnSignal } from './lifecycle.ts';
import { listen, StartError } from './listen.ts';
import { createLog, type Log } from './log.ts';
import { keepBoards } from './store/board-keeper.ts';
import type { Db } from './store/db.ts';
import { Intake } from './store/intake.ts';
import { Market } from './store/market.ts';
import { migrate } from './store/migrate.ts';
import { migrations } from './store/migrations.ts';
import { openDb } from './store/open.ts';

/** One executable, roles are commands: `node src/main.ts ROLE`. What a role gives back is the exit code. */
const roles: Readonly<Record<string, (config: Config, args: string[]) => Promise<number | undefined>>> = {
  /** Everything there is, on the embedded default: what `npm start` runs. */
  async all(config) {
    const db = await openStore(config);
    const market = marketOf(db);
    const demo = await makeDemoData(config, market);
    const { address, adminAddress } = await serve(config, db, market);
    process.stdout.write(banner(config.publicUrl ?? address, adminAddress, demo));
    return undefined;
  },
  /** The API alone, for one of many processes. */
  async api(config) {
    const db = await openStore(config);
    await serve(config, db, marketOf(db));
    return undefined;
  },
  /** Brings the tables up to date. */
  async migrate(config) {
    const db = await openDb(storeOf(config)).catch(cannotStart);
    const steps = await migrate(db, migrations);
    process.stdout.write(steps.length === 0 ? 'The tables are up to date.\n' : `${steps.join('\n')}\n`);
    await db.close();
    return 0;
  },
  import: (config, args) => withStore(config, (db) => runImport(marketOf(db), args, process)),
  export: (config, args) => withStore(config, (db) => runExport(db, args, (text) => process.stdout.write(text))),
  seed: (config, args) => withStore(config, (db) => runSeed(marketOf(db), args, process)),
  /** Prints the guide to the record formats. */
  async guide() {
    process.stdout.write(writeRecordGuide());
    return 0;
  },
  /** Prints the OpenAPI document. */
  async openapi(config) {
    const app = await apiOf(config, {}, createLog('silent'), createMetrics());
    process.stdout.write(`${JSON.stringify(openApiDocument(app), null, 2)}\n`);
    return 0;
  },
};

async function serve(config: Config, db: Db, market: Market) {
  const log = createLog(config.logLevel);
  log.debug({ settings: config.described }, 'settings');
  const metrics = createMetrics();
  const admin = createAdminApp(metrics);
  const app = await apiOf(config, { store: () => db.ping() }, log, metrics);
  const address = await listen(app, config.host, config.port, 'PORT');
  const adminAddress = await listen(admin, '127.0.0.1', config.adminPort, 'ADMIN_PORT');
  const keeper = keepBoards(market, (error) => log.warn({ err: error }, 'boards cannot be kept up at the moment'));
  stopOnSignal(log, async () => {
    await app.close();
    await Promise.all([admin.close(), keeper.stop()]);
    await db.close();
  });
  return { address, adminAddress };
}

function apiOf(config: Config, readiness: Readiness, log: Log, metrics: Metrics): Promise<FastifyInstance> {
  return createApp({
    groups: groupsOf({ readiness }),
    guards: {},
    log,
    metrics,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    trustProxy: config.trustProxy,
  });
}

const storeOf = (config: Config) => ({ databaseUrl: config.databaseUrl, file: join(config.dataDir, 'service.db') });

const marketOf = (db: Db) => new Market(db, { version: PIECES_VERSION, write: writeBoard }, Date.now);

async function openStore(config: Config): Promise<Db> {
  const db = await openDb(storeOf(config)).catch(cannotStart);
  await migrate(db, migrations).catch(cannotStart);
  return db;
}

async function withStore(config: Config, work: (db: Db) => Promise<number>): Promise<number> {
  const db = await openStore(config);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** The demo market, once, for who starts the service to look at it: never where others can reach it. */
async function makeDemoData(config: Config, market: Market): Promise<boolean> {
  const reachedFromHere = config.publicUrl === undefined || isLoopback(new URL(config.publicUrl).hostname);
  if (!reachedFromHere || (await market.marketplaces()).length > 0) return false;
  const refuse = (line: number, problem: object) => {
    throw new Error(`demo record ${line}: ${JSON.stringify(problem)}`);
  };
  const intake = await Intake.open(market, { boards: 'now', batchSize: 1_000, onReject: refuse });
  let line = 0;
  for (const record of demoRecords(Date.now())) await intake.take(++line, record);
  await intake.flush();
  return true;
}

const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);

function banner(base: string, adminAddress: string, demo: boolean): string {
  const made = demo ? '\n  The store was empty: it now holds the demo market (README.md says what it shows).\n' : '';
  return `
  Marketplace Seller Service is ready.

    API         ${base}
    Reference   ${base}/docs   (as a document: ${base}/openapi.json)
    Health      ${base}/health/ready
    Metrics     ${adminAddress}/metrics
${made}
  Try it:  curl ${base}/health/ready
  Stop it: Ctrl-C

`;
}

function cannotStart(error: Error): never {
  throw new StartError(error.message, { cause: error });
}

async function main([role = 'all', ...args]: string[]): Promise<void> {
  const run = roles[role];
  if (!run) throw new StartError(`There is no role ${role}. Roles: ${Object.keys(roles).join(', ')}.`);
  const exitCode = await run(readConfig(readEnvironment()), args);
  if (exitCode !== undefined) process.exitCode = exitCode;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`);
  process.exit(1);
});
