/**
 * What the entry in the audit log adds to `POST /operator/v1/changes`: `node bench/audit-cost.ts [ENGINE...]`. The same changes with and without
 * it, in one process, in turn. Prints processor time for each request, that of PostgreSQL included, without HTTP and the sealing. The figure
 * is the lower quartile of the rounds, because other work on the machine only adds to it; the median of the differences is beside it.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/db/migrate.ts';
import { openDb } from '../src/db/open.ts';
import { readRecord } from '../src/domain/market/records/market-record.ts';
import { applyLiveChanges } from '../src/market/intake/live-changes.ts';
import { openMarket } from '../src/market/market.ts';
import { migrations } from '../src/migrations/list.ts';
import { auditedChanges } from '../src/roles/api/audit.ts';
import { ENGINES, type Engine, engineNamed, newStore } from './compare/store.ts';
import { crowdMarketplace, crowdOf, firstCents, offerRecord, recordsWith } from './crowd.ts';
import { postgresCpu } from './postgres.ts';

const OFFERS = 20;
const ITEMS = 200;
const ROUNDS = 21;
/** Records in a request, and requests in a round. The last is the size of a transaction. */
const SIZES = [
  [1, 40],
  [200, 1],
] as const;
const caller = { who: { type: 'client', id: 'operator' }, from: '127.0.0.1' } as const;
const folder = mkdtempSync(join(tmpdir(), 'audit-cost-'));

for (const engine of process.argv.length > 2 ? process.argv.slice(2).map(engineNamed) : ENGINES) await measure(engine);
rmSync(folder, { recursive: true });
process.exit(0);

async function measure(engine: Engine): Promise<void> {
  mkdirSync(join(folder, engine));
  const db = await openDb(await newStore(engine, join(folder, engine), 'audit_cost'));
  await migrate(db, migrations);
  const market = openMarket(db, Date.now);
  const { records, listings } = crowdOf(OFFERS);
  const [item, ...others] = records;
  const items = Array.from({ length: ITEMS }, (_, n) => `ITEM-${n}`);
  const asRecord = recordsWith(readRecord);
  const offersOf = (itemId: string) =>
    listings.map((one, n) => offerRecord({ ...one, itemId, sku: itemId }, firstCents(n)));
  await market.writer.apply([crowdMarketplace, ...others.slice(0, OFFERS)].map(asRecord), { boards: 'now' });
  for (const itemId of items)
    await market.writer.apply([{ ...item, itemId }, ...offersOf(itemId)].map(asRecord), { boards: 'now' });

  const storeCpu = engine === 'postgres' ? await postgresCpu() : () => 0;
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return user + system + storeCpu();
  };
  const audited = auditedChanges(market, Date.now);
  let turn = 0;
  /** One offer of each of so many items gets another price. */
  const bodyOf = (size: number) => {
    turn += 1;
    const changed = Array.from({ length: size }, (_, n) => {
      const itemId = items[(turn + n) % ITEMS] as string;
      return offerRecord({ ...(listings[10] as (typeof listings)[0]), itemId, sku: itemId }, 5_000 + turn);
    });
    return Buffer.from(JSON.stringify(changed));
  };
  async function* streamOf(body: Buffer) {
    yield body;
  }
  const ways = [
    (body: Buffer) => applyLiveChanges(market, streamOf(body), { requestId: 'audit-cost' }),
    (body: Buffer) => audited(streamOf(body), { requestId: 'audit-cost' }, caller),
  ];
  for (const [size, requests] of SIZES) {
    const micros = ways.map((): number[] => []);
    for (let round = -2; round < ROUNDS; round += 1) {
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
        const before = cpu();
        for (let n = 0; n < requests; n += 1) {
          const { changed } = (await ways[at]?.(bodyOf(size))) ?? {};
          if (changed !== size) throw new Error(`${changed} of ${size} records were changed`);
        }
        if (round >= 0) micros[at]?.push((cpu() - before) / requests);
      }
    }
    const [plain = [], recorded = []] = micros;
    const [without, withEntry] = [quantile(plain, 0.25), quantile(recorded, 0.25)];
    const paired = quantile(
      recorded.map((value, n) => value - (plain[n] ?? 0)),
      0.5,
    );
    const figures = [without, withEntry - without, paired].map(Math.round);
    process.stdout.write(`${engine}, ${size} records: ${figures[0]} µs without, ${figures[1]} µs more with it (pairs: ${figures[2]})
`);
  }
  await db.close();
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;
}
