import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { freePort } from '../../test/harness/free-port.ts';
import { childrenOf } from './cpu.ts';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

export type RunningProcess = { pid: number; base: string; stop(): Promise<void> };
export type RunningService = RunningProcess & { provider: { pid: number; base: string }; startMs: number };

export type ServiceOptions = {
  dataDir: string;
  /** The folder with the code of the service. */
  codeFolder?: string;
  settings?: Readonly<Record<string, string>>;
};

/** For latencies: otherwise the tokens of all sellers are introspected again every half a minute, at the same time. */
export const LONG_TOKENS = { IDP_CACHE_SECONDS: '3600' };

/** Commits before `start.js` have no compile cache. */
const entryIn = (codeFolder = projectFolder) => (existsSync(join(codeFolder, 'start.js')) ? 'start.js' : 'src/main.ts');

/** Starts what `npm start` starts, on free ports, with default settings where none are given. */
export async function startService({ dataDir, codeFolder, settings = {} }: ServiceOptions): Promise<RunningService> {
  const [port, idpPort, adminPort, receiverPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  const env = {
    PORT: port,
    IDP_PORT: idpPort,
    ADMIN_PORT: adminPort,
    DEMO_RECEIVER_PORT: receiverPort,
    DATA_DIR: dataDir,
    ...settings,
  };
  const began = performance.now();
  const service = await startProcess([entryIn(codeFolder), 'all'], {
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
    log: join(dataDir, 'service.log'),
    base: `http://127.0.0.1:${port}`,
    ready: '/health/ready',
    ...(codeFolder === undefined ? {} : { cwd: codeFolder }),
  });
  const [providerPid = 0] = childrenOf(service.pid);
  const provider = { pid: providerPid, base: `http://127.0.0.1:${idpPort}` };
  return { ...service, provider, startMs: performance.now() - began };
}

type Start = { env?: Record<string, string>; log: string; base: string; ready: string; cwd?: string };

/** Starts a Node process, and waits until it answers at `ready`. */
export async function startProcess(args: readonly string[], start: Start): Promise<RunningProcess> {
  const { env, log, base, ready, cwd = projectFolder } = start;
  const { PATH = '', HOME = '' } = process.env;
  // Log lines go to a file, as under a supervisor: writing them is part of the cost.
  const file = openSync(log, 'a');
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', file, file],
  });
  const isReady = () =>
    request(`${base}${ready}`).then(({ statusCode, body }) => body.dump().then(() => statusCode < 500));
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}. Its log: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    pid: child.pid as number,
    base,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
