import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanUpAtExit } from './clean-up.ts';
import { ENGINES, type Engine, engineNamed } from './compare/store.ts';
import { CallersApart, LARGE_CALL, MAX_CALLERS } from './price-changes/callers-apart.ts';
import { mixedRequests, READER_HEAD, readerRate, readerRow, SHARE_OF_LIMIT } from './price-changes/reader-rows.ts';
import { callersOf } from './requests/callers.ts';
import { cpuMicrosOf } from './requests/cpu.ts';
import { untilIdle } from './requests/idle.ts';
import { marketInto } from './requests/kept-market.ts';
import { postgresMarketInto } from './requests/postgres-market.ts';
import { LONG_TOKENS, startService } from './requests/service.ts';

/** One caller's requests, and how many changes each has. */
type Calls = { changes: number; callers: number };
const ROWS: readonly Calls[] = [1, LARGE_CALL].flatMap((changes) => [
  { changes, callers: 1 },
  { changes, callers: changes === 1 ? MAX_CALLERS : MAX_CALLERS / 2 },
]);

export const PRICE_CHANGES_USAGE = `Measures sellers who change their own prices, and what a reader waits beside one who does so without a pause.

  npm run bench -- price-changes [ENGINE] [options]

    ENGINE         sqlite or postgres (default: one after the other)
    --rows NAMES   calls, reader (default: calls,reader)
    --changes LIST changes in a call of the writer beside the reader (default: 1,${LARGE_CALL})
    --seconds N    how long a row of calls, and a phase of a reader, takes (default: 20)
    --rounds N     rounds of four phases of a reader: alone, twice beside the writer, alone (default: 3, at least 2)
    --reads N      requests of the reader a second (default: ${SHARE_OF_LIMIT * 100} % of what the idle service answers at most, measured)
    --items N      items of the market (default: 20000)
`;

type Options = ReturnType<typeof readOptions>;

function readOptions(args: string[]) {
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const options = {
    rows: text('calls,reader'),
    changes: text(`1,${LARGE_CALL}`),
    ...{ seconds: text('20'), rounds: text('3'), items: text('20000') },
    reads: { type: 'string' },
  } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const [engine] = positionals;
  const { rows, changes, seconds, rounds, items, reads } = values;
  return {
    engines: engine === undefined ? ENGINES : [engineNamed(engine)],
    rows: rows.split(','),
    changes: changes.split(',').map(Number),
    ...{ seconds: Number(seconds), rounds: Number(rounds), items: Number(items) },
    reads: reads === undefined ? undefined : Number(reads),
  };
}

export async function runPriceChangesBench(args: string[]): Promise<void> {
  const options = readOptions(args);
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  cleanUpAtExit(folder);
  for (const engine of options.engines) await measureEngine(engine, join(folder, engine), options);
}

async function measureEngine(engine: Engine, dataDir: string, options: Options): Promise<void> {
  const { market, databaseUrl, storeCpu } =
    engine === 'sqlite'
      ? { market: await marketInto(dataDir, options.items), databaseUrl: undefined, storeCpu: () => 0 }
      : await postgresMarketInto(dataDir, options.items);
  const settings = { PRICE_CHANGES: 'direct', ...LONG_TOKENS, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  const service = await startService({ dataDir, settings });
  try {
    const callers = await callersOf(market, service.base);
    const sellers = await CallersApart.start(callers, service.base);
    const idle = () => untilIdle(service.pid);
    await idle();
    print(`\n${engine}\n`);
    if (options.rows.includes('calls')) {
      print('| changes a call | callers | calls | changes a second | CPU of a change, ms | p50 ms | p99 ms |');
      print('|---:|---:|---:|---:|---:|---:|---:|');
      const cpu = () => cpuMicrosOf(service.pid) + storeCpu();
      for (const row of ROWS) print(await callsRow(sellers, row, { cpu, idle, seconds: options.seconds }));
      print('');
    }
    if (options.rows.includes('reader')) {
      const requests = mixedRequests(callers);
      const perSecond = options.reads ?? (await readerRate(service.base, requests));
      print(READER_HEAD);
      for (const changes of options.changes) {
        const run = (seconds: number) => sellers.make({ changes, callers: 1, seconds });
        const bench = { base: service.base, requests, perSecond, idle, ...options };
        print(await readerRow(bench, { name: `calls of ${changes}`, run }));
      }
    }
    sellers.stop();
  } finally {
    await service.stop();
  }
}

type Measured = {
  cpu: () => number;
  /** Resolves when the events of the changes so far are published: their CPU is part of a change's. */
  idle: () => Promise<void>;
  seconds: number;
};

async function callsRow(sellers: CallersApart, row: Calls, { cpu, idle, seconds }: Measured): Promise<string> {
  const before = cpu();
  const { durationsMs, seconds: took } = await sellers.make({ ...row, seconds });
  await idle();
  const changes = durationsMs.length * row.changes;
  const at = (share: number) => (durationsMs[Math.floor((durationsMs.length - 1) * share)] ?? 0).toFixed(1);
  const figures = [(changes / took).toFixed(0), ((cpu() - before) / 1_000 / changes).toFixed(2), at(0.5), at(0.99)];
  return `| ${[row.changes, row.callers, durationsMs.length, ...figures].join(' | ')} |`;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);
