import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DbConfig } from '../src/db/open.ts';
import { copyRows } from './bare-writes.ts';
import { runBesideImport } from './import-beside.ts';
import { importInChild, seedText } from './import-child.ts';
import { newPostgresDatabase, postgresCpu } from './postgres.ts';

/**
 * Measures `npm run import` of a generated file in a process of its own, and a bare loop that only writes the same rows, with
 * the same tables, columns, indexes and transactions. Arguments: the number of items (127,000 have a million offers), and an
 * engine if only one is wanted. `beside` as the first argument measures requests beside an import: see `import-beside.ts`.
 */
export async function runImportBench([items = '127000', engine, ...rest]: string[]): Promise<void> {
  if (items === 'beside') return runBesideImport([engine, ...rest].filter((one) => one !== undefined));
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'market.jsonl');
    await pipeline(seedText({ items: Number(items) }), createWriteStream(file));
    const empty = join(folder, 'empty.jsonl');
    writeFileSync(empty, '');
    const stores = (engine === undefined ? ['sqlite', 'postgres'] : [engine]) as Engine[];
    for (const one of stores) await measure(one, { file, empty, folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Engine = 'sqlite' | 'postgres';
type Inputs = { file: string; empty: string; folder: string };

async function measure(engine: Engine, { file, empty, folder }: Inputs): Promise<void> {
  const isServer = engine === 'postgres';
  const store = async (name: string): Promise<DbConfig> =>
    isServer
      ? { databaseUrl: await newPostgresDatabase(`bench_${name}`), file: '' }
      : { file: join(folder, name, 'service.db') };
  const [start, into, bareInto] = [await store('start'), await store('import'), await store('bare')];
  if (!isServer) mkdirSync(join(folder, 'bare'));
  const serverCpu = isServer ? await postgresCpu() : () => 0;
  // What the process needs without a record: to start, and to create the tables.
  const { cpuSeconds: startCpu } = await importInChild(empty, start);
  const serverBefore = serverCpu();
  const { records, seconds, cpuSeconds, peakMegabytes } = await importInChild(file, into);
  const client = cpuSeconds - startCpu;
  const server = (serverCpu() - serverBefore) / 1e6;
  const bare = await copyRows(into, bareInto, serverCpu);
  const lines = [
    `${engine}: import of ${records} lines (${bare.offers} offers, ${bare.boards} boards): ${seconds.toFixed(1)} s`,
    `${Math.round(records / seconds)} lines/s, CPU ${client.toFixed(1)} s${isServer ? ` and ${server.toFixed(1)} s of the server` : ''}`,
    `peak memory ${peakMegabytes} MB`,
    `bare loop of the same rows: ${bare.seconds.toFixed(1)} s, CPU ${bare.cpuSeconds.toFixed(1)} s (${bare.method})`,
    `ratio ${(bare.seconds / seconds).toFixed(2)} by time, ${(bare.cpuSeconds / (client + server)).toFixed(2)} by CPU`,
  ];
  process.stdout.write(`${lines.join('; ')}\n`);
}
