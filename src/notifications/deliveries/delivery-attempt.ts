import { randomBytes } from 'node:crypto';
import type { AttemptOutcome, Delivery } from '../../domain/notifications/delivery.ts';
import type { Destination } from '../../domain/notifications/destination.ts';
import type { TraceContext } from '../../domain/trace-context.ts';

/** A message under a lease: only this worker may attempt it until the lease ends. */
export type Claimed = {
  /** What the message tells; the newest of several. */
  delivery: Delivery;
  /** What it tells besides, the oldest first. Only people get several deliveries of one kind in one message, a digest. */
  earlier: readonly Delivery[];
  destination: Destination;
  lease: string;
  /** Attempts since it was queued or resent: its position in the retry plan. `attempts` of a delivery counts all of them. */
  tries: number;
};

/** All deliveries of a message, the oldest first. */
export const deliveriesIn = ({ delivery, earlier }: Claimed): Delivery[] => [...earlier, delivery];

/** An attempt that is recorded for a trace collector. */
export type DeliveryTrace = {
  /** What the receiver gets. */
  readonly context: TraceContext;
  /** The attempt has this outcome. */
  sent(outcome: AttemptOutcome): void;
  /** The outcome is stored. */
  settled(): void;
};

/** A finished attempt. */
export type Attempted = {
  claimed: Claimed;
  startedMs: number;
  durationMs: number;
  outcome: AttemptOutcome;
  trace?: DeliveryTrace | undefined;
};

/**
 * The fencing token of a lease: who settles a delivery must know it. Part of receipt handles. Tokens of 0.2.0 begin with a dot; nobody
 * looks into a token, so they count as long as their lease lasts.
 */
export const newLease = (): string => randomBytes(16).toString('base64url');
