import { parentPort, workerData } from 'node:worker_threads';
import { LentLock } from '../../src/db/sqlite/lent-lock.ts';
import type { MarketThreadData } from '../../src/roles/service/market-thread-messages.ts';

/* A thread of the market that never ends its first call, while it has the turn to write. */

const { turns }: MarketThreadData = workerData;
const hang = async () => {
  if (turns) await new LentLock(turns).acquire(10_000, () => new Error('too long'));
  for (;;);
};
parentPort?.on('message', () => void hang());
