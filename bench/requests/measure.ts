import { cpuMicrosOf } from './cpu.ts';
import type { Attack } from './shot.ts';

/** One server under one load. */
export type Measurement = { cpuMicros: number; requestsPerSecond: number; p50Ms: number; p99Ms: number };

export type Target = { pid: number; base: string };

async function measure(attack: Attack, { pid, base }: Target, seconds: number): Promise<Measurement> {
  const before = cpuMicrosOf(pid);
  const { requests, requestsPerSecond, p50Ms, p99Ms } = await attack(base, seconds);
  return { cpuMicros: (cpuMicrosOf(pid) - before) / requests, requestsPerSecond, p50Ms, p99Ms };
}

/**
 * The same load on each target in turn, several times, and the middle value of each figure: whatever else the machine does
 * then hits all of them.
 */
export async function alternate(
  targets: readonly { attack: Attack; target: Target; warmUpSeconds: number }[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Measurement[]> {
  const found: Measurement[][] = targets.map(() => []);
  for (const { attack, target, warmUpSeconds } of targets) await attack(target.base, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const [n, { attack, target }] of targets.entries()) found[n]?.push(await measure(attack, target, seconds));
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
