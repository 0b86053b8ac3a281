import { parseArgs } from 'node:util';
import { type ColdVisit, coldVisit } from '../test/console/cold-visit.ts';
import { ConsoleHarness } from '../test/console/harness.ts';

/** A bad mobile connection. Chromium delays every answer, and uses six connections to a host as with any HTTP/1.1. */
const SLOW = { latencyMs: 400, bytesPerSecond: 50_000 };

const pages = [
  { name: 'overview', path: '' },
  { name: 'listings', path: '/listings' },
  { name: 'one listing', path: '/listings/DEMO-SKU-1' },
];

/**
 * `npm run bench -- console [--rounds N]`: how long a seller on a slow network waits for a page of the console, with an empty cache and signed
 * in at the provider; the same without the slow network is the limit: what the machine itself takes.
 */
export async function runConsoleBench(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '5' } } });
  const harness = new ConsoleHarness();
  await harness.start();
  const rows = new Map<string, ColdVisit[]>();
  try {
    await harness.visit('', {}, async () => {});
    for (let n = 0; n < Number(values.rounds); n += 1) {
      for (const { name, path } of pages) {
        add(rows, name, await coldVisit(harness, path, SLOW));
        add(rows, `${name}, fast network`, await coldVisit(harness, path));
      }
    }
  } finally {
    await harness.end();
  }
  process.stdout.write(`Slow network: ${SLOW.latencyMs} ms, ${SLOW.bytesPerSecond / 1_000} KB/s.\n\n`);
  process.stdout.write('| medians | frame, ms | content, ms | requests | bytes |\n|---|---|---|---|---|\n');
  for (const [name, visits] of rows) process.stdout.write(`| ${[name, ...figuresOf(visits)].join(' | ')} |\n`);
}

function add(rows: Map<string, ColdVisit[]>, name: string, visit: ColdVisit): void {
  rows.set(name, [...(rows.get(name) ?? []), visit]);
}

const figuresOf = (visits: readonly ColdVisit[]): string[] =>
  (['frameMs', 'contentMs', 'requests', 'bytes'] as const).map((key) =>
    Math.round(median(visits.map((visit) => visit[key]))).toLocaleString('en'),
  );

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
