import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { seedRecords } from '../src/cli/seed-market.ts';
import type { DbConfig } from '../src/store/open.ts';
import { bareLoop } from './bare-loop.ts';
import { newPostgresDatabase } from './postgres.ts';

/**
 * `npm run import` of a generated file, in a process of its own, beside a bare loop that only writes: the same offer
 * rows and the same finished boards, with the same tables, indexes and transaction size. Arguments: how many items
 * (127,000 have a million offers), and one engine alone.
 */
export async function runImportBench([items = '127000', engine]: string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const file = join(folder, 'market.jsonl');
    const lines = await writeSeed(file, Number(items));
    if (engine !== 'postgres') {
      const imported = { file: join(folder, 'import', 'service.db') };
      await measure('sqlite', lines, file, imported, { file: join(folder, 'bare.db') });
    }
    if (engine !== 'sqlite') {
      const imported = { databaseUrl: await newPostgresDatabase('bench_import'), file: '' };
      const bare = { databaseUrl: await newPostgresDatabase('bench_bare'), file: '' };
      await measure('postgres', lines, file, imported, bare);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(engine: string, lines: number, file: string, into: DbConfig, bareInto: DbConfig): Promise<void> {
  const { seconds, peakMegabytes } = await importInChild(file, into);
  const bare = await bareLoop(into, bareInto);
  process.stdout.write(
    [
      `${engine}: import of ${lines} lines (${bare.offers} offers, ${bare.boards} boards): ${seconds.toFixed(1)} s`,
      `${Math.round(lines / seconds)} lines/s, peak memory ${peakMegabytes} MB`,
      `bare loop of the same offers and boards: ${bare.seconds.toFixed(1)} s (${bare.method})`,
      `ratio ${(bare.seconds / seconds).toFixed(2)}`,
    ].join('; '),
  );
  process.stdout.write('\n');
}

async function writeSeed(path: string, items: number): Promise<number> {
  const file = createWriteStream(path);
  let lines = 0;
  let text = '';
  for (const record of seedRecords({ items, sellers: 2_000, seed: 1 })) {
    lines += 1;
    text += `${JSON.stringify(record)}\n`;
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await finished(file);
  return lines;
}

async function importInChild(file: string, into: DbConfig): Promise<{ seconds: number; peakMegabytes: number }> {
  const { PATH = '' } = process.env;
  const settings = into.databaseUrl ? { DATABASE_URL: into.databaseUrl } : { DATA_DIR: join(into.file, '..') };
  const child = spawn(process.execPath, ['--import', './bench/report-peak.ts', 'src/main.ts', 'import', file], {
    env: { PATH, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the import ended with ${code}: ${output}`);
  const seconds = Number(/([\d.]+) s in all/.exec(output)?.[1]);
  const peakMegabytes = Math.round(Number(/peak (\d+) kB/.exec(output)?.[1]) / 1024);
  return { seconds, peakMegabytes };
}
