import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoRecords } from './cli/demo-data.ts';
import { runExport } from './cli/export.ts';
import { runImport } from './cli/import.ts';
import { writeRecordGuide } from './cli/record-guide.ts';
import { runSeed } from './cli/seed.ts';
import { type Config, ConfigError, readConfig, readEnvironment } from './config.ts';
import { GENEROUS_PLAN, type RatePlan, readRatePlan } from './domain/rate-plan.ts';
import { createAdminApp } from './http/admin.ts';
import { createApp, groupsOf } from './http/app.ts';
import { bearerGuard } from './http/bearer.ts';
import type { Group } from './http/group.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { openApiDocument } from './http/openapi.ts';
import { createRateLimits } from './http/rate-limit.ts';
import { PIECES_VERSION, writeBoard } from './http/wire/board.ts';
import type { Identity } from './identity/identity.ts';
import { createIdentity } from './identity/oidc.ts';
import { runClientCommand } from './idp/commands.ts';
import { idpMigrations } from './idp/migrations.ts';
import { startIdp } from './idp/start.ts';
import { stopOnSignal } from './lifecycle.ts';
import { cannotListen, listen, StartError } from './listen.ts';
import { createLog, type Log } from './log.ts';
import {
  reportToParent,
  type ServiceClient,
  serviceClientFromParent,
  startProviderProcess,
} from './provider-process.ts';
import { keepBoards } from './store/board-keeper.ts';
import type { Db } from './store/db.ts';
import { Intake } from './store/intake.ts';
import { applyLiveChanges } from './store/live-changes.ts';
import { Market } from './store/market.ts';
import { migrate } from './store/migrate.ts';
import { migrations } from './store/migrations.ts';
import { openDb } from './store/open.ts';

