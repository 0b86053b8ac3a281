import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError, type CommandInput, type Out, UsageError } from './command-job.ts';

const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 1000;

/**
 * A password that a person chose: typed twice on a terminal, which does not show it, or from standard input. It is never an argument,
 * which other users of the machine could read, and which shells keep. Throws `UsageError` for one that is too short or too long.
 */
export async function readPassword(input: CommandInput, out: Out): Promise<string> {
  const password = input.isTTY ? await typedTwice(input, out) : await piped(input);
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
    throw new UsageError(`The password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`);
  return password;
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
