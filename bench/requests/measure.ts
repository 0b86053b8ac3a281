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

/** `storeCpu` returns the processor time of its database server so far. */
export type Target = { pid: number; base: string; storeCpu?: () => number };

export async function measure(
  run: RunLoad,
  { pid, base, storeCpu = () => 0 }: Target,
  seconds: number,
): Promise<Measurement> {
  const [before, storeBefore] = [cpuMicrosOf(pid), storeCpu()];
  const { requests, requestsPerSecond, p50Ms, p99Ms } = await run(base, seconds);
  if (requests === 0) throw new Error(`No request was answered within ${seconds} s. Use more --seconds.`);
  return {
    cpuMicros: (cpuMicrosOf(pid) - before) / requests,
    storeCpuMicros: (storeCpu() - storeBefore) / requests,
    requestsPerSecond,
    p50Ms,
    p99Ms,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
