import { parseArgs } from 'node:util';
import type { Command, Options, Values } from './command.ts';
import { usageProblem } from './problem.ts';

/** Every command takes these. */
export const COMMON_OPTIONS: Options = {
  json: { type: 'boolean', help: 'JSON for programs: one document, or a line for each.' },
  url: {
    type: 'string',
    value: 'URL',
    help: 'The service. Default: MARKETPLACE_SELLER_URL, or the one of the sign-in.',
  },
  'client-id': { type: 'string', value: 'ID', help: 'Your application. Default: MARKETPLACE_SELLER_CLIENT_ID.' },
  profile: {
    type: 'string',
    value: 'NAME',
    help: 'One of several sign-ins. Default: MARKETPLACE_SELLER_PROFILE, or default.',
  },
  help: { type: 'boolean', help: 'Shows this.' },
};

export type ReadCall = {
  readonly command: Command | undefined;
  readonly values: Values;
  readonly names: readonly string[];
};

/** Finds the command and reads its options. Throws a Problem that names what is wrong and the help. */
export function readCall(args: readonly string[], commands: readonly Command[]): ReadCall {
  const words = args.filter((word) => !word.startsWith('-'));
  const command = commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));
  if (command === undefined) {
    if (args.every((word) => ['--help', '-h', 'help'].includes(word)) || args[0] === '--version')
      return { command, values: { help: args[0] !== '--version' }, names: [] };
    throw usageProblem(
      words.length === 0 ? 'Which command?' : `There is no command "${words.slice(0, 2).join(' ')}".`,
      'All commands: marketplace-seller --help',
    );
  }
  const { values, names } = parsed(command, withoutName(args, command.name));
  if (!values.help) mustHaveNames(command, names);
  return { command, values, names };
}

/** Options may stand before the words of the name. */
function withoutName(args: readonly string[], name: string): string[] {
  const rest = [...args];
  for (const word of name.split(' ')) rest.splice(rest.indexOf(word), 1);
  return rest;
}

function parsed({ name, options = {} }: Command, args: string[]): { values: Values; names: string[] } {
  const all = Object.entries({ ...options, ...COMMON_OPTIONS }).map(([option, { type, multiple = false }]) => [
    option,
    { type, multiple, ...(option === 'help' && { short: 'h' }) },
  ]);
  try {
    const read = parseArgs({ args, options: Object.fromEntries(all), allowPositionals: true });
    return { values: read.values as Values, names: read.positionals };
  } catch (error) {
    if ('client-secret' in Object(parseLoosely(args)))
      throw usageProblem(
        'A secret in an argument is visible to every program of this machine.',
        'Set MARKETPLACE_SELLER_CLIENT_SECRET instead.',
      );
    throw usageProblem((error as Error).message.replace(/\. To specify.*$/s, '.'), helpOf(name));
  }
}

const parseLoosely = (args: string[]) => parseArgs({ args, strict: false, allowPositionals: true }).values;

function mustHaveNames(
  { name, takes = '', minNames = 0, maxNames = minNames }: Command,
  names: readonly string[],
): void {
  if (names.length < minNames) throw usageProblem(`"${name}" needs ${takes}.`, helpOf(name));
  if (names.length > maxNames) throw usageProblem(`"${name}" takes no argument "${names[maxNames]}".`, helpOf(name));
}

const helpOf = (name: string) => `Help: marketplace-seller ${name} --help`;
