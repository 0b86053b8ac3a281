import { VERSION } from '../calls/version.ts';
import type { Command } from './command.ts';
import { deliveries } from './commands/deliveries.ts';
import { fees } from './commands/fees.ts';
import { listen } from './commands/listen.ts';
import { login } from './commands/login.ts';
import { logout } from './commands/logout.ts';
import { pricesSet } from './commands/prices-set.ts';
import { reportsCreate, reportsDownload, reportsList } from './commands/reports.ts';
import { whatIf } from './commands/what-if.ts';
import { whoami } from './commands/whoami.ts';
import { why } from './commands/why.ts';
import { helpText, overview } from './help.ts';
import { type Streams, safe, Terminal } from './output/terminal.ts';
import { EXIT, problemOf } from './problem.ts';
import { Profile } from './profile.ts';
import { readCall } from './read-call.ts';
import { openSession } from './session.ts';

const COMMANDS: readonly Command[] = [
  ...[login, logout, whoami, listen, deliveries, fees, why, whatIf, pricesSet],
  ...[reportsCreate, reportsList, reportsDownload],
];

export type Surroundings = {
  readonly streams: Streams;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborts when the person or the system ends the program. */
  readonly signal: AbortSignal;
};

/** Runs one command line, from its arguments to its exit code. */
export async function runProgram(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    return await runCommand(args, surroundings);
  } catch (error) {
    if (surroundings.signal.aborted) return EXIT.interrupted;
    const { message, remedy, exitCode } = problemOf(error);
    surroundings.streams.err.write(safe(`Error: ${message}\n${remedy && `${remedy}\n`}`));
    return exitCode;
  }
}

async function runCommand(args: readonly string[], { streams, environment, signal }: Surroundings): Promise<number> {
  const { command, values, names } = readCall(args, COMMANDS);
  const terminal = new Terminal(streams, { json: values.json === true, noColor: Boolean(environment.NO_COLOR) });
  if (command === undefined || values.help === true) {
    terminal.print(command ? helpText(command) : values.help ? overview(COMMANDS) : VERSION);
    return EXIT.done;
  }
  const textOf = (name: string) => (typeof values[name] === 'string' ? values[name] : undefined);
  const connect = () =>
    openSession(
      { url: textOf('url'), clientId: textOf('client-id') },
      environment,
      new Profile(environment, textOf('profile')),
    );
  return (await command.run({ values, names, terminal, environment, signal, connect })) ?? EXIT.done;
}
