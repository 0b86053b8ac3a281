import type { Config, Environment } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { reasonOf } from '../../../db/open.ts';
import { factOf } from '../../../db/service-fact.ts';
import { openMarket } from '../../../market/market.ts';
import { migrations } from '../../../migrations/list.ts';
import { checkNotMoved } from '../../../move/mark.ts';
import { ratePlanOf, ratePlanWarning } from '../../api/rate-plan.ts';
import { embeddedIssuer } from '../../identity/identity.ts';
import { warnInProduction } from '../../production-warnings.ts';
import { storeOf } from '../../store.ts';
import { judgeBackups, lookAtBackups } from './backups.ts';
import { judgeClock, lookAtClock } from './clock.ts';
import { LATE, withTimeLimit } from './deadline.ts';
import { judgeDisk, lookAtDataDisk, lookAtLogDisk } from './disk.ts';
import { type Finding, note, problem, type Section } from './finding.ts';
import { judgeGateways, lookAtGateways } from './gateways.ts';
import { judgeKeys, lookAtKeys } from './keys.ts';
import { judgeMachine, lookAtMachine } from './machine.ts';
import { judgeOtherServers, lookAtOtherServers } from './other-servers.ts';
import { judgePorts, lookAtPorts, type PortFacts, portsOf } from './ports.ts';
import { judgePostgres, lookAtPostgres } from './postgres-store.ts';
import { examineProvider } from './provider.ts';
import { judgeQueue, lookAtQueue } from './queue.ts';
import { judgeService, lookAtService } from './service.ts';
import { judgeSettings, lookAtSettings } from './settings.ts';
import { judgeSqlite, lookAtSqlite } from './sqlite-store.ts';
import { judgeRestore, openToLook } from './store.ts';
import { judgeTables, lookAtTables } from './tables.ts';

/** More than every single deadline inside. */
const SECTION_MS = 25_000;

/** What several sections look at. */
type Looked = {
  readonly config: Config;
  readonly db: Db | undefined;
  readonly ports: readonly PortFacts[];
  /** The running service of this machine, as far as the system tells. */
  readonly servicePid: number | undefined;
};

/** Looks at everything that the service needs, and judges it. Changes nothing, and ends in bounded time. */
export async function examineAll(
  environment: Environment,
  config: Config,
  wrong: readonly string[],
): Promise<Section[]> {
  const [store, ports] = await Promise.all([openToLook(config), lookAtPorts(portsOf(config))]);
  const looked: Looked = {
    ...{ config, db: store.db, ports },
    servicePid: ports.find(({ setting, state }) => setting === 'PORT' && state === 'own')?.owner?.pid,
  };
  try {
    return await Promise.all([
      section('Settings', () => examineSettings(environment, looked, wrong)),
      section('Machine', async () => judgeMachine(config, lookAtMachine(looked.servicePid))),
      section('Store', async () => [
        ...judgeRestore(config),
        ...(store.db ? await examineStore(looked, store.db) : store.findings),
      ]),
      section('Keys', async () => judgeKeys(config, await lookAtKeys(config, looked.db))),
      section('Identity provider', () => examineIdentityProvider(looked)),
      section('Clock', async () => judgeClock(await lookAtClock(looked.db, discoveryUrlOf(config, ports)))),
      section('Disk', () => examineDisk(looked)),
      section('Ports', async () => judgePorts(ports)),
      section('Running service', async () => judgeService(await lookAtService(ports))),
      section('Mail and SMS', async () => judgeGateways(config, await lookAtGateways(config))),
      section('Limits and traces', async () => judgeOtherServers(await lookAtOtherServers(config))),
      section('Deliveries', () => examineQueue(looked)),
      section('Backups', async () => judgeBackups(config, await lookAtBackups(config, looked.db))),
    ]);
  } finally {
    await withTimeLimit(1_000, store.db?.close() ?? Promise.resolve());
  }
}

/** A subject that cannot be looked at, or takes too long, is a problem of its own: the others are still examined. */
async function section(title: string, examine: () => Promise<readonly Finding[]>): Promise<Section> {
  try {
    const findings = await withTimeLimit(SECTION_MS, examine());
    if (findings !== LATE) return { title, findings };
    const text = `this could not be examined within ${SECTION_MS / 1000} s`;
    return { title, findings: [problem(text, 'Look at the load of the machine and of the servers that it asks')] };
  } catch (error) {
    return {
      title,
      findings: [
        problem(
          `this could not be examined: ${reasonOf(error)}`,
          'Mend what the message names, then run the doctor again',
        ),
      ],
    };
  }
}