/** One executable, roles are commands: `node src/main.ts ROLE`. What a role gives back is the exit code. */
const roles: Readonly<Record<string, (config: Config, args: string[]) => Promise<number | undefined>>> = {
  /** Everything there is, on the embedded default: what `npm start` runs. */
  async all(config) {
    const log = createLog(config.logLevel);
    const db = await openStore(config);
    const market = marketOf(db);
    const demo = await makeDemoData(config, market);
    const provider = config.idpIssuer ? undefined : await startEmbeddedProvider(config, log);
    const identity = provider?.identity ?? identityOf(config, config.idpIssuer ?? '', configuredClient(config));
    const { address, adminAddress } = await serve(config, { log, db, market, identity, stopProvider: provider?.stop });
    process.stdout.write(banner(config, config.publicUrl ?? address, adminAddress, identity.issuer, demo));
    return undefined;
  },
  /** The API alone, for one of many processes; the provider is elsewhere. */
  async api(config) {
    const issuer = config.idpIssuer ?? embeddedIssuer(config);
    const identity = identityOf(config, issuer, configuredClient(config));
    const db = await openStore(config);
    await serve(config, { log: createLog(config.logLevel), db, market: marketOf(db), identity });
    return undefined;
  },
  /** The embedded identity provider alone. */
  async idp(config) {
    const log = createLog(config.logLevel);
    const serviceClient = (await serviceClientFromParent()) ?? configuredClient(config);
    const db = await openProviderStore(config);
    const provider = await startIdp({
      db,
      host: config.host,
      port: config.idpPort,
      issuer: embeddedIssuer(config),
      serviceClient,
      demo: isDemo(config),
      demoAnywhere: config.demoAnywhere,
      initialAccessToken: config.idpRegistrationToken,
      refreshGraceSeconds: config.idpRefreshGraceSeconds,
      log,
    }).catch((error: NodeJS.ErrnoException) => cannotListen(error, config.host, config.idpPort, 'IDP_PORT'));
    const stop = async () => {
      await provider.close();
      await db.close();
    };
    stopOnSignal(log, stop);
    reportToParent(provider.address, () => void stop().finally(() => process.exit(0)));
    return undefined;
  },
  /** Adds, lists and removes the provider's clients and accounts. */
  async client(config, args) {
    const db = await openProviderStore(config);
    const exitCode = await runClientCommand(db, args, process.stdout);
    await db.close();
    return exitCode;
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
  /** Prints the OpenAPI document: the whole door, with nothing behind it. */
  async openapi(config) {
    const nobody = () => Promise.reject(new Error('nothing is answered here'));
    const identity = identityOf(config, embeddedIssuer(config), { id: '', secret: '' });
    const groups = groupsOf({
      readiness: {},
      identity,
      sellers: { marketplaces: nobody, seller: nobody },
      applyChanges: nobody,
    });
    const app = await appOf(config, groups, identity, createLog('silent'), createMetrics());
    process.stdout.write(`${JSON.stringify(openApiDocument(app), null, 2)}\n`);
    return 0;
  },
};

type Parts = {
  log: Log;
  db: Db;
  market: Market;
  identity: Identity;
  stopProvider?: (() => Promise<void>) | undefined;
};

async function serve(config: Config, parts: Parts): Promise<{ address: string; adminAddress: string }> {
  const { log, db, market, identity } = parts;
  log.debug({ settings: config.described }, 'settings');
  const metrics = createMetrics();
  const admin = createAdminApp(metrics);
  const groups = groupsOf({
    readiness: { store: () => db.ping(), 'identity provider': () => identity.ping() },
    identity,
    sellers: market,
    applyChanges: (chunks) => applyLiveChanges(market, chunks),
  });
  const app = await appOf(config, groups, identity, log, metrics);
  const address = await listen(app, config.host, config.port, 'PORT');
  const adminAddress = await listen(admin, '127.0.0.1', config.adminPort, 'ADMIN_PORT');
  const keeper = keepBoards(market, (error) => log.warn({ err: error }, 'boards cannot be kept up at the moment'));
  stopOnSignal(log, async () => {
    // The provider goes last: what is still running may need it.
    await app.close();
    await Promise.all([admin.close(), keeper.stop(), identity.close()]);
    await Promise.all([db.close(), parts.stopProvider?.()]);
  });
  return { address, adminAddress };
}

async function appOf(config: Config, groups: Group[], identity: Identity, log: Log, metrics: Metrics) {
  const limits = createRateLimits(ratePlanOf(config));
  const app = await createApp({
    groups,
    guards: { bearer: bearerGuard(identity, limits), counted: limits },
    log,
    metrics,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    trustProxy: config.trustProxy,
  });
  const unknown = limits.unknownOperations();
  if (unknown.length === 0) return app;
  throw new StartError(`The rate plan ${config.ratePlan} names operations that do not exist: ${unknown.join(', ')}`);
}

/** The embedded provider in its own process, and the service's view of it. What the two share is made anew at each start. */
async function startEmbeddedProvider(config: Config, log: Log) {
  const client: ServiceClient = { id: 'seller-service', secret: randomBytes(32).toString('hex') };
  const provider = await startProviderProcess(fileURLToPath(import.meta.url), client, log);
  return { identity: identityOf(config, embeddedIssuer(config), client), stop: provider.stop };
}

const embeddedIssuer = (config: Config) => config.idpPublicUrl ?? `http://${config.host}:${config.idpPort}`;

function identityOf(config: Config, issuer: string, client: ServiceClient): Identity {
  const cacheMs = config.idpCacheSeconds * 1000;
  return createIdentity({
    issuer,
    discoveryUrl: config.idpDiscoveryUrl,
    endpoints: {
      authorization: config.idpAuthorizationEndpoint,
      token: config.idpTokenEndpoint,
      introspection: config.idpIntrospectionEndpoint,
      registration: config.idpRegistrationEndpoint,
    },
    introspection: { clientId: client.id, clientSecret: client.secret, method: config.idpIntrospectionAuth },
    sellerClaims: config.idpSellerClaims,
    audience: config.idpAudience,
    clientCredentialsScope: config.idpCcScope,
    cache: { positiveMs: cacheMs, negativeMs: Math.min(5_000, cacheMs) },
  });
}

function configuredClient(config: Config): ServiceClient {
  const { idpIntrospectionClientId: id, idpIntrospectionClientSecret: secret } = config;
  if (id && secret) return { id, secret };
  throw new StartError(
    'Set IDP_INTROSPECTION_CLIENT_ID and IDP_INTROSPECTION_CLIENT_SECRET: the service and its identity provider run apart.',
  );
}

function ratePlanOf({ ratePlan: file }: Config): RatePlan {
  if (!file) return GENEROUS_PLAN;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartError(`The rate plan ${file} (setting RATE_PLAN) cannot be read: ${(error as Error).message}`);
  }
  const read = readRatePlan(value);
  if ('plan' in read) return read.plan;
  throw new StartError(
    `The rate plan ${file} (setting RATE_PLAN) is not right:\n${read.problems.map((problem) => `  - ${problem}`).join('\n')}`,
  );
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

async function openProviderStore(config: Config): Promise<Db> {
  const db = await openDb({ file: join(config.dataDir, 'idp.db') }).catch(cannotStart);
  await migrate(db, idpMigrations).catch(cannotStart);
  return db;
}

/** Only where nobody else can reach the service: everybody knows the passwords of the demo. */
function isDemo({ publicUrl, idpPublicUrl, demoAnywhere }: Config): boolean {
  const isHere = (address: string | undefined) => address === undefined || isLoopback(new URL(address).hostname);
  return demoAnywhere || (isHere(publicUrl) && isHere(idpPublicUrl));
}

/** The demo market, once, for who starts the service to look at it: never where others can reach it. */
async function makeDemoData(config: Config, market: Market): Promise<boolean> {
  if (config.idpIssuer || !isDemo(config) || (await market.marketplaces()).length > 0) return false;
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

function banner(config: Config, base: string, adminAddress: string, issuer: string, demo: boolean): string {
  const made = demo ? '\n  The store was empty: it now holds the demo market (README.md says what it shows).\n' : '';
  const call = demo
    ? `curl -s -u demoseller:demosellersecret -d grant_type=client_credentials ${base}/auth/v4/token`
    : `curl ${base}/health/ready`;
  return `
  Marketplace Seller Service is ready.

    API         ${base}
    Reference   ${base}/docs   (as a document: ${base}/openapi.json)
    Issuer      ${issuer}   (${config.idpIssuer ? 'the identity provider of the operator' : 'the embedded identity provider'})
    Health      ${base}/health/ready
    Metrics     ${adminAddress}/metrics
${made}
  Try it:  ${call}
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
