import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Attack, CONNECTIONS, type Load, type Shot } from './shot.ts';

const SCRIPT = fileURLToPath(new URL('./wrk.lua', import.meta.url));

/** wrk, when it is installed: it takes a tenth of the processor that a generator in JavaScript takes. */
export function wrkIn(folder: string): Load | undefined {
  try {
    // It says its version and ends with 1.
    execFileSync('which', ['wrk'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return { name: 'wrk', prepare: (name, shots) => attackWith(join(folder, `${name}.shots`), shots) };
}

function attackWith(file: string, shots: readonly Shot[]): Attack {
  writeFileSync(file, Buffer.concat(shots.map(writeShot)));
  return async (base, seconds) => {
    const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', SCRIPT, base, '--', file];
    const { stdout } = await promisify(execFile)('wrk', args);
    const told = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Record<string, number>;
    const { requests = 0, micros = 0, failed = 0, p50Micros = 0, p99Micros = 0 } = told;
    if (failed > 0) throw new Error(`${failed} of ${requests} requests failed: ${stdout}`);
    return { requests, requestsPerSecond: requests / (micros / 1e6), p50Ms: p50Micros / 1000, p99Ms: p99Micros / 1000 };
  };
}

function writeShot({ method, path, headers, body = '' }: Shot): Buffer {
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ host: 'bench', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return Buffer.concat([Buffer.from(`${request.length}\n`), request]);
}
