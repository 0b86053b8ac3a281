import type { Delivery, Destination } from 'marketplace-seller-sdk';
import { DAY_MS, HOUR_MS } from '../../duration.ts';
import { numberFormat } from '../../formats.ts';
import { isRetried } from './words.ts';

export type Health = {
  readonly tone: 'neutral' | 'good' | 'bad' | 'warn';
  readonly word: string;
  /** One sentence; empty when the word says it. */
  readonly why: string;
};

const statusHealth: Readonly<Record<string, Health>> = {
  PENDING_VERIFICATION: {
    tone: 'warn',
    word: 'Not confirmed',
    why: 'Its owner has not agreed yet: it gets no events.',
  },
  INACTIVE: { tone: 'neutral', word: 'Off', why: 'It gets no events until you switch it on.' },
  SUSPENDED: { tone: 'bad', word: 'Suspended', why: 'Nothing is sent to it.' },
};

/** All attempts failed, or no receiver fetched it in time. */
export const hasFailed = (delivery: Delivery): boolean =>
  delivery.state === 'DEAD' || delivery.state === 'EXPIRED' || isRetried(delivery);
const hasArrived = ({ state }: Delivery) => state === 'DELIVERED' || state === 'STORED';

/** How a destination does, by its status and its newest deliveries, the newest first. */
export function healthOf({ status }: Pick<Destination, 'status'>, newest: readonly Delivery[]): Health {
  const known = statusHealth[status];
  if (known) return known;
  const tried = newest.filter((delivery) => hasFailed(delivery) || hasArrived(delivery));
  const failed = tried.filter(hasFailed).length;
  if (tried.length === 0) return { tone: 'neutral', word: 'Ready', why: 'Nothing was sent yet.' };
  if (failed === 0) return { tone: 'good', word: 'Delivering', why: '' };
  const of =
    tried.length === 1 ? 'The last one did not arrive.' : `${failed} of the last ${tried.length} did not arrive.`;
  const first = tried[0];
  if (first && hasFailed(first)) return { tone: 'bad', word: 'Failing', why: of };
  return { tone: 'warn', word: 'Some fail', why: of };
}

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

/** Why a destination is suspended, and what lifts it. */
export type Suspension = { readonly title: string; readonly hint: string; readonly canSwitchOn: boolean };

export function suspensionOf({ type, statusReason }: Pick<Destination, 'type' | 'statusReason'>): Suspension {
  if (statusReason === 'DELIVERY_FAILED')
    return {
      title: 'Suspended: only failures for days',
      hint: 'See why below, repair the receiver, then send a test. When it arrives, the destination is active again.',
      canSwitchOn: true,
    };
  if (statusReason === 'DESTINATION_GONE')
    return {
      title: 'Suspended: the receiver says that it is gone',
      hint:
        type === 'MOBILE_PUSH'
          ? 'The browser has ended its subscription. Delete this destination and subscribe that browser again.'
          : 'Enter the right address under Settings, then send a test. When it arrives, the destination is active again.',
      canSwitchOn: true,
    };
  if (statusReason === 'APPLICATION_WITHDRAWN')
    return {
      title: 'Suspended: you have withdrawn the access of its application',
      hint: 'It goes on when you authorize the application again. If you do not want it any more, delete it.',
      canSwitchOn: false,
    };
  if (statusReason === 'APPLICATION_UNUSED')
    return {
      title: 'Suspended: its application has not used its access for a long time',
      hint: 'It goes on when the application uses its access again. If you do not want it any more, delete it.',
      canSwitchOn: false,
    };
  if (statusReason === 'SELLER_DISABLED')
    return {
      title: 'Suspended: the operator of the marketplace has disabled this seller',
      hint: 'It goes on by itself within a minute after the seller is enabled again.',
      canSwitchOn: false,
    };
  return {
    title: 'Suspended',
    hint: 'Send a test, or switch it on: then the destination is active again.',
    canSwitchOn: true,
  };
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
