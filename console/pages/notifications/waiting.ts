import type { Delivery } from 'marketplace-seller-sdk';
import { DAY_MS, HOUR_MS } from '../../duration.ts';
import { numberFormat } from '../../formats.ts';

export type Waiting = {
  readonly count: number;
  /** There are more than were counted. */
  readonly isMore: boolean;
  readonly oldest: string | undefined;
};

/** What waits, of deliveries in any order. */
export function waitingOf(pending: readonly Delivery[], isMore: boolean): Waiting {
  const oldest = pending.map(({ createdTime }) => createdTime).toSorted()[0];
  return { count: pending.length, isMore, oldest };
}

const steps = [
  { unit: 'day', ms: DAY_MS },
  { unit: 'hour', ms: HOUR_MS },
  { unit: 'minute', ms: 60_000 },
] as const;

/** How long ago: "3 min". Below a minute in seconds. */
export function ageText(at: string, nowMs: number): string {
  const ms = Math.max(0, nowMs - Date.parse(at));
  const { unit, ms: size } = steps.find((step) => ms >= step.ms) ?? { unit: 'second', ms: 1_000 };
  return numberFormat({ style: 'unit', unit, unitDisplay: 'short' }).format(Math.floor(ms / size));
}

/** What has been due for longer than this waits for something else, such as a receiver that fetches its messages itself. */
const OVERDUE_MS = 30_000;

/** Whether one of these changes within seconds: it is in flight, or due. */
export const isMoving = (deliveries: readonly Delivery[], nowMs: number): boolean =>
  deliveries.some(({ state, heldBy, nextAttemptTime }) => {
    if (state === 'SENDING') return true;
    const dueInMs = Date.parse(nextAttemptTime ?? '') - nowMs;
    return state === 'PENDING' && heldBy === undefined && dueInMs < 2_000 && dueInMs > -OVERDUE_MS;
  });
