import { spawn } from 'node:child_process';
import { globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { asksForHelp } from '../src/roles/commands/help.ts';

/**
 * `npm run check`: runs the scripts `check:...` of package.json side by side, because some of them use one core only. Prints the
 * whole output of each when it ends. Exits with 1 when one fails; the others still run, so that all problems are seen at once.
 * `lint/check.ts types` runs the scripts `types:...` one after another, because it is itself one of those that run side by side.
 */
const usage = `Runs the scripts check:... of package.json side by side: types, lint, format, unused code.

  npm run check             all of them; lint and format of the files that changed since they last succeeded
  npm run check -- --all    lint and format of all files, as npm test does
  npm run check:types       one of them: it runs the scripts types:...
  npm run types:console     one of these
`;
const args = process.argv.slice(2);
if (asksForHelp(args)) {
  process.stdout.write(usage);
  process.exit(0);
}

const isWhole = args.includes('--all');
const [group = 'check', ...more] = args.filter((arg) => arg !== '--all');
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const waiting = Object.entries(scripts).filter(([name]) => name.startsWith(`${group}:`));
if (waiting.length === 0 || more.length > 0) {
  process.stderr.write(`It takes no other arguments.\n\n${usage}`);
  process.exit(2);
}
const atOnce = group === 'check' ? availableParallelism() : 1;
const env = {
  ...process.env,
  PATH: [resolve('node_modules/.bin'), process.env.PATH].join(delimiter),
  // Read by lint/changed-files.ts.
  ...(isWhole ? { CHECK_ALL: '1' } : {}),
};

const KNIP_CACHE = 'node_modules/.cache/knip';
const MAX_KNIP_CACHE_BYTES = 40 << 20;
// knip never removes files from its cache that were moved or deleted. Reading 130 MB takes it ten times as long as having no cache.
const cacheBytes = globSync(`${KNIP_CACHE}/*`).reduce((sum, file) => sum + statSync(file).size, 0);
if (cacheBytes > MAX_KNIP_CACHE_BYTES) rmSync(KNIP_CACHE, { recursive: true });

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
