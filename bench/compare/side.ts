import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type DbConfig, openDb } from '../../src/db/open.ts';
import { postgresCpu, settleTables } from '../postgres.ts';
import { addActivity } from '../requests/activity.ts';
import { type Callers, callersOf } from '../requests/callers.ts';
import { untilIdle } from '../requests/idle.ts';
import { type BenchMarket, listingsOf, makeClients } from '../requests/market.ts';
import type { Target } from '../requests/measure.ts';
import { addOperator } from '../requests/operator.ts';
import { type RunningService, startService } from '../requests/service.ts';
import type { Checkout } from './checkout.ts';
import { type Engine, newStore } from './store.ts';

const ITEMS_PER_SELLER = 100;

/** `isActive`: with events and price history. */
type Start = { dataDir: string; name: string; items: number; engine: Engine; isActive: boolean };

/** One of the two services that are compared. */
export type Side = { label: string; service: RunningService & Target; callers: Callers };

/**
 * Seeds a store with the code of the checkout and starts its service on it. Everything else, such as the requests, comes from
 * the working tree: another commit may have other benches or none.
 */
export async function startSide(
  { label, folder, settings: own }: Checkout,
  { dataDir, name, items, engine, isActive }: Start,
): Promise<Side> {
  const store = await newStore(engine, dataDir, name);
  const settings = store.databaseUrl === undefined ? {} : { DATABASE_URL: store.databaseUrl };
  const run = (...args: string[]) => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATA_DIR: dataDir, ...settings };
    execFileSync(process.execPath, ['src/main.ts', ...args], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  const sellers = Math.ceil(items / ITEMS_PER_SELLER);
  run('seed', '--items', String(items), '--sellers', String(sellers), '--seed', '1');
  // The first client creates the tables of the provider. The others are inserted: a process for each would take minutes.
  run('client', 'add', '--seller', 'BENCH', '--id', 'first');
  // With the default of 30 s all tokens are introspected again in the same second: 10 % of the CPU of some rounds only.
  const tokens = { IDP_CACHE_SECONDS: '3600' };
  if (engine === 'postgres') await settleTables(store);
  const market = await marketIn(store, dataDir);
  const operator = await addOperator(join(dataDir, 'idp.db'));
  const started = await startService({ dataDir, codeFolder: folder, settings: { ...settings, ...tokens, ...own } });
  const service = engine === 'postgres' ? { ...started, storeCpu: await postgresCpu() } : started;
  const basic = await callersOf(market, service.base);
  const callers = isActive ? await addActivity(basic, service.base, operator) : basic;
  await untilIdle(service.pid);
  return { label, service, callers };
}

async function marketIn(store: DbConfig, dataDir: string): Promise<BenchMarket> {
  const db = await openDb(store);
  const { listings, bySeller, catalogues } = await listingsOf(db);
  const { count: offers } = (await db.get<{ count: number }>('SELECT COUNT(*) AS count FROM offer')) ?? { count: 0 };
  await db.close();
  const clients = await makeClients(
    join(dataDir, 'idp.db'),
    bySeller.flatMap(([one]) => one?.sellerId ?? []),
    { migrate: false },
  );
  return { listings, bySeller, catalogues, offers, clients };
}

/** Throws when the two stores differ: figures of different markets cannot be compared. */
export function assertSameMarket([one, other]: readonly [Side, Side]): void {
  const textOf = ({ callers: { listings, bySeller, offers } }: Side) => JSON.stringify([listings, bySeller, offers]);
  if (textOf(one) !== textOf(other))
    throw new Error('The two commits seed different markets, so they cannot be compared.');
}
