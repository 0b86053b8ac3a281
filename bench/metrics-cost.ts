/**
 * What the measurements add to a read of the store and to a request: `node bench/metrics-cost.ts`. Prints nanoseconds, the
 * median of several rounds that take turns, because the machine may be busy.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MeasuredDb } from '../src/db/measured.ts';
import { openDb } from '../src/db/open.ts';

const ROUNDS = 15;
const READS = 20_000;

const folder = mkdtempSync(join(tmpdir(), 'metrics-cost-'));
const plain = await openDb({ file: join(folder, 'cost.db') });
const measured = new MeasuredDb(plain);
await plain.run('CREATE TABLE t (a TEXT PRIMARY KEY, b TEXT NOT NULL)');
await plain.run('INSERT INTO t (a, b) VALUES ($1, $2)', ['key', 'x'.repeat(1_000)]);

/** Nanoseconds of one call. */
function costOf(call: () => unknown): number {
  const startedNs = process.hrtime.bigint();
  for (let n = 0; n < READS; n += 1) call();
  return Number(process.hrtime.bigint() - startedNs) / READS;
}

const sql = 'SELECT b FROM t WHERE a = $1';
const counts = { hits: 0 };
const kinds = {
  plain: () => plain.get(sql, ['key']),
  measured: () => measured.get(sql, ['key']),
  count: () => {
    counts.hits += 1;
  },
};
const results = new Map<string, number[]>(Object.keys(kinds).map((name) => [name, []]));
for (let round = 0; round < ROUNDS; round += 1)
  for (const [name, call] of Object.entries(kinds)) results.get(name)?.push(costOf(call));
const median = (name: string) => (results.get(name) ?? []).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;

process.stdout.write(`a read of SQLite: ${Math.round(median('plain'))} ns\n`);
process.stdout.write(`the same, measured: ${Math.round(median('measured'))} ns\n`);
process.stdout.write(`added by measuring: ${Math.round(median('measured') - median('plain'))} ns\n`);
process.stdout.write(`one count (cache, limit): ${Math.round(median('count') * 10) / 10} ns\n`);
await measured.close();
rmSync(folder, { recursive: true });
