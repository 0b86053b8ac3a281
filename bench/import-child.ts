import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type SeedOptions, seedRecords } from '../src/cli/seed/records.ts';
import type { DbConfig } from '../src/db/open.ts';

const CHARACTERS_PER_CHUNK = 1 << 20;

/** The lines of a seeded market in large chunks: passing on single lines would cost more than generating them. */
export function* seedText(of: Pick<SeedOptions, 'items' | 'marketplaceId'> & { sellers?: number }): Generator<string> {
  let text = '';
  for (const record of seedRecords({ sellers: 2_000, seed: 1, ...of })) {
    text += `${JSON.stringify(record)}\n`;
    if (text.length < CHARACTERS_PER_CHUNK) continue;
    yield text;
    text = '';
  }
  yield text;
}

export type ImportFigures = { records: number; seconds: number; cpuSeconds: number; peakMegabytes: number };

/** Runs `npm run import` into a new store in a process of its own: from a file, or from text through its standard input. */
export async function importInChild(source: string | Iterable<string>, into: DbConfig): Promise<ImportFigures> {
  const { PATH = '' } = process.env;
  const settings = into.databaseUrl ? { DATABASE_URL: into.databaseUrl } : { DATA_DIR: join(into.file, '..') };
  const file = typeof source === 'string' ? source : '-';
  const child = spawn(process.execPath, ['--import', './bench/report-peak.ts', 'src/main.ts', 'import', file], {
    env: { PATH, ...settings },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  // Thrown later: when the import fails, its own message explains more than the broken pipe.
  const pipeFailure = pipeline(typeof source === 'string' ? [] : source, child.stdin).catch((error: unknown) => error);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the import ended with ${code}: ${output}`, { cause: await pipeFailure });
  const problem = await pipeFailure;
  if (problem !== undefined) throw problem;
  return figuresIn(output);
}

function figuresIn(output: string): ImportFigures {
  return {
    records: Number(/([\d,]+) added/.exec(output)?.[1]?.replaceAll(',', '')),
    seconds: Number(/Finished in ([\d.]+) s/.exec(output)?.[1]),
    cpuSeconds: Number(/cpu ([\d.]+) s/.exec(output)?.[1]),
    peakMegabytes: Math.round(Number(/peak (\d+) kB/.exec(output)?.[1]) / 1024),
  };
}
