import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { asksForHelp } from '../src/roles/help.ts';

/**
 * `npm run check`: runs the scripts `check:...` of package.json side by side, because some of them use one core only. Prints the
 * whole output of each when it ends. Exits with 1 when one fails; the others still run, so that all problems are seen at once.
 * `lint/check.ts types` runs the scripts `types:...` one after another, because it is itself one of those that run side by side.
 */
const usage = `Runs the scripts check:... of package.json side by side: types, lint, format, unused code.

  npm run check             all of them
  npm run check:types       one of them: it runs the scripts types:...
  npm run types:console     one of these
`;
const [group = 'check', ...more] = process.argv.slice(2);
if (asksForHelp([group, ...more])) {
  process.stdout.write(usage);
  process.exit(0);
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const waiting = Object.entries(scripts).filter(([name]) => name.startsWith(`${group}:`));
if (waiting.length === 0 || more.length > 0) {
  process.stderr.write(`It takes no arguments.\n\n${usage}`);
  process.exit(2);
}
const atOnce = group === 'check' ? availableParallelism() : 1;
const env = { ...process.env, PATH: [resolve('node_modules/.bin'), process.env.PATH].join(delimiter) };

async function runWaiting(): Promise<void> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [name, command] = next;
    // Not by `node --run`: it succeeds when a signal ends the command.
    const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    process.stdout.write(out);
    process.stderr.write(err);
    if (code === 0) continue;
    process.stderr.write(`npm run ${name} failed\n`);
    process.exitCode = 1;
  }
}

await Promise.all(Array.from({ length: atOnce }, runWaiting));
