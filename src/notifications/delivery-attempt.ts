import type { AttemptOutcome, Delivery } from '../domain/notifications/delivery.ts';
import type { Destination } from '../domain/notifications/destination.ts';

/** A delivery that this worker, and nobody else, may try until its lease ends. */
export type Claimed = { delivery: Delivery; destination: Destination; lease: string; tries: number };

/** What came of a try. */
export type Attempted = { claimed: Claimed; startedMs: number; durationMs: number; outcome: AttemptOutcome };
