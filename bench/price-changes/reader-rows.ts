import { setTimeout as sleep } from 'node:timers/promises';
import { geometricMeanOf, pairedRatio } from '../compare/statistics.ts';
import type { Callers } from '../requests/callers.ts';
import type { LoadRequest } from '../requests/load.ts';
import { rowsNamed } from '../requests/rows.ts';
import { type Latencies, latenciesOf, mostPerSecond, steadyLoad } from '../steady-load.ts';

/** A saturated service shows how long its queue is, not what one caller costs another. */
const SHARE_OF_LIMIT = 0.3;
const LIMIT = { callers: 16, seconds: 4 };
/** Before each phase, not measured: a service that was idle is slower in its first second. */
const LEAD_IN_SECONDS = 1;

/** What works beside the reader: it begins at once, and ends after so many seconds. */
export type Beside = { name: string; run(seconds: number): Promise<unknown> };

export type ReaderBench = {
  base: string;
  requests: readonly LoadRequest[];
  perSecond: number;
  rounds: number;
  seconds: number;
  /** Resolves when the service has nothing left to do. */
  idle: () => Promise<void>;
};

/** Fees, offers and 20 SKUs in turn. */
export function mixedRequests(callers: Callers): LoadRequest[] {
  const mixed = rowsNamed(['fees', 'offers-uniform', 'competitive-20']).map((row) => row.requests(callers));
  const length = Math.min(...mixed.map((list) => list.length));
  return Array.from({ length }, (_, n) => mixed.flatMap((list) => list[n] ?? [])).flat();
}

/** The rate of the reader: a share of what the idle service answers at most. */
export async function readerRate(base: string, requests: readonly LoadRequest[]): Promise<number> {
  await mostPerSecond(base, requests, LIMIT);
  const most = await mostPerSecond(base, requests, LIMIT);
  return Math.round((most * SHARE_OF_LIMIT) / 10) * 10;
}

/**
 * The reader alone, twice beside the work, and alone again, in every round: a drift of the machine then hits both alike. Returns a line of
 * a table, with the ratio of the p99s and its 95 % interval over the rounds.
 */
export async function readerRow(bench: ReaderBench, beside: Beside): Promise<string> {
  const alone: Latencies[] = [];
  const disturbed: Latencies[] = [];
  await phase(bench, beside);
  for (let round = 0; round < bench.rounds; round += 1) {
    await bench.idle();
    const first = await phase(bench);
    const [second, third] = [await phase(bench, beside), await phase(bench, beside)];
    await bench.idle();
    const last = await phase(bench);
    alone.push(together(first, last));
    disturbed.push(together(second, third));
  }
  const p99 = (list: readonly Latencies[]) => list.map(({ p99Ms }) => p99Ms);
  const p50 = (list: readonly Latencies[]) => geometricMeanOf(list.map(({ p50Ms }) => p50Ms)).toFixed(2);
  const count = disturbed.reduce((sum, { requests }) => sum + requests, 0);
  const { ratio, marginPercent } = pairedRatio(p99(alone), p99(disturbed));
  const [low, high] = [ratio / (1 + marginPercent / 100), ratio * (1 + marginPercent / 100)];
  const figures = [p50(alone), p50(disturbed), geometricMeanOf(p99(alone)).toFixed(2)];
  const ends = [
    geometricMeanOf(p99(disturbed)).toFixed(2),
    `${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
  ];
  return `| ${[beside.name, bench.perSecond, count, ...figures, ...ends].join(' | ')} |`;
}

export const READER_HEAD = `| beside | reads a second | requests | p50 ms alone | beside | p99 ms alone | beside | ratio of the p99s |
|---|---:|---:|---:|---:|---:|---:|---:|`;

async function phase({ base, requests, perSecond, seconds }: ReaderBench, beside?: Beside): Promise<Latencies> {
  const working = beside?.run(seconds + LEAD_IN_SECONDS);
  const read = (lasting: number) => steadyLoad(base, requests, perSecond, sleep(lasting * 1_000));
  const [, measured] = await Promise.all([working, read(LEAD_IN_SECONDS).then(() => read(seconds))]);
  return measured;
}

const together = (one: Latencies, other: Latencies) => latenciesOf([...one.durationsMs, ...other.durationsMs]);
