import type { Sql } from '../db/db.ts';
import type { Log } from '../log.ts';

const EVERY_MS = 600_000;
const PIECE = 500;
const UNUSED_CLIENT_MS = 30 * 86_400_000;

/** Removes what has expired, in small statements so that nobody waits for it. Gives back how to stop. */
export function startCleanup(db: Sql, log: Log, now: () => number): () => Promise<void> {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const round = async () => {
    try {
      await cleanUp(db, now(), () => stopped);
    } catch (error) {
      log.warn({ err: error }, 'expired records were not removed; they will be later');
    }
  };
  const timer = setInterval(() => {
    running = running.then(round);
  }, EVERY_MS);
  timer.unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}

export async function cleanUp(db: Sql, now: number, isStopped: () => boolean = () => false): Promise<void> {
  while (!isStopped() && (await removeExpired(db, now)) === PIECE);
  while (!isStopped() && (await removeUnusedClients(db, now - UNUSED_CLIENT_MS)) === PIECE);
}

async function removeExpired(db: Sql, now: number): Promise<number> {
  return db.run(
    `DELETE FROM idp_record WHERE (kind, id) IN (SELECT kind, id FROM idp_record WHERE expires_at < $1 LIMIT ${PIECE})`,
    [now],
  );
}

/** Registration costs nothing, so what was registered and never used goes. */
async function removeUnusedClients(db: Sql, before: number): Promise<number> {
  return db.run(
    `DELETE FROM idp_client WHERE id IN (
       SELECT id FROM idp_client WHERE kind = 'dynamic' AND used_at IS NULL AND created_at < $1 LIMIT ${PIECE})`,
    [before],
  );
}
