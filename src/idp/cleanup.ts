import type { Sql } from '../db/db.ts';
import type { Log } from '../log.ts';

const INTERVAL_MS = 600_000;
const BATCH_SIZE = 500;
const UNUSED_CLIENT_MS = 30 * 86_400_000;

/** Removes expired records in small batches, so that no request waits for it. Returns a function that stops it. */
export function startExpiry(db: Sql, log: Log, now: () => number): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const runOnce = async () => {
    try {
      await cleanUp(db, now(), () => stopped);
    } catch (error) {
      log.warn({ err: error }, 'expired records were not removed; the next cleanup tries again');
    }
  };
  const timer = setInterval(() => {
    running = running.then(runOnce);
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}

export async function cleanUp(db: Sql, now: number, isStopped: () => boolean = () => false): Promise<void> {
  while (!isStopped() && (await removeExpired(db, now)) === BATCH_SIZE);
  while (!isStopped() && (await removeUnusedClients(db, now - UNUSED_CLIENT_MS)) === BATCH_SIZE);
}

async function removeExpired(db: Sql, now: number): Promise<number> {
  return db.run(
    `DELETE FROM idp_record WHERE (kind, id) IN (SELECT kind, id FROM idp_record WHERE expires_at < $1 LIMIT ${BATCH_SIZE})`,
    [now],
  );
}

/** Anybody can register a client at no cost, so clients that were never used are removed. */
async function removeUnusedClients(db: Sql, before: number): Promise<number> {
  return db.run(
    `DELETE FROM idp_client WHERE id IN (
       SELECT id FROM idp_client WHERE kind = 'dynamic' AND used_at IS NULL AND created_at < $1 LIMIT ${BATCH_SIZE})`,
    [before],
  );
}
