import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError, type CommandInput, type Job, type Out, UsageError } from './command-job.ts';
import { passwordProblem } from './password-rules.ts';

const MIN_DEMO_LENGTH = 8;
const MAX_DEMO_LENGTH = 1000;

/**
 * A password that a person chose: typed twice on a terminal, which does not show it, or from standard input. It is never an argument,
 * which other users of the machine could read, and which shells keep. Throws `UsageError` with the reason for one that is too weak, by
 * the rule of the pages. A sign-in of the demo is exempt: everybody knows its password.
 */
export async function readPassword(
  { input, out, brandName = '' }: Pick<Job, 'input' | 'out' | 'brandName'>,
  { email, demo = false }: { email: string; demo?: boolean },
): Promise<string> {
  const password = input.isTTY ? await typedTwice(input, out) : await piped(input);
  const problem = demo ? demoPasswordProblem(password) : passwordProblem(password, { email, brandName });
  if (problem !== undefined) throw new UsageError(`The password was not accepted. ${problem}`);
  return password;
}

function demoPasswordProblem({ length }: string): string | undefined {
  if (length >= MIN_DEMO_LENGTH && length <= MAX_DEMO_LENGTH) return undefined;
  return `Use ${MIN_DEMO_LENGTH} to ${MAX_DEMO_LENGTH} characters.`;
}

async function piped(input: CommandInput): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of input) pieces.push(Buffer.from(piece as string));
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

/** `readline` turns the echo of the terminal off; what it would draw itself goes nowhere. */
async function typedTwice(input: CommandInput, out: Out): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: input as never, output, terminal: true, historySize: 0 });
  // It keeps lines that were typed ahead. Ctrl-C and the end of the input end it.
  const lines = terminal[Symbol.asyncIterator]();
  const ask = async (question: string) => {
    out.write(question);
    const line = await lines.next();
    out.write('\n');
    if (line.done) throw new CommandError('No password was given. Nothing was changed.');
    return line.value;
  };
  try {
    const password = await ask('New password (it is not shown): ');
    if (password !== (await ask('The same again: ')))
      throw new CommandError('The two passwords differ. Nothing was changed.');
    return password;
  } finally {
    terminal.close();
  }
}
