import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The first Node that runs TypeScript files as they are. This file itself must run on Node 20: no newer syntax, no newer import. */
const OLDEST_NODE = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) runOnInstalledNode();
else await run();

/**
 * Runs `src/main.ts` with V8's compile cache: a start takes about half the time, and less memory, when the compiled files, and
 * those without types, are there from an earlier one. Plain JavaScript, because the cache must be on before the first TypeScript file is
 * read: Node then does not even load its type stripper. The cache is beside the packages, not in DATA_DIR, because it belongs to
 * the code: also a first start in an empty data folder has it. NODE_COMPILE_CACHE names another folder. Where Node cannot
 * write, as in a read-only container, it goes on without.
 */
async function run() {
  modules.enableCompileCache(fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)));
  await import('./src/main.ts');
}

/** `node start.js` with an older Node of the system: npm scripts find the Node that `npm ci` installed, a shell does not. */
function runOnInstalledNode() {
  const node = fileURLToPath(new URL('node_modules/.bin/node', import.meta.url));
  if (!existsSync(node)) {
    process.stderr.write(
      `This program needs Node ${OLDEST_NODE} or later, and this is ${process.version}. On Linux, npm ci installs one.\n`,
    );
    process.exit(1);
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  // The service ends by these signals in its own time; this process waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`${node} cannot be started: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
