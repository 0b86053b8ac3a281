import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DbConfig, openDb } from '../../src/db/open.ts';
import { addUpTimeChanges } from '../../src/market/projections/history/time-changes.ts';
import { migrations } from '../../src/migrations/list.ts';
import { BOARD_VERSION } from '../../src/wire/pricing/board.ts';
import { seededMarket } from '../market.ts';
import { type BenchMarket, listingsOf, makeClients } from './market.ts';

/** Changes when `BenchMarket` gets another field, or the store other rows: a market that was kept before does not have them. */
const FORMAT = 3;
const SELLERS = 1_000;
const CHANGES_AT_ONCE = 5_000;

/**
 * Creates a data folder with a market of `items` items and an application for each seller. `folder` must not exist. The
 * market is built once and kept in `bench/data`, because that takes two minutes.
 */
export async function marketInto(folder: string, items: number): Promise<BenchMarket> {
  const kept = await keptOnce(`${items}-items`, (unfinished) =>
    makeMarket(unfinished, { file: join(unfinished, 'service.db') }, items),
  );
  return copyMarket(kept, folder);
}

export function copyMarket(kept: string, folder: string): BenchMarket {
  cpSync(kept, folder, { recursive: true });
  return JSON.parse(readFileSync(join(folder, 'bench.json'), 'utf8'));
}

/** The folder in `bench/data` that `build` filled, now or in an earlier run on the same tables. */
export async function keptOnce(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const version = `${BOARD_VERSION}-${migrations.length}-${FORMAT}`;
  const kept = fileURLToPath(new URL(`../data/${name}-${version}`, import.meta.url));
  if (existsSync(kept)) return kept;
  process.stdout.write(`building a market in ${kept}, once\n`);
  const unfinished = `${kept}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  await build(unfinished);
  renameSync(unfinished, kept);
  return kept;
}

/** Fills the store, and `folder` with what else the service and the bench need. */
export async function makeMarket(folder: string, store: DbConfig, items: number): Promise<void> {
  const db = await openDb(store);
  const { market: seeded, offers } = await seededMarket(db, items, SELLERS);
  // The state after the service's first start: it rebuilds no board, and has added up the history.
  await seeded.maintenance.recordUpToDate();
  while ((await db.transaction((tx) => addUpTimeChanges(tx, CHANGES_AT_ONCE))) > 0);
  const { listings, bySeller, catalogues } = await listingsOf(db);
  await db.close();
  const clients = await makeClients(
    join(folder, 'idp.db'),
    bySeller.flatMap(([one]) => one?.sellerId ?? []),
  );
  const market: BenchMarket = { listings, bySeller, catalogues, clients, offers };
  writeFileSync(join(folder, 'bench.json'), JSON.stringify(market));
}
