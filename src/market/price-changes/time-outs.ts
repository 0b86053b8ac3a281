import { BackgroundLoop, type OnTurn } from '../../async/background-loop.ts';
import type { Db } from '../../db/db.ts';
import type { PriceChangeMode } from '../../domain/price-changes/mode.ts';
import type { Refusal } from '../../domain/price-changes/receipt.ts';

const IDLE_MS = 5_000;
const PAUSE_AFTER_FAILURE_MS = 1_000;
const MAX_ENDED = 200;

/** How long the operator's system may take, and who keeps the prices now. */
export type PendingTimes = { readonly mode: PriceChangeMode; readonly seconds: number; now(): number };

/**
 * Ends changes that wait for an outcome: in `confirmed` after their time, otherwise at once, because the setting was changed (decision 47).
 * An outcome that comes later still counts (decision 49). Returns how many it ended.
 */
export async function endPending(db: Db, { mode, seconds, now }: PendingTimes): Promise<number> {
  const atMs = now();
  const isConfirmed = mode === 'confirmed';
  const refusal: Refusal = isConfirmed
    ? { code: 'TimedOut', message: `The marketplace did not confirm the change within ${seconds} seconds.` }
    : {
        code: 'SettingChanged',
        message: 'The marketplace changed who keeps the prices before it confirmed the change.',
      };
  return db.run(
    `UPDATE price_change SET state = 'REJECTED', settled_ms = $1, outcome = CAST($2 AS TEXT) || SUBSTR(outcome, 2)
      WHERE state = 'PENDING' AND id IN (SELECT id FROM price_change
        WHERE state = 'PENDING' AND created_ms <= $3 ORDER BY state, created_ms LIMIT ${MAX_ENDED})`,
    [atMs, `{"refusal":${JSON.stringify(refusal)},`, isConfirmed ? atMs - seconds * 1_000 : atMs],
  );
}

/** How many changes wait for an outcome, at most 100,000, and how long the oldest has waited. */
export async function pendingDepth(db: Db, nowMs: number): Promise<{ open: number; ageMs: number }> {
  const row = await db.get<{ open: number; oldest: number | null }>(
    `SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM price_change WHERE state = 'PENDING' LIMIT 100000) AS counted) AS open,
       (SELECT created_ms FROM price_change WHERE state = 'PENDING' ORDER BY state, created_ms LIMIT 1) AS oldest`,
  );
  return { open: row?.open ?? 0, ageMs: Math.max(0, nowMs - (row?.oldest ?? nowMs)) };
}

/** Ends pending changes in the background. */
export function watchPending(
  db: Db,
  times: PendingTimes,
  onFailure: (error: unknown) => void,
  onTurn?: OnTurn,
): BackgroundLoop {
  return new BackgroundLoop({
    name: 'pending price changes',
    turn: async () => ((await endPending(db, times)) === MAX_ENDED ? 0 : IDLE_MS),
    pauseAfterFailureMs: PAUSE_AFTER_FAILURE_MS,
    ...{ onFailure, onTurn },
  });
}
