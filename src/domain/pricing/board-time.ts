import { MAX_BRIDGED_MS } from '../clock-bridge.ts';

/**
 * The time by which the offers of an item are judged: now, but never earlier than its board was judged before (decision 23).
 * The clocks of two machines differ by some milliseconds: without this, each would undo what the other one decided, and a
 * winner would change back and forth.
 */
export function boardTime(validFrom: number | null, now: number): number {
  return validFrom !== null && validFrom > now && validFrom - now <= MAX_BRIDGED_MS ? validFrom : now;
}

/** Whether a board is still valid. Null means no bound. Most boards have no bounds, so the clock is read only when needed. */
export function isValidAt(validFrom: number | null, validUntil: number | null, clock: () => number): boolean {
  if (validFrom === null && validUntil === null) return true;
  const now = boardTime(validFrom, clock());
  return (validFrom === null || validFrom <= now) && (validUntil === null || now < validUntil);
}
