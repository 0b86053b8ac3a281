/*
 * How fast replays send, so that a few requests do not become tens of thousands of webhooks at once. Only one number is stored, `freeMs`:
 * when all that was queued so far would be sent at the steady rate (the generic cell rate algorithm). New events are due at once, so they
 * pass what a replay has spread over the minutes ahead.
 */

export type ReplayPace = {
  /** The steady rate. */
  readonly perSecond: number;
  /** So many are sent at once after a pause. */
  readonly atOnce: number;
  /** So many may be queued. */
  readonly maxQueued: number;
};

/** For one seller and one receiving host. */
export const HOST_PACE: ReplayPace = { perSecond: 10, atOnce: 1_000, maxQueued: 10_000 };
/** For one seller and all hosts. */
export const SELLER_PACE: ReplayPace = { perSecond: 30, atOnce: 3_000, maxQueued: 30_000 };

/** How long until `count` more may be queued; 0: they may now. */
export function paceWaitMs(pace: ReplayPace, freeMs: number, count: number, nowMs: number): number {
  const fullMs = durationMs(pace, pace.maxQueued - count);
  return Math.max(0, freeMs - nowMs - fullMs);
}

/** When the delivery number `index` of those that are queued now is due. */
export function pacedDueMs(pace: ReplayPace, freeMs: number, index: number, nowMs: number): number {
  const steadyMs = Math.max(freeMs, nowMs) + durationMs(pace, index);
  return Math.max(nowMs, Math.floor(steadyMs - durationMs(pace, pace.atOnce)));
}

/** `freeMs` after `count` were queued. */
export function paceAfter(pace: ReplayPace, freeMs: number, count: number, nowMs: number): number {
  return Math.ceil(Math.max(freeMs, nowMs) + durationMs(pace, count));
}

const durationMs = ({ perSecond }: ReplayPace, count: number) => (count * 1_000) / perSecond;
