import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Probe } from './probe.ts';
import { type StoreSizes, tablesByAge, tablesByItem } from './store-sizes.ts';
import { type Bound, type Series, type Trend, trendOf } from './trends.ts';

export type SizesAt = StoreSizes & { readonly atMs: number };
type Judged = { readonly series: Series; readonly bound: Bound; readonly unit: string; readonly scale: number };

const MEGABYTE = 1_000_000;
const HEAP: Bound = { share: 0.05, amount: 2 * MEGABYTE };
const EXTERNAL: Bound = { share: 0.1, amount: 4 * MEGABYTE };
const RESOURCES: Bound = { share: 0.2, amount: 20 };
const STATEMENTS: Bound = { share: 0.1, amount: 20 };
const ROWS: Bound = { share: 0.02, amount: 200 };
const LOG_FILE: Bound = { share: 0.2, amount: 32 * MEGABYTE };

/** What `probe.ts` has written into the folder. */
export const probesIn = (folder: string): Probe[] =>
  readdirSync(folder).flatMap((file) => jsonLines<Probe>(join(folder, file)));

const jsonLines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    // The last one may be half written, and a program that is loaded first may write what it likes.
    .filter((line) => /^\{.*\}$/.test(line))
    .map((line) => JSON.parse(line) as T);

/** What grows although it must not, each with its name. Prints the trends that it judges. */
export function growing(probes: readonly Probe[], sizes: readonly SizesAt[]): string[] {
  const judged = [...ofProcesses(probes), ...ofStore(sizes)];
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

type StallLine = { msg: string; time: string; kind: string; work?: string; statement?: string; delayMs: number };

const STALL = 'the event loop stood still, and every request waited';

/** These are printed, and no problem of the service: the machine was busy, or `probe.ts` collected the garbage. */
const OF_THE_RUN = ['processor', 'garbage_collection'];

/** The stalls after the start, by what ran. */
export function stallsIn(log: string, sinceMs: number): string[] {
  if (!existsSync(log)) return [];
  const lines = jsonLines<StallLine>(log).filter(({ msg, time }) => msg === STALL && Date.parse(time) >= sinceMs);
  const byCause = Map.groupBy(lines, ({ kind, work = '', statement = '' }) => [kind, work, statement].join(' ').trim());
  const problems: string[] = [];
  for (const [cause, stalls] of byCause) {
    const longest = Math.max(...stalls.map(({ delayMs }) => delayMs));
    const text = `the event loop stood still ${stalls.length} times, ${longest} ms at most: ${cause}`;
    if (OF_THE_RUN.includes(cause)) process.stdout.write(`${text}\n`);
    else problems.push(text);
  }
  return problems;
}
