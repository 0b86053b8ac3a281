import { fileURLToPath } from 'node:url';
import { type Config, ConfigError, readConfig, readConfigAnyway, readEnvironment } from './config/config.ts';
import { DamagedStoreError, UnusableFileError } from './db/db.ts';
import { fullDiskProblem } from './disk/full-disk.ts';
import { type DoctorRun, doctorRun } from './processes/doctor-run.ts';
import { lowerPriority, runWhereCoresAreIdle } from './processes/low-priority.ts';
import { NO_ENV_FILE, providerEnvironment } from './processes/provider-environment.ts';
import { type ProviderForks, providerForks } from './processes/provider-process.ts';
import { REPORT_ROLE, type ReportFork, reportFork } from './processes/report-fork.ts';
import { StartError } from './processes/start-error.ts';
import { asksForHelp } from './roles/commands/help.ts';
import { SighupHandler } from './roles/supervisor/sighup.ts';

/** The file that starts a role in a process of its own. */
const entry = fileURLToPath(new URL('../start.js', import.meta.url));

/** Starts a process that makes reports. */
const forkReports: ReportFork = reportFork(entry);

const doctor: DoctorRun = doctorRun(entry);

type Role = (config: Config, args: string[]) => Promise<number | undefined>;

/**
 * One executable, roles are commands: `node start.js ROLE`. Only this file and `roles/` know every module. The modules of
 * a role are loaded when it runs: an import needs no web server. A role returns its exit code; a role that serves has none.
 */
const roles: Readonly<Record<string, Role>> = {
  all: async (config) => {
    if (config.apiProcesses > 1) return supervise(config, 'all');
    const forks = { fork: forksOf(config), forkReports, doctor };
    return (await import('./roles/process/serve.ts')).serve(config, 'all', forks);
  },
  api: async (config) =>
    config.apiProcesses > 1
      ? supervise(config, 'api')
      : (await import('./roles/process/serve.ts')).serve(config, 'api', { doctor }),
  worker: async (config) => (await import('./roles/process/serve.ts')).serve(config, 'worker', { forkReports }),
  idp: async (config) => (await import('./roles/provider.ts')).runProvider(config),
  dev: async () => watch(),
  client: async (config, args) => (await import('./roles/start/client-command.ts')).manageClients(config, args),
  migrate: async (config, args) => (await import('./roles/commands/migrate.ts')).migrateTables(config, args),
  import: async (config, args) => {
    // Here, because it holds for the whole process: tests call the command in theirs.
    lowerPriority();
    return (await import('./roles/commands/market-data.ts')).importFiles(config, args);
  },
  export: async (config, args) => (await import('./roles/commands/market-data.ts')).exportFiles(config, args),
  seed: async (config, args) => (await import('./roles/commands/market-data.ts')).seedMarket(config, args),
  backup: async (config, args) => (await import('./roles/commands/backup.ts')).backUp(config, args),
  restore: async (config, args) => (await import('./roles/commands/backup.ts')).restore(config, args),
  move: async (config, args) => (await import('./roles/commands/move.ts')).move(config, args),
  doctor: async (_config, args) =>
    (await import('./roles/commands/doctor/doctor.ts')).runDoctor(readEnvironment(), args),
  demo: async (config, args) => (await import('./roles/commands/demo.ts')).runDemo(config, args),
  openapi: async (config, args) => (await import('./roles/commands/documents.ts')).writeOpenApi(config, args),
  guide: async (_config, args) => (await import('./roles/commands/documents.ts')).writeGuide(args),
};

/** Roles without arguments. */
const SERVING = ['all', 'api', 'worker', 'idp', 'dev'];

/** Loading the modules takes a while, in which SIGHUP must not end the program. */
async function supervise(config: Config, role: 'all' | 'api'): Promise<undefined> {
  const sighup = new SighupHandler();
  const fork = role === 'all' ? forksOf(config) : undefined;
  return (await import('./roles/supervisor/supervisor.ts')).supervise(config, { entry, fork }, role, sighup);
}

/** Before the modules of the service are loaded: the provider's process loads its own meanwhile. None with another provider. */
const forksOf = (config: Config): ProviderForks | undefined =>
  config.idpIssuer ? undefined : providerForks(entry, providerEnvironment(readEnvironment()));

/** Not `node --watch` in the script: it would wait for a change of a file also after `--help` and after a wrong argument. */
function watch(): undefined {
  if (!process.execve) throw new StartError('npm run dev needs Linux or macOS: run npm start.');
  process.execve(process.execPath, [process.execPath, '--watch', entry, 'all']);
}

/** Roles that need no valid settings: the doctor tells of wrong ones itself, and the watched process does. */
const WITH_ANY_SETTINGS = ['doctor', 'dev'];

/** What the supervisor starts, for API_PROCESSES > 1, and what a worker starts for reports. */
const supervisedRoles: typeof roles = {
  'api-process': async (config) =>
    (await import('./roles/supervisor/supervised-roles.ts')).runSupervised(config, 'api', { doctor }),
  'worker-process': async (config) =>
    (await import('./roles/supervisor/supervised-roles.ts')).runSupervised(config, 'worker', { forkReports }),
  [REPORT_ROLE]: async (config) => {
    runWhereCoresAreIdle();
    return (await import('./roles/worker/report-process.ts')).runReportProcess(config);
  },
};

/** Roles that write to the stores and to DATA_DIR only. The other commands tell themselves which disk is full. */
const WRITES_DATA = new Set([...['all', 'api', 'worker', 'idp', 'migrate', 'client'], ...Object.keys(supervisedRoles)]);

async function main([role = 'all', ...args]: string[]): Promise<void> {
  // Before the settings are read: help is wanted most where something is wrong.
  if (asksForHelp([role])) return void process.stdout.write((await import('./roles/usages.ts')).programUsage());
  const known = process.connected ? { ...roles, ...supervisedRoles } : roles;
  const run = Object.hasOwn(known, role) ? known[role] : undefined;
  if (!run) throw new StartError(`There is no role ${role}. Roles: ${Object.keys(roles).join(', ')}.`);
  if (asksForHelp(args)) return void process.stdout.write(await usageOf(role, args));
  const unread = SERVING.includes(role) ? args.filter((arg) => arg !== NO_ENV_FILE) : [];
  if (unread.length > 0) throw new StartError(`Unknown argument ${unread[0]}.\n\n${await usageOf(role, args)}`.trim());
  const environment = readEnvironment({ withFile: !args.includes(NO_ENV_FILE) });
  const config = WITH_ANY_SETTINGS.includes(role) ? readConfigAnyway(environment).config : readConfig(environment);
  const exitCode = await run(config, args).catch((error: unknown) => {
    const problem = WRITES_DATA.has(role) ? fullDiskProblem(error, config.dataDir) : undefined;
    throw problem === undefined ? error : new StartError(problem, { cause: error });
  });
  if (exitCode !== undefined) process.exitCode = exitCode;
}

const usageOf = async (role: string, args: string[]): Promise<string> =>
  (await import('./roles/usages.ts')).usages[role]?.(args) ?? '';

main(process.argv.slice(2)).catch((error: unknown) => {
  const expected = [ConfigError, StartError, DamagedStoreError, UnusableFileError].some(
    (kind) => error instanceof kind,
  );
  process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(1);
});
