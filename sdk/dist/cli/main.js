#!/usr/bin/env node
import process from 'node:process';
import { VERSION } from '../calls/version.js';
import { deliveries } from './commands/deliveries.js';
import { fees } from './commands/fees.js';
import { listen } from './commands/listen.js';
import { login } from './commands/login.js';
import { logout } from './commands/logout.js';
import { pricesSet } from './commands/prices-set.js';
import { reportsCreate, reportsDownload, reportsList } from './commands/reports.js';
import { whatIf } from './commands/what-if.js';
import { whoami } from './commands/whoami.js';
import { why } from './commands/why.js';
import { helpText, overview } from './help.js';
import { Terminal } from './output/terminal.js';
import { EXIT, problemOf } from './problem.js';
import { Profile } from './profile.js';
import { readCall } from './read-call.js';
import { openSession } from './session.js';
const COMMANDS = [
    ...[login, logout, whoami, listen, deliveries, fees, why, whatIf, pricesSet],
    ...[reportsCreate, reportsList, reportsDownload],
];
const streams = { out: process.stdout, err: process.stderr };
async function run(args, signal) {
    const { command, values, names } = readCall(args, COMMANDS);
    const environment = process.env;
    const terminal = new Terminal(streams, { json: values.json === true, noColor: Boolean(environment.NO_COLOR) });
    if (command === undefined || values.help === true) {
        terminal.print(command ? helpText(command) : values.help ? overview(COMMANDS) : VERSION);
        return EXIT.done;
    }
    const textOf = (name) => (typeof values[name] === 'string' ? values[name] : undefined);
    const connect = () => openSession({ url: textOf('url'), clientId: textOf('client-id') }, environment, new Profile(environment, textOf('profile')));
    return (await command.run({ values, names, terminal, environment, signal, connect })) ?? EXIT.done;
}
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
const signal = untilSignalled();
try {
    process.exitCode = await run(process.argv.slice(2), signal);
}
catch (error) {
    if (signal.aborted)
        process.exitCode = EXIT.interrupted;
    else {
        const { message, remedy, exitCode } = problemOf(error);
        process.stderr.write(`Error: ${message}\n${remedy && `${remedy}\n`}`);
        process.exitCode = exitCode;
    }
}
