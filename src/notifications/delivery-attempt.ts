import type { AttemptOutcome, Delivery } from '../domain/notifications/delivery.ts';
import type { Destination } from '../domain/notifications/destination.ts';

/** A delivery under a lease: only this worker may attempt it until the lease ends. */
export type Claimed = {
  delivery: Delivery;
  destination: Destination;
  lease: string;
  /** Attempts since it was queued or resent: its position in the retry plan. `delivery.attempts` counts all of them. */
  tries: number;
};

/** A finished attempt. */
export type Attempted = { claimed: Claimed; startedMs: number; durationMs: number; outcome: AttemptOutcome };
