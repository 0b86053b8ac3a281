import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '../../src/domain/duration.ts';
import type { Lifetime } from './ages.ts';
import { type ClockStep, realTimeOf } from './clock-steps.ts';
import { causeAmong, type Pause } from './pauses.ts';
import { PAUSES_END, type Probe } from './probe.ts';
import { type StoreSizes, tablesByAge, tablesByItem } from './store-sizes.ts';
import { type Bound, type Series, type Trend, trendOf } from './trends.ts';

/** `atMs`: since the start of the load. `shownMs`: by the clock of the run, which may pass through weeks. */
export type SizesAt = StoreSizes & { readonly atMs: number; readonly shownMs: number };
type Judged = { readonly series: Series; readonly bound: Bound; readonly unit: string; readonly scale: number };

const MEGABYTE = 1_000_000;
const HEAP: Bound = { share: 0.05, amount: 2 * MEGABYTE };
const EXTERNAL: Bound = { share: 0.1, amount: 4 * MEGABYTE };
const RESOURCES: Bound = { share: 0.2, amount: 20 };
const STATEMENTS: Bound = { share: 0.1, amount: 20 };
const ROWS: Bound = { share: 0.02, amount: 200 };
/** Their inflow is not the same in all steps of the clock. */
const ENDING_ROWS: Bound = { share: 0.2, amount: 500 };
const LOG_FILE: Bound = { share: 0.2, amount: 32 * MEGABYTE };

/** What `probe.ts` has written into the folder. */
export const probesIn = (folder: string): Probe[] =>
  readdirSync(folder).flatMap((file) => (file.endsWith(PAUSES_END) ? [] : jsonLines<Probe>(join(folder, file))));

/** What kept the processes, and was not their own. */
export const pausesIn = (folder: string): Pause[] =>
  readdirSync(folder).flatMap((file) => (file.endsWith(PAUSES_END) ? jsonLines<Pause>(join(folder, file)) : []));

const jsonLines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    // The last one may be half written, and a program that is loaded first may write what it likes.
    .filter((line) => /^\{.*\}$/.test(line))
    .map((line) => JSON.parse(line) as T);

/**
 * What grows although it must not, each with its name. Prints the trends that it judges. `ending`: tables whose rows end within the run, whose
 * clock passes through weeks.
 */
export function growing(
  probes: readonly Probe[],
  sizes: readonly SizesAt[],
  ending: readonly Lifetime[] = [],
): string[] {
  const judged = [...ofProcesses(probes), ...ofStore(sizes), ...ofEnding(sizes, ending)];
  const problems: string[] = [];
  for (const { series, bound, unit, scale } of judged) {
    const trend = trendOf(series, bound);
    if (trend === undefined) continue;
    const text = `${trend.name}: ${(trend.from / scale).toFixed(1)} ${unit}, then ${signed(trend, scale)}`;
    if (trend.isGrowing) problems.push(`${text}: it grows`);
    if (Math.abs(trend.growth) > bound.amount / 10) process.stdout.write(`${text}\n`);
  }
  return problems;
}

const signed = ({ growth }: Trend, scale: number) => `${growth >= 0 ? '+' : ''}${(growth / scale).toFixed(1)}`;

function ofProcesses(probes: readonly Probe[]): Judged[] {
  return [...Map.groupBy(probes, ({ pid }) => pid)].flatMap(([pid, own]) => {
    const of = `of ${own[0]?.role} (${pid})`;
    const series = (name: string, read: (probe: Probe) => number): Series => ({
      name: `${name} ${of}`,
      points: own.map((probe) => ({ atMs: probe.atMs, value: read(probe) })),
    });
    const kinds = new Set(own.flatMap(({ resources }) => Object.keys(resources)));
    return [
      {
        ...{ series: series('live heap', ({ heapBytes }) => heapBytes), bound: HEAP },
        ...{ unit: 'MB', scale: MEGABYTE },
      },
      {
        ...{ series: series('memory outside of the heap', ({ externalBytes }) => externalBytes), bound: EXTERNAL },
        ...{ unit: 'MB', scale: MEGABYTE },
      },
      {
        ...{ series: series('prepared statements', ({ preparedStatements }) => preparedStatements), bound: STATEMENTS },
        ...{ unit: '', scale: 1 },
      },
      {
        ...{ series: series('descriptors', ({ descriptors }) => descriptors), bound: RESOURCES },
        ...{ unit: '', scale: 1 },
      },
      ...[...kinds].map((kind) => ({
        ...{ series: series(`resources ${kind}`, ({ resources }) => resources[kind] ?? 0), bound: RESOURCES },
        ...{ unit: '', scale: 1 },
      })),
    ];
  });
}

