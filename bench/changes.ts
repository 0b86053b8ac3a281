import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DbConfig } from '../src/db/open.ts';
import { addReceivers, importMarket } from './changes/feed-market.ts';
import { measureRow } from './changes/measure-row.ts';
import { type ChangesOptions, callsIn, planOf, type Receivers, readChangesOptions } from './changes/options.ts';
import { nextCalls, PriceFeed } from './changes/price-feed.ts';
import { recordCalls } from './changes/recording.ts';
import { CHANGES_NOTE, type ChangesRow, changesLine, changesTable } from './changes/report.ts';
import { copyStore, dropStore, newStoreIn } from './changes/store-copy.ts';
import { cleanUpAtExit } from './clean-up.ts';
import { workingTree } from './compare/checkout.ts';
import type { Engine } from './compare/store.ts';
import { describeMachine, thisMachine } from './machine.ts';
import { durablePostgres } from './postgres.ts';

type Place = { folder: string; engine: Engine; serverCpu: () => number };

/** Measures price changes of the operator, and a bare loop that writes the same rows: see `CHANGES_USAGE`. */
export async function runChangesBench(args: string[]): Promise<void> {
  const options = readChangesOptions(args);
  const folder = mkdtempSync(join(tmpdir(), 'bench-changes-'));
  cleanUpAtExit(folder);
  process.stdout.write(`${describeMachine(thisMachine())}\n`);
  const rows: ChangesRow[] = [];
  for (const engine of options.engines) rows.push(...(await measureEngine(engine, options, folder)));
  process.stdout.write(`\n${CHANGES_NOTE}\n${changesTable(rows)}`);
}

async function measureEngine(engine: Engine, options: ChangesOptions, folder: string): Promise<ChangesRow[]> {
  const server = engine === 'postgres' ? await durablePostgres() : undefined;
  const place = { folder: join(folder, engine), engine, serverCpu: server?.cpu ?? (() => 0) };
  const market = await newStoreIn(place.folder, 'market', server?.url);
  process.stdout.write(`${engine}: importing ${options.items} items\n`);
  await importMarket(market, options.items, workingTree);
  const rows: ChangesRow[] = [];
  for (const receivers of options.receivers) {
    const store = await copyStore(market, place.folder, `market_${receivers}`);
    if (receivers === 'all') await addReceivers(store);
    for (const changes of options.sizes)
      rows.push(...(await measureSize(store, { changes, receivers }, options, place)));
    await dropStore(store);
  }
  return rows;
}

/** The rows of one size, one for each number of callers: these share the recording of the calls. */
async function measureSize(
  store: DbConfig,
  { changes, receivers }: { changes: number; receivers: Receivers },
  { items, callers: counts, ...pace }: ChangesOptions,
  { folder, engine, serverCpu }: Place,
): Promise<ChangesRow[]> {
  const plan = planOf(changes, pace);
  const calls = nextCalls(new PriceFeed(items, changes), callsIn(plan));
  const recording = await recordCalls(await copyStore(store, folder, 'recorded'), calls);
  const rows: ChangesRow[] = [];
  for (const callers of counts) {
    const [service, bare] = [await copyStore(store, folder, 'service'), await copyStore(store, folder, 'bare')];
    const measured = await measureRow({ plan, calls, recording, callers, serverCpu }, { service, bare });
    const row = { engine, changes, callers, receivers, ...measured };
    process.stdout.write(changesLine(row));
    rows.push(row);
    for (const copy of [service, bare]) await dropStore(copy);
  }
  await dropStore(recording.store);
  return rows;
}
