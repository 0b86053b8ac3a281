import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import type { DbConfig } from '../../../src/db/open.ts';

/** What another process does on the provider's store. `serve`: it is a provider. */
export type DyingWork =
  | { kind: 'accept invitation'; token: string }
  | { kind: 'delete account'; id: string; email: string }
  | { kind: 'command'; args: readonly string[] }
  | { kind: 'serve' };

/** The processes share it: compiling takes most of the time of a start. */
const compileCache = mkdtempSync(join(tmpdir(), 'compiled-'));
after(() => rmSync(compileCache, { recursive: true, force: true }));
const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };

const argsOf = (config: DbConfig, dyingAt: number, work: DyingWork) => [
  join(import.meta.dirname, 'dying-process.ts'),
  JSON.stringify(config),
  `${dyingAt}`,
  JSON.stringify(work),
];

function start(config: DbConfig, dyingAt: number, work: DyingWork) {
  const child = spawn(process.execPath, argsOf(config, dyingAt, work), { env });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'close').then(([status, signal]) => {
    assert.ok(signal === 'SIGKILL' || status === 0, errors);
    return { isKilled: signal === 'SIGKILL' };
  });
  return { child, firstLine: lines.next().then(({ value }) => String(value ?? '')), ended };
}

/** Does it in a process that kills itself at the step with this number, if the work has so many. 0: never. */
export async function doDying(
  config: DbConfig,
  dyingAt: number,
  work: DyingWork,
): Promise<{ isKilled: boolean; output: string }> {
  const { ended, firstLine } = start(config, dyingAt, work);
  return { ...(await ended), output: await firstLine };
}

export type DyingProvider = {
  readonly issuer: string;
  /** Ends it, unless it has killed itself. */
  stop(): Promise<{ isKilled: boolean }>;
};

/** A provider that kills itself at the step with this number of what it is asked for. */
export async function startDyingProvider(config: DbConfig, dyingAt: number): Promise<DyingProvider> {
  const { child, firstLine, ended } = start(config, dyingAt, { kind: 'serve' });
  const issuer = await firstLine;
  if (issuer === '') await ended;
  return {
    issuer,
    stop: () => {
      child.stdin.on('error', () => {}).end();
      return ended;
    },
  };
}
