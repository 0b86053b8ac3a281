import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DbConfig } from '../src/db/open.ts';
import { copyRows } from './bare-writes.ts';
import { importInChild, seedText } from './import-child.ts';
import { newPostgresDatabase } from './postgres.ts';

/**
 * Measures `npm run import` of a generated file in a process of its own, and a bare loop that only writes the same offer rows
 * and finished boards, with the same tables, indexes and transaction size. Arguments: the number of items (127,000 have a
 * million offers), and an engine if only one is wanted.
 */
export async function runImportBench([items = '127000', engine]: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'market.jsonl');
    await pipeline(seedText(Number(items)), createWriteStream(file));
    if (engine !== 'postgres') {
      const imported = { file: join(folder, 'import', 'service.db') };
      await measure('sqlite', file, imported, { file: join(folder, 'bare.db') });
    }
    if (engine !== 'sqlite') {
      const imported = { databaseUrl: await newPostgresDatabase('bench_import'), file: '' };
      const bare = { databaseUrl: await newPostgresDatabase('bench_bare'), file: '' };
      await measure('postgres', file, imported, bare);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(engine: string, file: string, into: DbConfig, bareInto: DbConfig): Promise<void> {
  const { records, seconds, peakMegabytes } = await importInChild(file, into);
  const bare = await copyRows(into, bareInto);
  process.stdout.write(
    [
      `${engine}: import of ${records} lines (${bare.offers} offers, ${bare.boards} boards): ${seconds.toFixed(1)} s`,
      `${Math.round(records / seconds)} lines/s, peak memory ${peakMegabytes} MB`,
      `bare loop of the same offers and boards: ${bare.seconds.toFixed(1)} s (${bare.method})`,
      `ratio ${(bare.seconds / seconds).toFixed(2)}`,
    ].join('; '),
  );
  process.stdout.write('\n');
}
