import type { Config, Environment } from '../../../config/config.ts';
import { reasonOf } from '../../../db/open.ts';
import { judgeBackups, lookAtBackups } from './backups.ts';
import { judgeClock, lookAtClock } from './clock.ts';
import { LATE, withTimeLimit } from './deadline.ts';
import { judgeDisk, lookAtDisks } from './disk.ts';
import { type Finding, problem, type Section } from './finding.ts';
import { judgeKeys, lookAtKeys } from './keys.ts';
import { judgeMachine, lookAtMachine } from './machine.ts';
import { judgePorts, lookAtPorts, portsOf } from './ports.ts';
import { judgeProvider, lookAtProvider } from './provider.ts';
import { judgeQueue, lookAtQueue } from './queue.ts';
import { judgeGateways, judgeOtherServers, lookAtGateways, lookAtOtherServers } from './servers.ts';
import { judgeService, lookAtService } from './service.ts';
import { judgeSettingsAndStart, lookAtSettings } from './settings.ts';
import { judgeStore, lookAtStore, openToLook } from './store.ts';
import type { Subject } from './subject.ts';

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

/** For a judgement that does not depend on the settings. */
const by =
  <Facts>(judge: (facts: Facts) => Finding[]) =>
  (_config: Config, facts: Facts): Finding[] =>
    judge(facts);

/** The sections of the report, in its order. */
const table = [
  row({ title: 'Settings', look: lookAtSettings, judge: judgeSettingsAndStart }),
  row({ title: 'Machine', look: lookAtMachine, judge: judgeMachine }),
  row({ title: 'Store', look: lookAtStore, judge: judgeStore }),
  row({ title: 'Keys', look: lookAtKeys, judge: judgeKeys }),
  row({ title: 'Identity provider', look: lookAtProvider, judge: judgeProvider }),
  row({ title: 'Clock', look: lookAtClock, judge: by(judgeClock) }),
  row({ title: 'Disk', look: lookAtDisks, judge: (_config, disks) => disks.flatMap(judgeDisk) }),
  row({ title: 'Ports', look: ({ ports }) => ports, judge: by(judgePorts) }),
  row({ title: 'Running service', look: lookAtService, judge: by(judgeService) }),
  row({ title: 'Mail and SMS', look: lookAtGateways, judge: judgeGateways }),
  row({ title: 'Limits and traces', look: lookAtOtherServers, judge: by(judgeOtherServers) }),
  row({ title: 'Deliveries', look: lookAtQueue, judge: by(judgeQueue) }),
  row({ title: 'Backups', look: lookAtBackups, judge: judgeBackups }),
];

/** More than every single deadline inside. */
const SECTION_MS = 25_000;

/** Looks at everything that the service needs, and judges it. Changes nothing, and ends in bounded time. */
export async function examineAll(
  environment: Environment,
  config: Config,
  problems: readonly string[],
): Promise<Section[]> {
  const [store, ports] = await Promise.all([openToLook(config), lookAtPorts(portsOf(config))]);
  const service = ports.find(({ setting, state }) => setting === 'PORT' && state === 'own');
  const subject = { environment, config, problems, store, db: store.db, ports, servicePid: service?.owner?.pid };
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
