import type { FastifyInstance } from 'fastify';
import { type Config, ConfigError, readConfig, readEnvironment } from './config.ts';
import { createAdminApp } from './http/admin.ts';
import { createApp, groupsOf } from './http/app.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { openApiDocument } from './http/openapi.ts';
import { stopOnSignal } from './lifecycle.ts';
import { listen, StartError } from './listen.ts';
import { createLog, type Log } from './log.ts';

/** One executable, roles are commands: `node src/main.ts ROLE`. */
const roles: Readonly<Record<string, (config: Config) => Promise<void>>> = {
  /** Everything there is, on the embedded default: what `npm start` runs. */
  all: async (config) => {
    const { address, adminAddress } = await serveApi(config);
    process.stdout.write(banner(config.publicUrl ?? address, adminAddress));
  },
  /** The API alone, for one of many processes. */
  api: async (config) => {
    await serveApi(config);
  },
  /** Prints the OpenAPI document. */
  openapi: async (config) => {
    const app = await apiOf(config, createLog('silent'), createMetrics());
    process.stdout.write(`${JSON.stringify(openApiDocument(app), null, 2)}\n`);
  },
};

async function serveApi(config: Config): Promise<{ address: string; adminAddress: string }> {
  const log = createLog(config.logLevel);
  log.debug({ settings: config.described }, 'settings');
  const metrics = createMetrics();
  const admin = createAdminApp(metrics);
  const app = await apiOf(config, log, metrics);
  const address = await listen(app, config.host, config.port, 'PORT');
  const adminAddress = await listen(admin, '127.0.0.1', config.adminPort, 'ADMIN_PORT');
  stopOnSignal(log, async () => {
    await app.close();
    await admin.close();
  });
  return { address, adminAddress };
}

function apiOf(config: Config, log: Log, metrics: Metrics): Promise<FastifyInstance> {
  return createApp({
    groups: groupsOf({ readiness: {} }),
    guards: {},
    log,
    metrics,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    trustProxy: config.trustProxy,
  });
}

function banner(base: string, adminAddress: string): string {
  return `
  Marketplace Seller Service is ready.

    API         ${base}
    Reference   ${base}/docs   (as a document: ${base}/openapi.json)
    Health      ${base}/health/ready
    Metrics     ${adminAddress}/metrics

  Try it:  curl ${base}/health/ready
  Stop it: Ctrl-C

`;
}

async function main(role = 'all'): Promise<void> {
  const run = roles[role];
  if (!run) throw new StartError(`There is no role ${role}. Roles: ${Object.keys(roles).join(', ')}.`);
  await run(readConfig(readEnvironment()));
}

main(process.argv[2]).catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof StartError;
  process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`);
  process.exit(1);
});