async function examineSettings(
  environment: Environment,
  { config, db }: Looked,
  wrong: readonly string[],
): Promise<Finding[]> {
  const findings = judgeSettings(config, lookAtSettings(environment, wrong));
  if (wrong.length > 0) findings.push(note('what follows uses the default of each setting that is not valid'));
  findings.push(...ratePlanFindings(config));
  return [...findings, ...(db === undefined ? [] : await productionFindings(config, db))];
}

/** The warning of a start, or why no role that answers requests starts with this plan. */
function ratePlanFindings(config: Config): Finding[] {
  try {
    ratePlanOf(config);
    const warning = ratePlanWarning(config);
    return warning === undefined ? [] : [findingOf(warning)];
  } catch (error) {
    return [problem((error as Error).message, 'Correct the file, or RATE_PLAN: docs/rate-plans.md explains both')];
  }
}

/** The warnings of a start. A store that is not up to date has no table to ask. */
async function productionFindings(config: Config, db: Db): Promise<Finding[]> {
  const warnings: string[] = [];
  try {
    await warnInProduction(config, db, openMarket(db, Date.now), {
      warn: (text: unknown) => void warnings.push(String(text)),
    });
  } catch {
    return [];
  }
  return warnings.map(findingOf);
}

/** A warning of a start whose second sentence is the remedy. */
function findingOf(text: string): Finding {
  const [what = text, ...steps] = text.split('. ');
  return steps.length === 0 ? note(text) : problem(what, steps.join('. '));
}

async function examineStore({ config }: Looked, db: Db): Promise<Finding[]> {
  const { file, databaseUrl } = storeOf(config);
  if (databaseUrl === undefined)
    return [...(await tableFindings('service.db', db)), ...judgeSqlite(await lookAtSqlite(file, db))];
  const facts = await lookAtPostgres(db, databaseUrl);
  const findings = judgePostgres(config, facts, processesOf(config));
  // A role without rights cannot read which migrations are applied.
  return facts.forbiddenTables.length > 0 ? findings : [...(await tableFindings('the database', db)), ...findings];
}

async function tableFindings(name: string, db: Db): Promise<Finding[]> {
  const state = await lookAtTables(db, migrations);
  return [...judgeTables(name, state), ...(state.isEmpty ? [] : await movedFindings(db))];
}

async function movedFindings(db: Db): Promise<Finding[]> {
  try {
    await checkNotMoved(db);
    return [];
  } catch (error) {
    const [what = '', ...steps] = (error as Error).message.split(/(?<=[.:]) |\n/);
    return [problem(what, steps.join(' '))];
  }
}

/**
 * How many processes of this machine use the store at once. With API_PROCESSES: the API processes and the worker, each twice while
 * SIGHUP replaces them, and the supervisor. Other machines are not known here.
 */
const processesOf = ({ apiProcesses }: Config): number => (apiProcesses === 1 ? 1 : 2 * (apiProcesses + 1) + 1);

async function examineIdentityProvider({ config, db, ports }: Looked): Promise<Finding[]> {
  const used = db && (await Promise.resolve(factOf(db, 'embedded provider')).catch(() => undefined));
  return examineProvider(config, used !== undefined, isProviderHere(ports));
}

const isProviderHere = (ports: readonly PortFacts[]): boolean =>
  ports.some(({ recognizedBy, state }) => recognizedBy === 'issuer' && state === 'own');

/** Undefined when no provider can be asked. */
function discoveryUrlOf(config: Config, ports: readonly PortFacts[]): string | undefined {
  if (config.idpIssuer === undefined && !isProviderHere(ports)) return undefined;
  const issuer = config.idpIssuer ?? embeddedIssuer(config);
  return config.idpDiscoveryUrl ?? `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

async function examineDisk({ config, servicePid }: Looked): Promise<Finding[]> {
  const log = await lookAtLogDisk(servicePid);
  return [await lookAtDataDisk(config.dataDir), ...(log ? [log] : [])].flatMap(judgeDisk);
}

async function examineQueue({ db, ports }: Looked): Promise<Finding[]> {
  if (db === undefined) return [note('the store cannot be asked')];
  const isRunning = ports.some(({ recognizedBy, state }) => recognizedBy === 'health' && state === 'own');
  try {
    return judgeQueue(await lookAtQueue(db, Date.now(), isRunning));
  } catch {
    return [note('the store has no deliveries yet')];
  }
}