const rowsOf = ({ rows }: SizesAt, table: string) => rows.get(table) ?? 0;

function ofStore(sizes: readonly SizesAt[]): Judged[] {
  const [byAge, byItem] = [tablesByAge(), tablesByItem()];
  const tables = new Set(sizes.flatMap(({ rows }) => [...rows.keys()]));
  const files = new Set(sizes.flatMap(({ bytes }) => [...bytes.keys()]));
  const series = (name: string, read: (at: SizesAt) => number | undefined): Series => ({
    name,
    points: sizes.map((at) => ({ atMs: at.atMs, value: read(at) ?? 0 })),
  });
  const unbounded: Bound = { share: Number.POSITIVE_INFINITY, amount: ROWS.amount };
  return [
    ...[...tables].map((table) => ({
      series: byItem.has(table)
        ? series(`rows of ${table} beyond one for each item`, (at) =>
            Math.max(0, rowsOf(at, table) - rowsOf(at, 'item')),
          )
        : series(`rows of ${table}`, (at) => rowsOf(at, table)),
      // Their rows are removed by age, and the run is shorter than that.
      bound: byAge.has(table) ? unbounded : ROWS,
      ...{ unit: '', scale: 1 },
    })),
    ...[...files].map((file) => ({
      series: series(`bytes of ${file}`, ({ bytes }) => bytes.get(file)),
      bound: /-wal$|write-ahead/.test(file) ? LOG_FILE : { ...LOG_FILE, share: Number.POSITIVE_INFINITY },
      ...{ unit: 'MB', scale: MEGABYTE },
    })),
  ];
}

/** What a table that ends by age has after its first rows have ended. */
function ofEnding(sizes: readonly SizesAt[], ending: readonly Lifetime[]): Judged[] {
  const startMs = sizes[0]?.shownMs ?? 0;
  return ending.map(({ table, days, daysAhead = days }) => ({
    series: {
      name: `rows of ${table} after ${daysAhead} days`,
      isWarm: true,
      points: sizes
        .filter(({ shownMs }) => shownMs > startMs + (daysAhead * SETTLED_SHARE + 1) * DAY_MS)
        .map((at) => ({ atMs: at.atMs, value: rowsOf(at, table) })),
    },
    ...{ bound: ENDING_ROWS, unit: '', scale: 1 },
  }));
}

const SETTLED_SHARE = 1.2;

type StallLine = {
  msg: string;
  time: string;
  kind: string;
  work?: string;
  statement?: string;
  delayMs: number;
  processorMs: number;
};

export const STALL = 'the event loop stood still, and every request waited';

type During = {
  /** Stalls before it do not count. */
  readonly sinceMs: number;
  /** The steps of the clock by which the log has its times. */
  readonly steps: readonly ClockStep[];
  readonly pauses: readonly Pause[];
};

/** The stalls after the start, by what ran. Those that the machine or the probe caused are printed, and no problem of the service. */
export function stallsIn(log: string, { sinceMs, steps, pauses }: During): string[] {
  if (!existsSync(log)) return [];
  const stalls = jsonLines<StallLine>(log)
    .filter(({ msg }) => msg === STALL)
    .map((line) => ({ ...line, endedMs: realTimeOf(steps, Date.parse(line.time)) }))
    .filter(({ endedMs }) => endedMs >= sinceMs)
    .map((line) => ({ ...line, outside: line.kind === 'processor' ? line.kind : causeAmong(pauses, line) }));
  const own = ({ kind, work = '', statement = '' }: StallLine) => [kind, work, statement].join(' ').trim();
  const problems: string[] = [];
  for (const [cause, alike] of Map.groupBy(stalls, (stall) => stall.outside ?? own(stall))) {
    const longest = Math.max(...alike.map(({ delayMs }) => delayMs));
    const computed = Math.max(...alike.map(({ processorMs }) => processorMs));
    const text = `the event loop stood still ${alike.length} times, ${longest} ms at most (computed ${computed} ms at most): ${cause}`;
    if (alike[0]?.outside !== undefined) process.stdout.write(`${text}\n`);
    else problems.push(text);
  }
  return problems;
}
