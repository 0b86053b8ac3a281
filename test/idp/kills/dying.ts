import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
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

/** Does it in a process that kills itself at the step with this number, if the work has so many. 0: never. */
export function doDying(config: DbConfig, dyingAt: number, work: DyingWork): { isKilled: boolean; output: string } {
  const options = { env, timeout: 60_000, encoding: 'utf8' } as const;
  const { signal, status, stdout, stderr } = spawnSync(process.execPath, argsOf(config, dyingAt, work), options);
  assert.ok(signal === 'SIGKILL' || status === 0, stderr);
  return { isKilled: signal === 'SIGKILL', output: stdout.trim() };
}

export type DyingProvider = {
  readonly issuer: string;
  /** Ends it, unless it has killed itself. */
  stop(): Promise<{ isKilled: boolean }>;
};

/** A provider that kills itself at the step with this number of what it is asked for. */
export async function startDyingProvider(config: DbConfig, dyingAt: number): Promise<DyingProvider> {
  const child = spawn(process.execPath, argsOf(config, dyingAt, { kind: 'serve' }), { env });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = once(child, 'close');
  const { value: issuer } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  assert.ok(issuer, errors);
  return {
    issuer,
    stop: async () => {
      child.stdin.on('error', () => {}).end();
      const [status, signal] = await ended;
      assert.ok(signal === 'SIGKILL' || status === 0, errors);
      return { isKilled: signal === 'SIGKILL' };
    },
  };
}
