import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The thread of `Checkpoints`: copies the log into the file at each message `checkpoint`, and answers how that ended. PASSIVE waits
 * for nobody, and nobody waits for it: readers and the writer go on. It waits for the disk before and after it copies, as every
 * checkpoint does unless `synchronous` is OFF.
 */
const port = parentPort;
if (port === null) throw new Error('This program is a thread.');
const database = new DatabaseSync(String(workerData), { timeout: 0 });
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

port.on('message', (message: unknown) => {
  if (message !== 'checkpoint') {
    database.close();
    port.close();
    return;
  }
  try {
    checkpoint.get();
    port.postMessage('done');
  } catch (error) {
    // The log keeps what it has. A full disk, for one, fails the next write of the connection that writes, too.
    port.postMessage((error as Error).message);
  }
});
