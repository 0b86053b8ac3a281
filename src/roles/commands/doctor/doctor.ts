import { parseArgs } from 'node:util';
import { type Environment, readConfig, readConfigAnyway } from '../../../config/config.ts';
import { examineAll } from './examination.ts';
import { printSection, type Say } from './finding.ts';
import { examineIdentity } from './identity.ts';

export const DOCTOR_USAGE = `Usage: npm run doctor [-- --json]
       npm run doctor -- identity [...]

  Checks settings, store, provider, keys, clock, disk, ports and what else the service needs, and says what to mend. Changes
  nothing. Exit code: 0 no problem, 1 problems, 2 wrong usage.

  --json    one JSON object instead of text
  identity  examines the identity provider of IDP_ISSUER in detail
`;

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
  const { config, problems } = readConfigAnyway(environment);
  const sections = await examineAll(environment, config, problems);
  const count = sections.flatMap(({ findings }) => findings).filter(({ kind }) => kind === 'problem').length;
  if (isJson) say(JSON.stringify({ problems: count, sections }, null, 2));
  else {
    for (const section of sections) printSection(section, say);
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
