import { parseArgs } from 'node:util';
import { orLate } from '../../../async/or-late.ts';
import { type Environment, readConfig, readConfigAnyway } from '../../../config/config.ts';
import { reasonOf } from '../../../db/open.ts';
import { backupCheck } from './backups.ts';
import { certificateCheck } from './certificates.ts';
import type { Subject } from './check.ts';
import { clockCheck } from './clock.ts';
import { deliveryCheck } from './deliveries.ts';
import { diskCheck } from './disks.ts';
import { type Finding, print, problem, type Say } from './finding.ts';
import { examineIdentity } from './identity.ts';
import { keyCheck } from './keys.ts';
import { machineCheck } from './machine.ts';
import { lookAtPorts, portCheck, runningServiceCheck } from './ports.ts';
import { providerCheck } from './provider.ts';
import { reportCheck } from './reports.ts';
import { gatewayCheck, optionalServerCheck } from './servers.ts';
import { settingsCheck } from './settings.ts';
import { openToLook, storeCheck } from './store.ts';

export const DOCTOR_USAGE = `Usage: npm run doctor [-- --json]
       npm run doctor -- identity [...]

  Checks settings, store, provider, keys, clock, disk, ports and what else the service needs, and says what to mend. Changes
  nothing. Exit code: 0 no problem, 1 problems, 2 wrong usage.

  --json    one JSON object instead of text
  identity  examines the identity provider of IDP_ISSUER in detail
`;

/** The sections of the report, in its order. */
const checks = [
  settingsCheck,
  machineCheck,
  storeCheck,
  keyCheck,
  providerCheck,
  clockCheck,
  diskCheck,
  portCheck,
  runningServiceCheck,
  gatewayCheck,
  optionalServerCheck,
  certificateCheck,
  deliveryCheck,
  reportCheck,
  backupCheck,
];

/** More than every single deadline inside. */
const SECTION_MS = 25_000;
/** A connection that hangs must not keep the process, when everything is said. */
const END_MS = 500;

/** `npm run doctor`: its exit code. */
export async function runDoctor(environment: Environment, args: string[], say: Say = toTerminal): Promise<number> {
  if (args[0] === 'identity') return examineIdentity(readConfig(environment), args, say);
  const isJson = wantsJson(args);
  if (isJson === undefined) {
    process.stderr.write(DOCTOR_USAGE);
    return 2;
  }
  const sections = await examineAll(environment);
  const count = sections.flatMap(({ findings }) => findings).filter(({ kind }) => kind === 'problem').length;
  if (isJson) say(JSON.stringify({ problems: count, sections }, null, 2));
  else {
    for (const { title, findings } of sections) {
      say(title);
      for (const finding of findings) print(finding, say);
      say('');
    }
    say(count === 0 ? 'No problems found.' : `${count} ${count === 1 ? 'problem' : 'problems'} found.`);
  }
  // What was late may still wait for an answer.
  if (say === toTerminal) setTimeout(() => process.exit(), END_MS).unref();
  return count === 0 ? 0 : 1;
}

/** Undefined when the arguments are wrong. */
function wantsJson(args: string[]): boolean | undefined {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean', default: false } } }).values.json;
  } catch {
    return undefined;
  }
}

const toTerminal: Say = (line) => void process.stdout.write(`${line}\n`);

/** Looks at everything that the service needs, and judges it. Changes nothing, and ends in bounded time. */
async function examineAll(environment: Environment) {
  const { config, problems } = readConfigAnyway(environment);
  const [store, ports] = await Promise.all([openToLook(config), lookAtPorts(config)]);
  const servicePid = ports.find(({ setting, state }) => setting === 'PORT' && state === 'own')?.owner?.pid;
  const subject: Subject = { environment, config, problems, store, ports, servicePid };
  try {
    return await Promise.all(
      checks.map(async ({ title, examine }) => ({ title, findings: await withinTime(examine(subject)) })),
    );
  } finally {
    await orLate(store.db?.close() ?? Promise.resolve(), 1_000, undefined);
  }
}

/** A subject that cannot be looked at, or takes too long, is a problem of its own: the others are still examined. */
async function withinTime(findings: Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  const late = problem`this could not be examined within ${SECTION_MS / 1000} s -> Look at the load of the machine and of the servers that it asks`;
  try {
    return await orLate(findings, SECTION_MS, [late]);
  } catch (error) {
    return [
      problem`this could not be examined: ${reasonOf(error)} -> Mend what the message names, then run the doctor again`,
    ];
  }
}
