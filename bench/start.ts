import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../test/harness/free-port.ts';
import { childrenOf, cpuMicrosOf, residentMegabytesOf } from './requests/cpu.ts';
import { type RunningProcess, startProcess, startService } from './requests/service.ts';

const REST_MS = 3_000;

type Start = { readyMs: number; cpuMs: number; residentMb: number };

/**
 * `npm run bench -- start [--rounds N]`: how long `npm start` takes until it is ready, how much processor time, and how much memory all its
 * processes have at rest: in an empty data folder and again, and a server of Node that answers one line, in turn.
 */
export async function runStartBench(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '5' } } });
  const starts = new Map<string, Start[]>();
  const add = async (name: string, start: () => Promise<RunningProcess>) => {
    starts.set(name, [...(starts.get(name) ?? []), await measure(start)]);
  };
  for (let n = 0; n < Number(values.rounds); n += 1) {
    const dataDir = mkdtempSync(join(tmpdir(), 'bench-start-'));
    try {
      await add('a bare server', () => startBare(dataDir));
      await add('first start', () => startService({ dataDir }));
      await add('restart', () => startService({ dataDir }));
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  process.stdout.write('| medians | ready, ms | processor, ms | memory at rest, MB |\n|---|---|---|---|\n');
  for (const [name, measured] of starts) {
    const figures = (['readyMs', 'cpuMs', 'residentMb'] as const).map((key) => median(measured.map((one) => one[key])));
    process.stdout.write(
      `| ${[name, ...figures.map((figure) => Math.round(figure).toLocaleString('en'))].join(' | ')} |\n`,
    );
  }
}

async function measure(start: () => Promise<RunningProcess>): Promise<Start> {
  const began = performance.now();
  const running = await start();
  const readyMs = performance.now() - began;
  const pids = [running.pid, ...childrenOf(running.pid)];
  const sum = (figureOf: (pid: number) => number) => pids.reduce((total, pid) => total + figureOf(pid), 0);
  const cpuMs = sum(cpuMicrosOf) / 1_000;
  await sleep(REST_MS);
  const residentMb = sum(residentMegabytesOf);
  await running.stop();
  return { readyMs, cpuMs, residentMb };
}

async function startBare(folder: string): Promise<RunningProcess> {
  const port = await freePort();
  const program = `require('node:http').createServer((_, response) => response.end('ok')).listen(${port}, '127.0.0.1')`;
  return startProcess(['-e', program], { log: join(folder, 'bare.log'), base: `http://127.0.0.1:${port}`, ready: '/' });
}

function median(figures: number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
