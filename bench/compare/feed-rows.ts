import type { DbConfig } from '../../src/db/open.ts';
import { startApi } from '../changes/api-process.ts';
import { sendCalls } from '../changes/callers.ts';
import { importMarket } from '../changes/feed-market.ts';
import { DEFAULT_ITEMS } from '../changes/options.ts';
import { MAX_CALLERS, PriceFeed } from '../changes/price-feed.ts';
import { copyStore, dropStore, newStoreIn } from '../changes/store-copy.ts';
import { durablePostgres } from '../postgres.ts';
import { cpuMicrosOf } from '../requests/cpu.ts';
import type { RunningProcess } from '../requests/service.ts';
import type { Checkout } from './checkout.ts';
import { comparison, headOf, type Line } from './line.ts';
import { measureInTurn, type Pace } from './rounds.ts';
import { meanOf, pairedRatio } from './statistics.ts';
import type { Engine } from './store.ts';

/** Calls of the operator with so many price changes each, from `MAX_CALLERS` callers at the same time. */
type FeedRow = { name: string; changes: number };

const rows: readonly FeedRow[] = [1, 100, 1_000].map((changes) => ({ name: `changes-${changes}`, changes }));

export const feedRowNames = rows.map(({ name }) => name);

/** The rows with these names, or all of them. Other names do not matter. */
export const feedRowsNamed = (names: readonly string[]) =>
  names.length === 0 ? rows : rows.filter(({ name }) => names.includes(name));

export const feedHead = (baseline: string): Line => [
  ...headOf(`calls of ${MAX_CALLERS} callers, for one change`, baseline),
  `${baseline}: changes/s`,
  'working tree: changes/s',
  'times as many',
  '95 % interval',
];

/** Per change: the processor time of the API process and of all processes of PostgreSQL. */
type Figures = { cpuMicros: number; changesPerSecond: number };

type Side = { checkout: Checkout; market: DbConfig };

/** Compares calls of the operator. Each side imports the market with its own code; PostgreSQL waits for the disk. */
export async function compareFeeds(
  chosen: readonly FeedRow[],
  checkouts: readonly [Checkout, Checkout],
  folder: string,
  { engine, items = DEFAULT_ITEMS, ...pace }: { engine: Engine; items?: number } & Pace,
): Promise<Line[]> {
  const server = engine === 'postgres' ? await durablePostgres() : undefined;
  process.stdout.write(`importing ${items} items for each of the two\n`);
  const sides: Side[] = [];
  for (const [n, checkout] of checkouts.entries()) {
    const market = await newStoreIn(folder, `feed_${n}`, server?.url);
    await importMarket(market, items, checkout.folder);
    sides.push({ checkout, market });
  }
  const lines: Line[] = [];
  const work = { folder, items, serverCpu: server?.cpu ?? (() => 0) };
  for (const row of chosen) lines.push(await compareRow(row, sides, work, pace));
  return lines;
}

type Work = { folder: string; items: number; serverCpu: () => number };

async function compareRow(
  { name, changes }: FeedRow,
  sides: readonly Side[],
  { folder, items, serverCpu }: Work,
  pace: Pace,
): Promise<Line> {
  const running = [];
  for (const [n, { checkout, market }] of sides.entries()) {
    // A new copy for each row: the feed knows the prices that it starts with.
    const store = await copyStore(market, folder, `feed_row_${n}`);
    running.push({ store, api: await startApi(store, checkout) });
  }
  const contenders = running.map(({ api }) => contender(api, new PriceFeed(items, changes), serverCpu));
  const [before = [], after = []] = await measureInTurn(contenders, pace);
  for (const { store, api } of running) {
    await api.stop();
    await dropStore(store);
  }
  return comparison(name, before.map(cpuOf), after.map(cpuOf), rateCells(before.map(rateOf), after.map(rateOf)));
}

function contender({ pid, base }: RunningProcess, feed: PriceFeed, serverCpu: () => number) {
  const measure = async (seconds: number): Promise<Figures> => {
    const end = performance.now() + seconds * 1_000;
    const [before, serverBefore] = [cpuMicrosOf(pid), serverCpu()];
    const next = (caller: number) => (performance.now() < end ? feed.next(caller) : undefined);
    const sent = await sendCalls(base, MAX_CALLERS, next);
    const used = cpuMicrosOf(pid) - before + serverCpu() - serverBefore;
    return { cpuMicros: used / sent.changes, changesPerSecond: sent.changes / sent.seconds };
  };
  return { warmUp: measure, measure };
}

const cpuOf = ({ cpuMicros }: Figures) => cpuMicros;
const rateOf = ({ changesPerSecond }: Figures) => changesPerSecond;

function rateCells(before: readonly number[], after: readonly number[]): Line {
  const { ratio, marginPercent } = pairedRatio(before, after);
  const margin = 1 + marginPercent / 100;
  const means = [before, after].map((rates) => meanOf(rates).toFixed(0));
  return [...means, ratio.toFixed(2), `${(ratio / margin).toFixed(2)} to ${(ratio * margin).toFixed(2)}`];
}
