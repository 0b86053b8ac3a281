import type { Config, Environment } from '../../../config.ts';
import type { Db } from '../../../db/db.ts';
import { reasonOf } from '../../../db/open.ts';
import { judgeBackups, lookAtBackups } from './backups.ts';
import { judgeClock, lookAtClock } from './clock.ts';
import { LATE, withTimeLimit } from './deadline.ts';
import { judgeDisk, lookAtDisks } from './disk.ts';
import { type Finding, note, problem, type Section } from './finding.ts';
import { judgeKeys, lookAtKeys } from './keys.ts';
import { judgeMachine, lookAtMachine } from './machine.ts';
import { judgePorts, lookAtPorts, type PortFacts, portsOf } from './ports.ts';
import { discoveryUrlOf, judgeProvider, lookAtProvider } from './provider.ts';
import { judgeQueue, lookAtQueue } from './queue.ts';
import { judgeGateways, judgeOtherServers, lookAtGateways, lookAtOtherServers } from './servers.ts';
import { isService, judgeService, lookAtService } from './service.ts';
import { judgeSettings, lookAtSettings } from './settings.ts';
import { startWarnings } from './start-warnings.ts';
import { judgeStore, lookAtStore, type OpenedStore, openToLook } from './store.ts';

/** What the rows of the table look at. */
type Subject = {
  readonly environment: Environment;
  readonly config: Config;
  /** What is wrong with the settings. */
  readonly wrong: readonly string[];
  readonly store: OpenedStore;
  readonly db: Db | undefined;
  readonly ports: readonly PortFacts[];
  /** The running service of this machine, as far as the system tells. */
  readonly servicePid: number | undefined;
};

type Row<Facts> = {
  readonly title: string;
  /** Collects facts, and changes nothing. */
  look(subject: Subject): Facts | Promise<Facts>;
  /** Makes findings of facts, and nothing else: tests call it with facts that are hard to bring about. */
  judge(config: Config, facts: Facts): readonly Finding[];
};

/** Hides the type of the facts, which differs from row to row. */
const row = <Facts>({ title, look, judge }: Row<Facts>) => ({
  title,
  examine: async (subject: Subject) => judge(subject.config, await look(subject)),
});

/** The sections of the report, in its order. */
const table = [
  row({
    title: 'Settings',
    look: async ({ environment, config, wrong, db }) => ({
      ...lookAtSettings(environment, wrong),
      warnings: await startWarnings(config, db),
    }),
    judge: (config, facts) => [
      ...judgeSettings(config, facts),
      ...(facts.problems.length > 0 ? [note`what follows uses the default of each setting that is not valid`] : []),
      ...facts.warnings,
    ],
  }),
  row({ title: 'Machine', look: ({ servicePid }) => lookAtMachine(servicePid), judge: judgeMachine }),
  row({ title: 'Store', look: ({ config, store }) => lookAtStore(config, store), judge: judgeStore }),
  row({ title: 'Keys', look: ({ config, db }) => lookAtKeys(config, db), judge: judgeKeys }),
  row({
    title: 'Identity provider',
    look: ({ config, db, ports }) => lookAtProvider(config, db, ports),
    judge: judgeProvider,
  }),
  row({
    title: 'Clock',
    look: ({ config, db, ports }) => lookAtClock(db, discoveryUrlOf(config, ports)),
    judge: (_config, facts) => judgeClock(facts),
  }),
  row({
    title: 'Disk',
    look: ({ config, servicePid }) => lookAtDisks(config.dataDir, servicePid),
    judge: (_config, disks) => disks.flatMap(judgeDisk),
  }),
  row({ title: 'Ports', look: ({ ports }) => ports, judge: (_config, ports) => judgePorts(ports) }),
  row({
    title: 'Running service',
    look: ({ ports }) => lookAtService(ports),
    judge: (_config, facts) => judgeService(facts),
  }),
  row({ title: 'Mail and SMS', look: ({ config }) => lookAtGateways(config), judge: judgeGateways }),
  row({
    title: 'Limits and traces',
    look: ({ config }) => lookAtOtherServers(config),
    judge: (_config, facts) => judgeOtherServers(facts),
  }),
  row({
    title: 'Deliveries',
    look: ({ db, ports }) => db && lookAtQueue(db, Date.now(), ports.some(isService)).catch(() => 'no tables' as const),
    judge: (_config, facts) => {
      if (facts === undefined) return [note`the store cannot be asked`];
      return facts === 'no tables' ? [note`the store has no deliveries yet`] : judgeQueue(facts);
    },
  }),
  row({ title: 'Backups', look: ({ config, db }) => lookAtBackups(config, db), judge: judgeBackups }),
];

/** More than every single deadline inside. */
const SECTION_MS = 25_000;

/** Looks at everything that the service needs, and judges it. Changes nothing, and ends in bounded time. */
export async function examineAll(
  environment: Environment,
  config: Config,
  wrong: readonly string[],
): Promise<Section[]> {
  const [store, ports] = await Promise.all([openToLook(config), lookAtPorts(portsOf(config))]);
  const service = ports.find(({ setting, state }) => setting === 'PORT' && state === 'own');
  const subject = { environment, config, wrong, store, db: store.db, ports, servicePid: service?.owner?.pid };
  try {
    return await Promise.all(
      table.map(async ({ title, examine }) => ({ title, findings: await withinTime(examine(subject)) })),
    );
  } finally {
    await withTimeLimit(1_000, store.db?.close() ?? Promise.resolve());
  }
}

/** A subject that cannot be looked at, or takes too long, is a problem of its own: the others are still examined. */
async function withinTime(examination: Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    const findings = await withTimeLimit(SECTION_MS, examination);
    if (findings !== LATE) return findings;
    return [
      problem`this could not be examined within ${SECTION_MS / 1000} s -> Look at the load of the machine and of the servers that it asks`,
    ];
  } catch (error) {
    return [
      problem`this could not be examined: ${reasonOf(error)} -> Mend what the message names, then run the doctor again`,
    ];
  }
}
