import { execFile, execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadGenerator, LoadRequest, RunLoad } from './load.ts';

const SCRIPT = fileURLToPath(new URL('./wrk.lua', import.meta.url));

export function isWrkInstalled(): boolean {
  try {
    // `wrk --version` exits with 1, so it cannot tell whether wrk is there.
    execFileSync('which', ['wrk'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** It takes a tenth of the processor time of a generator in JavaScript. */
export const wrkWith = (folder: string, connections: number): LoadGenerator => ({
  name: 'wrk',
  prepare: (name, requests) => runWith(join(folder, `${name}.requests`), requests, connections),
});

function runWith(file: string, requests: readonly LoadRequest[], connections: number): RunLoad {
  writeFileSync(file, Buffer.concat(requests.map(requestBytes)));
  return async (base, seconds) => {
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', SCRIPT, base, '--', file];
    const { stdout } = await promisify(execFile)('wrk', args);
    const figures = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Record<string, number>;
    const { requests: sent = 0, micros = 0, failed = 0, p50Micros = 0, p99Micros = 0 } = figures;
    if (failed > 0) throw new Error(`${failed} of ${sent} requests failed\n${stdout}`);
    return {
      requests: sent,
      requestsPerSecond: sent / (micros / 1e6),
      p50Ms: p50Micros / 1000,
      p99Ms: p99Micros / 1000,
    };
  };
}

/** The request as HTTP/1.1, with its length before it. */
function requestBytes({ method, path, headers, body = '' }: LoadRequest): Buffer {
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const request = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  return Buffer.concat([Buffer.from(`${request.length}\n`), request]);
}
