import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../src/db/migrate.ts';
import { openDb } from '../src/db/open.ts';
import { storeClock } from '../src/db/store-clock.ts';
import type { Caller } from '../src/domain/authorization/rights.ts';
import { migrations } from '../src/migrations/list.ts';
import { UsageCounter } from '../src/usage/usage-counter.ts';
import { UsageWriter } from '../src/usage/usage-writer.ts';

const ROUNDS = 15;
const REQUESTS = 100_000;
const CALLERS = 200;
const OPERATIONS = ['getListings', 'getPricing', 'getOffers', 'whatIf', 'receiveMessages'];

/** Microseconds of processor time of one request. Each has another caller than the last one, and one in ten is refused. */
function costOf(count: UsageCounter['count'], callers: readonly Caller[]): number {
  const before = process.cpuUsage();
  for (let n = 0; n < REQUESTS; n += 1) {
    const refused = n % 10 === 0;
    count(callers[n % CALLERS], {
      operation: OPERATIONS[n % OPERATIONS.length] as string,
      status: refused ? 429 : 200,
      reason: refused ? 'BurstLimit' : '',
      durationMs: (n % 1_000) / 100,
    });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

const medianOf = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/**
 * `npm run bench -- usage`: what counting usage adds to a request, and what writing the counts costs. Prints processor time, the median of
 * several rounds that take turns, because the machine may be busy.
 */
export async function runUsageBench(args: string[]): Promise<void> {
  parseArgs({ args, options: {} });
  const folder = mkdtempSync(join(tmpdir(), 'usage-cost-'));
  const db = await openDb({ file: join(folder, 'cost.db') });
  await migrate(db, migrations);
  const { now } = await storeClock(db, { latestKnownMs: async () => 0 });
  const counter = new UsageCounter(now);
  const writer = new UsageWriter(db, counter, now);
  const callers = Array.from(
    { length: CALLERS },
    (_, n): Caller => ({ clientId: `application-${n}`, sellerId: `A${n}SELLER`, grant: 'own', rights: new Set() }),
  );
  const kinds: Record<string, UsageCounter['count']> = {
    nothing: () => undefined,
    counted: (caller, answer) => counter.count(caller, answer),
  };
  const results = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
  const writes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, count] of Object.entries(kinds)) results.get(name)?.push(costOf(count, callers));
    const before = process.cpuUsage();
    while (await writer.write());
    const { user, system } = process.cpuUsage(before);
    writes.push((user + system) / 1_000);
  }
  const median = (name: string) => medianOf(results.get(name) ?? []);
  const rounded = (number: number) => Math.round(number * 1_000) / 1_000;
  const rows = await db.get<{ many: number }>('SELECT COUNT(*) AS many FROM usage_day');

  process.stdout.write(
    `added to a request by counting it: ${rounded(median('counted') - median('nothing'))} µs of processor time\n`,
  );
  process.stdout.write(
    `writing ${rows?.many} keys to SQLite, once in 10 s: ${rounded(medianOf(writes))} ms of processor time\n`,
  );
  await db.close();
  rmSync(folder, { recursive: true });
}
