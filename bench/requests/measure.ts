import { cpuMicrosOf } from './cpu.ts';
import type { RunLoad } from './load.ts';

/** One server under one load, per request. */
export type Measurement = { cpuMicros: number; requestsPerSecond: number; p50Ms: number; p99Ms: number };

export type Target = { pid: number; base: string };

export async function measure(run: RunLoad, { pid, base }: Target, seconds: number): Promise<Measurement> {
  const before = cpuMicrosOf(pid);
  const { requests, requestsPerSecond, p50Ms, p99Ms } = await run(base, seconds);
  return { cpuMicros: (cpuMicrosOf(pid) - before) / requests, requestsPerSecond, p50Ms, p99Ms };
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
    requestsPerSecond: median(list.map((one) => one.requestsPerSecond)),
    p50Ms: median(list.map((one) => one.p50Ms)),
    p99Ms: median(list.map((one) => one.p99Ms)),
  }));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
