#!/usr/bin/env node
import process from 'node:process';
import { EXIT } from './problem.ts';
import { runProgram } from './program.ts';

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

process.exitCode = await runProgram(process.argv.slice(2), {
  streams: { out: process.stdout, err: process.stderr },
  environment: process.env,
  signal: untilSignalled(),
});
