#!/usr/bin/env node
import process from 'node:process';
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
import { Terminal } from './output/terminal.ts';
import { EXIT, problemOf } from './problem.ts';
import { Profile } from './profile.ts';
import { readCall } from './read-call.ts';
import { openSession } from './session.ts';

const COMMANDS: readonly Command[] = [
  ...[login, logout, whoami, listen, deliveries, fees, why, whatIf, pricesSet],
  ...[reportsCreate, reportsList, reportsDownload],
];

const streams = { out: process.stdout, err: process.stderr };

async function run(args: readonly string[], signal: AbortSignal): Promise<number> {
  const { command, values, names } = readCall(args, COMMANDS);
  const environment = process.env;
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

/** The first signal lets a command end in order; the second one ends the program. */
function untilSignalled(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(EXIT.interrupted);
      controller.abort(new Error(`interrupted by ${name}`));
    });
  }
  return controller.signal;
}

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on('error', (error: { code?: string }) =>
  process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.failed),
);

const signal = untilSignalled();
try {
  process.exitCode = await run(process.argv.slice(2), signal);
} catch (error) {
  if (signal.aborted) process.exitCode = EXIT.interrupted;
  else {
    const { message, remedy, exitCode } = problemOf(error);
    process.stderr.write(`Error: ${message}\n${remedy && `${remedy}\n`}`);
    process.exitCode = exitCode;
  }
}
