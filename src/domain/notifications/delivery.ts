import type { EventKind } from './notification.ts';

/**
 * PENDING waits for its time, SENDING is on its way, DELIVERED was acknowledged. DEAD: every try failed, or one said that
 * there is no use. EXPIRED: nobody took it in time. CANCELED: its destination was deleted.
 */
export const DELIVERY_STATES = ['PENDING', 'SENDING', 'DELIVERED', 'DEAD', 'EXPIRED', 'CANCELED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States that a delivery does not leave by itself, and in which it did not arrive. */
export const FAILED_STATES = ['DEAD', 'EXPIRED', 'CANCELED'] as const satisfies readonly DeliveryState[];

/** One notification on its way to one destination: the queue's element and the log's. */
export type Delivery = {
  deliveryId: string;
  destinationId: string;
  notificationId: string;
  kind: EventKind;
  isTest: boolean;
  /** The event as JSON text: what is signed is exactly what is stored. */
  body: string;
  state: DeliveryState;
  /** How many were begun. */
  attempts: number;
  /** PENDING: not before; SENDING: taken for lost after. */
  dueMs: number;
  createdMs: number;
  expiresMs: number;
  settledMs?: number;
};

/** One try, as the log shows it. Without an outcome it is under way, or whoever made it ended before it could tell. */
export type Attempt = {
  number: number;
  startedMs?: number;
  durationMs?: number;
  /** The other side's own code: an HTTP status, an SMTP reply. */
  code?: number;
  error?: string;
  /** The first 4 KiB of what the other side said. */
  answer?: string;
};

/** What came of a try. */
export type AttemptOutcome = {
  /**
   * `failed` is tried again; `refused` never, because nothing will change; `gone` also ends the destination. `interrupted`
   * was cut off by our own end: it does not count as a try.
   */
  result: 'delivered' | 'failed' | 'refused' | 'gone' | 'interrupted';
  code?: number | undefined;
  error?: string | undefined;
  answer?: string | undefined;
  /** What the other side asked for. */
  retryAfterMs?: number | undefined;
  /** It failed on the operator's side of the way, at a mail server or gateway: no word against the destination. */
  isOurs?: boolean | undefined;
};

/** When a delivery is tried: the delay before each attempt; there are as many as there are delays. */
export type RetryPlan = { readonly delaysMs: readonly number[] };

/** A receiver may ask for patience, not for ever. */
const MAX_PATIENCE_MS = 24 * 3_600_000;

/** After an attempt: when the next one is due; undefined when there is none. `random` is from 0 to 1: 20 % more or less. */
export function nextAttemptMs(
  plan: RetryPlan,
  attempts: number,
  outcome: AttemptOutcome,
  nowMs: number,
  random: number,
) {
  if (outcome.result === 'interrupted') return nowMs;
  if (outcome.result !== 'failed') return undefined;
  const delayMs = plan.delaysMs[attempts];
  if (delayMs === undefined) return undefined;
  const jittered = delayMs * (0.8 + 0.4 * random);
  const asked = Math.min(outcome.retryAfterMs ?? 0, MAX_PATIENCE_MS);
  return Math.round(nowMs + Math.max(jittered, asked));
}
