import { type DbConfig, openDb } from '../../src/db/open.ts';
import { startApi } from './api-process.ts';
import type { RecordedCall } from './bare-child.ts';
import { sendCalls } from './callers.ts';
import { captureWrites, lastWrite } from './captured-writes.ts';
import type { Call } from './price-feed.ts';

/** The store that has the rows. `start`: what the service wrote before the first call. */
export type Recording = { store: DbConfig; start: RecordedCall; calls: RecordedCall[] };

/**
 * Makes the calls one after the other on this store, and records which rows each of them writes. Nothing else writes to it: what comes
 * until the answer belongs to the call.
 */
export async function recordCalls(store: DbConfig, calls: readonly Call[]): Promise<Recording> {
  const db = await openDb(store);
  await captureWrites(db);
  const api = await startApi(store);
  try {
    let last = await lastWrite(db);
    const start: RecordedCall = [0, last];
    const recorded: RecordedCall[] = [];
    for (const call of calls) {
      await sendOne(api.base, call);
      const until = await lastWrite(db);
      recorded.push([last, until]);
      last = until;
    }
    return { store, start, calls: recorded };
  } finally {
    await api.stop();
    await db.close();
  }
}

async function sendOne(base: string, call: Call): Promise<void> {
  const waiting = [call];
  await sendCalls(base, 1, () => waiting.shift());
}
