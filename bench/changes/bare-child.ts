import { type DbConfig, openDb } from '../../src/db/open.ts';
import { openBareWriter } from './bare-writer.ts';
import { writesBetween } from './captured-writes.ts';
import { netWrites } from './net-writes.ts';
import { tablesOf } from './tables.ts';

/**
 * The program of the bare loop. It reads the rows that recorded calls wrote, and writes them into a store of its own. A message asks
 * for one step, and the answer is a message. Started with `--expose-gc`: what reading leaves behind is not part of the writes.
 */
export type BareArguments = { recorded: DbConfig; into: DbConfig };

/** The rows of one call: those after the first number up to the second, see `writesBetween`. */
export type RecordedCall = readonly [after: number, until: number];

/** `prepare` reads the rows of these calls, `write` writes them. */
export type BareRequest = { prepare: readonly RecordedCall[] } | { write: true };

export type BareWrites = { cpuMicros: number; rows: number };

const { recorded, into }: BareArguments = JSON.parse(process.argv[2] ?? '');
const source = await openDb(recorded);
const tables = await tablesOf(source);
const writer = await openBareWriter(into);
let calls: (() => Promise<void>)[] = [];
let rows = 0;

async function prepare(wanted: readonly RecordedCall[]): Promise<void> {
  calls = [];
  rows = 0;
  for (const [after, until] of wanted) {
    const writes = netWrites(await writesBetween(source, after, until), tables);
    for (const write of writes) rows += write.rows.length;
    calls.push(writer.prepare(writes));
  }
  globalThis.gc?.();
}

async function write(): Promise<BareWrites> {
  const before = process.cpuUsage();
  for (const call of calls) await call();
  const { user, system } = process.cpuUsage(before);
  return { cpuMicros: user + system, rows };
}

process.on('message', (request: BareRequest) => {
  const answer = 'prepare' in request ? prepare(request.prepare).then(() => 'prepared') : write();
  void answer.then((message) => process.send?.(message));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
