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
import { safe, Terminal } from './output/terminal.js';
import { EXIT, problemOf } from './problem.js';
import { Profile } from './profile.js';
import { readCall } from './read-call.js';
import { openSession } from './session.js';
const COMMANDS = [
    ...[login, logout, whoami, listen, deliveries, fees, why, whatIf, pricesSet],
    ...[reportsCreate, reportsList, reportsDownload],
];
export async function runProgram(args, surroundings) {
    try {
        return await runCommand(args, surroundings);
    }
    catch (error) {
        if (surroundings.signal.aborted)
            return EXIT.interrupted;
        const { message, remedy, exitCode } = problemOf(error);
        surroundings.streams.err.write(safe(`Error: ${message}\n${remedy && `${remedy}\n`}`));
        return exitCode;
    }
}
async function runCommand(args, { streams, environment, signal }) {
    const { command, values, names } = readCall(args, COMMANDS);
    const terminal = new Terminal(streams, { json: values.json === true, noColor: Boolean(environment.NO_COLOR) });
    if (command === undefined || values.help === true) {
        terminal.print(command ? helpText(command) : values.help ? overview(COMMANDS) : VERSION);
        return EXIT.done;
    }
    const textOf = (name) => (typeof values[name] === 'string' ? values[name] : undefined);
    const connect = () => openSession({ url: textOf('url'), clientId: textOf('client-id') }, environment, new Profile(environment, textOf('profile')));
    return (await command.run({ values, names, terminal, environment, signal, connect })) ?? EXIT.done;
}
