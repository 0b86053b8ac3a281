import { DAY_MS } from '../duration.ts';
import type { TraceContext } from '../trace-context.ts';
import type { EventFilter } from './event-filter.ts';
import type { EventKind } from './notification.ts';

/**
 * PENDING waits for its due time, SENDING is in flight, DELIVERED was acknowledged. STORED: no server is configured for its
 * type, so it is a file in the operator's outbox and has reached nobody. DEAD: every attempt failed, or one was
 * rejected for good. EXPIRED: its lifetime ended before it arrived. CANCELED: its destination was deleted, or its address
 * changed. SUPERSEDED: a newer event of the same window replaced it. FILTERED: the filter of its destination kept it back.
 */
export const DELIVERY_STATES = [
  ...(['PENDING', 'SENDING', 'DELIVERED', 'STORED', 'DEAD', 'EXPIRED', 'CANCELED', 'SUPERSEDED', 'FILTERED'] as const),
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Final states of deliveries that did not arrive. Only redelivery leaves them. */
export const FAILED_STATES = ['DEAD', 'EXPIRED', 'CANCELED'] as const satisfies readonly DeliveryState[];

/** One notification to one destination: an entry of the queue and of the log. */
export type Delivery = {
  deliveryId: string;
  destinationId: string;
  notificationId: string;
  kind: EventKind;
  isTest: boolean;
  /** The event as JSON text: what is signed is exactly what is stored. */
  body: string;
  state: DeliveryState;
  /** How many attempts were started. */
  attempts: number;
  /** PENDING: the next attempt is not before. SENDING: the lease ends then. */
  dueMs: number;
  createdMs: number;
  expiresMs: number;
  settledMs?: number;
  /** PENDING: why it waits, a `HoldReason`. FILTERED: the key of the filter that kept it back. */
  reason?: HoldReason | keyof EventFilter;
  /** SUPERSEDED: the notification that replaced it. */
  supersededBy?: string;
  /** The message to a person that tells it: deliveries with one message are told together. */
  messageId?: string;
  /** The trace of what caused it. */
  trace?: TraceContext | undefined;
};

/** Why a delivery waits, other than for its next retry. */
export const HOLD_REASONS = ['WINDOW', 'HOURLY_LIMIT', 'DAILY_LIMIT', 'QUIET_HOURS'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** One attempt in the log. Without an outcome it is in flight, or its worker died before storing one. */
export type Attempt = {
  number: number;
  startedMs?: number;
  durationMs?: number;
  /** The receiver's own code: an HTTP status, an SMTP reply. */
  code?: number;
  error?: string;
  /** The first 4 KiB of the receiver's answer. */
  answer?: string;
};

export type AttemptOutcome = {
  /**
   * `stored`: written to the outbox, which ends the delivery like `delivered`. `failed` is retried. `refused` is not: a retry would fail the same way. `gone` also suspends the destination.
   * `interrupted`: the service stopped during the attempt, which then does not count as a retry.
   */
  result: 'delivered' | 'stored' | 'failed' | 'refused' | 'gone' | 'interrupted';
  code?: number | undefined;
  error?: string | undefined;
  answer?: string | undefined;
  /** From the receiver's Retry-After. */
  retryAfterMs?: number | undefined;
  /** What only the log may have: it may name internal addresses. Never stored. */
  logDetail?: string | undefined;
  /** The failure is on the operator's side, at a mail server or gateway: it says nothing about the destination. */
  isOperatorFault?: boolean | undefined;
};

/** The delay before each attempt. There are as many attempts as delays. */
export type RetryPlan = { readonly delaysMs: readonly number[] };

/** A longer Retry-After is cut to this. */
const MAX_RETRY_AFTER_MS = DAY_MS;

/** When the next attempt is due; undefined when there is none. `random`, from 0 to 1, gives a jitter of 20 %. */
export function nextAttemptMs(
  plan: RetryPlan,
  attempts: number,
  outcome: AttemptOutcome,
  { nowMs, random }: { nowMs: number; random: number },
) {
  if (outcome.result === 'interrupted') return nowMs;
  if (outcome.result !== 'failed') return undefined;
  const delayMs = plan.delaysMs[attempts];
  if (delayMs === undefined) return undefined;
  const jitteredMs = delayMs * (0.8 + 0.4 * random);
  const retryAfterMs = Math.min(outcome.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  return Math.round(nowMs + Math.max(jitteredMs, retryAfterMs));
}
