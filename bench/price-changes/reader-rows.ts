import { setTimeout as sleep } from 'node:timers/promises';
import { pairedRatio } from '../compare/statistics.ts';
import type { Callers } from '../requests/callers.ts';
import type { LoadRequest } from '../requests/load.ts';
import { rowsNamed } from '../requests/rows.ts';
import { allOf, mostPerSecond, type SteadyLatencies, steadyLoad } from '../steady-load.ts';

/** A saturated service shows how long its queue is, not what one caller costs another. */
export const SHARE_OF_LIMIT = 0.3;
const LIMIT = { callers: 16, seconds: 4 };
/** Before each phase, not measured: a service that was idle is slower in its first second. */
const LEAD_IN_SECONDS = 1;
/** The share of a phase that must count. */
const MIN_LEFT = 0.5;
const MAX_PHASES = 10;

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
 * a table, with the ratios of the p99s and their 95 % intervals over the rounds.
 */
export async function readerRow(bench: ReaderBench, working: Beside): Promise<string> {
  const alone: SteadyLatencies[] = [];
  const disturbed: SteadyLatencies[] = [];
  await phase(bench, working);
  for (let round = 0; round < bench.rounds; round += 1) {
    await bench.idle();
    const first = await phase(bench);
    const [second, third] = [await phase(bench, working), await phase(bench, working)];
    await bench.idle();
    const last = await phase(bench);
    alone.push(allOf([first, last]));
    disturbed.push(allOf([second, third]));
  }
  const [before, beside] = [allOf(alone), allOf(disturbed)];
  const cells = [working.name, bench.perSecond, beside.requests];
  const p50s = [before.p50Ms, beside.p50Ms].map((ms) => ms.toFixed(2));
  const figuresOf = (p99: (one: SteadyLatencies) => number) => [
    ...[p99(before), p99(beside)].map((ms) => ms.toFixed(1)),
    ratioText(alone.map(p99), disturbed.map(p99)),
  ];
  const figures = [...figuresOf((one) => one.typicalP99Ms), ...figuresOf((one) => one.p99Ms)];
  return `| ${[...cells, ...p50s, ...figures].join(' | ')} |`;
}

/** With its 95 % interval. */
function ratioText(alone: readonly number[], beside: readonly number[]): string {
  const { ratio, marginPercent } = pairedRatio(alone, beside);
  const ends = [ratio / (1 + marginPercent / 100), ratio * (1 + marginPercent / 100)].map((end) => end.toFixed(2));
  return `${ratio.toFixed(2)} (${ends.join(' to ')})`;
}

export const READER_HEAD = `| beside | reads a second | requests | p50 ms alone | beside | p99 of a second, ms, alone | beside | ratio | p99 of all alone | beside | ratio |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|`;

/** Once more while the host of the virtual machine leaves too little of it to count. */
async function phase({ base, requests, perSecond, seconds }: ReaderBench, beside?: Beside): Promise<SteadyLatencies> {
  for (let n = 0; n < MAX_PHASES; n += 1) {
    const working = beside?.run(seconds + LEAD_IN_SECONDS);
    const read = (lasting: number) => steadyLoad(base, requests, perSecond, sleep(lasting * 1_000));
    const [, measured] = await Promise.all([working, read(LEAD_IN_SECONDS).then(() => read(seconds))]);
    if (measured.requests >= measured.sent * MIN_LEFT) return measured;
  }
  throw new Error(
    'The host of this virtual machine gives its processors to others: nothing can be measured on it now.',
  );
}
