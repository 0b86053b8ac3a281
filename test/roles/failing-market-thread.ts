import { parentPort, workerData } from 'node:worker_threads';
import { LentLock } from '../../src/db/sqlite/lent-lock.ts';
import type { MarketThreadData, ToMarketThread } from '../../src/roles/service/market-thread-messages.ts';

/* A thread of the market that fails, mostly while it has the turn to write. The environment says how. */

const { turns }: MarketThreadData = workerData;
const how = process.env.MARKET_THREAD;

async function receive({ kind, ...message }: ToMarketThread): Promise<void> {
  if (kind === 'stop') {
    if (how === 'fails at its end') throw new Error('It fails at its end.');
    return;
  }
  if (turns) await new LentLock(turns).acquire(10_000, () => new Error('too long'));
  if (how === 'dies') process.exit(1);
  // `call` is of a call alone: this one is answered before.
  if (how !== 'hangs' && 'call' in message)
    parentPort?.postMessage({ kind: 'applied', call: message.call, decided: [] });
  if (how !== 'fails at its end') for (;;);
}
parentPort?.on('message', (message: ToMarketThread) => void receive(message));
