import { cpuMicrosOf } from './cpu.ts';
import type { RunLoad } from './load.ts';

/** One server under one load, per request. `storeCpuMicros` is that of the database server, 0 where there is none. */
export type Measurement = {
  cpuMicros: number;
  storeCpuMicros: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
};

/** `storeCpu` tells the processor time of its database server so far. */
export type Target = { pid: number; base: string; storeCpu?: () => number };

export async function measure(
  run: RunLoad,
  { pid, base, storeCpu = () => 0 }: Target,
  seconds: number,
): Promise<Measurement> {
  const [before, storeBefore] = [cpuMicrosOf(pid), storeCpu()];
  const { requests, requestsPerSecond, p50Ms, p99Ms } = await run(base, seconds);
  return {
    cpuMicros: (cpuMicrosOf(pid) - before) / requests,
    storeCpuMicros: (storeCpu() - storeBefore) / requests,
    requestsPerSecond,
    p50Ms,
    p99Ms,
  };
}

/**
 * Runs the same load on each target in turn, several times, and gives the median of each figure. Other work on the machine
 * then affects all targets alike.
 */
export async function alternate(
  targets: readonly { run: RunLoad; target: Target; warmUpSeconds: number }[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Measurement[]> {
  const found: Measurement[][] = targets.map(() => []);
  for (const { run, target, warmUpSeconds } of targets) await run(target.base, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const [n, { run, target }] of targets.entries()) found[n]?.push(await measure(run, target, seconds));
  }
  return found.map((list) => ({
    cpuMicros: median(list.map((one) => one.cpuMicros)),
    storeCpuMicros: median(list.map((one) => one.storeCpuMicros)),
    requestsPerSecond: median(list.map((one) => one.requestsPerSecond)),
    p50Ms: median(list.map((one) => one.p50Ms)),
    p99Ms: median(list.map((one) => one.p99Ms)),
  }));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
