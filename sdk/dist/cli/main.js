#!/usr/bin/env node
import process from 'node:process';
import { EXIT } from './problem.js';
import { runProgram } from './program.js';
function untilSignalled() {
    const controller = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
        process.on(name, () => {
            if (controller.signal.aborted)
                process.exit(EXIT.interrupted);
            controller.abort(new Error(`interrupted by ${name}`));
        });
    }
    return controller.signal;
}
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.failed));
process.exitCode = await runProgram(process.argv.slice(2), {
    streams: { out: process.stdout, err: process.stderr },
    environment: process.env,
    signal: untilSignalled(),
});
