import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Db } from '../../src/db/db.ts';
import type { DbConfig } from '../../src/db/open.ts';
import { type ChangeCost, costOfChange, type MeasuredMarket } from '../change-cost.ts';
import { crowdMarketplace, crowdOf, offerRecord, recordsWith } from '../crowd.ts';
import type { Listing } from '../market.ts';
import { type ChangeKind, cycleOf, type PriceChange } from './price-changes.ts';

/**
 * The program of one side of the `change` rows: price changes on the market of the code in `codeFolder`, in a store of its
 * own. It takes all code of the service from there, and only types from the working tree. A message asks for one
 * measurement, and the answer is a message.
 */
export type ChildArguments = { codeFolder: string; store: DbConfig; sizes: number[] };

/** Price changes on the item with this many offers, for this long. */
export type ChangeRequest = { offers: number; seconds: number };

/** Means of one change of each kind. */
export type ChangeCosts = Record<ChangeKind, ChangeCost>;

const { codeFolder, store, sizes }: ChildArguments = JSON.parse(process.argv[2] ?? '');

/** A file may have moved since the other version: the path that is there counts. */
const load = (...paths: string[]) => {
  const files = paths.map((path) => join(codeFolder, 'src', path));
  return import(pathToFileURL(files.find((file) => existsSync(file)) ?? files.join(' or ')).href);
};
const { openDb }: typeof import('../../src/db/open.ts') = await load('db/open.ts');
const { migrate }: typeof import('../../src/db/migrate.ts') = await load('db/migrate.ts');
const { migrations }: typeof import('../../src/migrations/list.ts') = await load('migrations/list.ts');
const { readRecord }: typeof import('../../src/domain/market/records/market-record.ts') = await load(
  'domain/market/records/market-record.ts',
  'domain/market/records.ts',
);
const marketCode = await load('market/market.ts');

const db = await openDb(store);
await migrate(db, migrations);
const market = marketOf(db);
const asRecord = recordsWith(readRecord);

/** The listings of the item with so many offers, and how many cycles of changes it had. */
const crowds = new Map<number, { listings: Listing[]; cycles: number }>();
await addRecords([crowdMarketplace]);
for (const offers of sizes) {
  const { listings, records } = crowdOf(offers);
  await addRecords(records);
  crowds.set(offers, { listings, cycles: 0 });
}

/** Before 0.3.0 the market was one class. */
function marketOf(of: Db): MeasuredMarket {
  if ('openMarket' in marketCode) return marketCode.openMarket(of, Date.now);
  const old = new marketCode.Market(of, Date.now);
  return {
    writer: old,
    reader: { itemBoard: (...key) => old.itemBoard(...key), isCurrent: (board) => old.holds(board) },
  };
}

async function addRecords(records: readonly object[]): Promise<void> {
  const outcomes = await market.writer.apply(records.map(asRecord), { boards: 'now' });
  const wrong = outcomes.find((outcome) => typeof outcome !== 'string');
  if (wrong !== undefined) throw new Error(`a record was refused: ${JSON.stringify(wrong)}`);
}

process.on('message', ({ offers, seconds }: ChangeRequest) => {
  void measure(offers, seconds).then((costs) => process.send?.(costs));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function measure(offers: number, seconds: number): Promise<ChangeCosts> {
  const crowd = crowds.get(offers);
  if (crowd === undefined) throw new Error(`no item has ${offers} offers`);
  const sums = { lowest: noCost(), middle: noCost(), holder: noCost() };
  const end = performance.now() + seconds * 1_000;
  let cycles = 0;
  do {
    const { measured, undo } = cycleOf(offers, crowd.cycles++);
    for (const change of measured) add(sums[change.kind], await costOf(crowd.listings, change));
    await costOf(crowd.listings, undo);
    cycles += 1;
  } while (performance.now() < end);
  return { lowest: perCycle(sums.lowest), middle: perCycle(sums.middle), holder: perCycle(sums.holder) };

  function perCycle({ cpuMicros, wallMicros }: ChangeCost): ChangeCost {
    return { cpuMicros: cpuMicros / cycles, wallMicros: wallMicros / cycles };
  }
}

function costOf(listings: readonly Listing[], { at, cents }: Omit<PriceChange, 'kind'>): Promise<ChangeCost> {
  const listing = listings[at] as Listing;
  return costOfChange(market, asRecord(offerRecord(listing, cents)), listing);
}

function add(sum: ChangeCost, { cpuMicros, wallMicros }: ChangeCost): void {
  sum.cpuMicros += cpuMicros;
  sum.wallMicros += wallMicros;
}

function noCost(): ChangeCost {
  return { cpuMicros: 0, wallMicros: 0 };
}
