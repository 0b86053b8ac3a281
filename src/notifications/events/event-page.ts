import type { DestinationStatus } from '../../domain/notifications/destination.ts';

/** Which events of a seller to read: those after a sequence, the oldest first. */
export type EventPageQuery = {
  /** 0: from the beginning. */
  after: number;
  limit: number;
  /** The page ends before the event with which its text would be longer. One event is always returned. */
  maxBytes: number;
};

/** `SellerEvents.page(sellerId, query)`: a page of a seller's events. The first call makes the seller a receiver. */
export type EventPage = {
  /** Whole CloudEvents as JSON text, in the order of their sequences, without a `previoussequence`. */
  events: readonly { sequence: number; text: string }[];
  /** There are more after the last one of the page. */
  hasMore: boolean;
  /** The oldest event that is kept. `latestSequence` + 1 when none is. */
  oldestSequence: number;
  /** The last event of the seller, kept or not. 0: there was none yet. */
  latestSequence: number;
};

/** What to send again: everything from one sequence or from one time on that is kept. */
export type ReplayRange = { fromSequence: number } | { sinceMs: number };

/** `Replay.replay(access, destinationId, range, idempotentRequest?)`: what was queued again. */
export type Replayed = {
  /** The number of deliveries. */
  queued: number;
  /** The range that was looked at; the destination's filter may leave events out. Absent: no event is in the range. */
  range?: { fromSequence: number; toSequence: number };
  /** Where to go on, when one call queued as many as it may. */
  nextSequence?: number;
  /** An earlier request with the same idempotency key queued them. */
  repeated: boolean;
};

/**
 * Why nothing is queued. `notActive`: it is neither ACTIVE nor SUSPENDED. `tooManyWaiting`: its host does not take what it has. `tooFast`: the
 * seller's replays have queued as much as they may for now.
 */
export type ReplayRejection =
  | { rejected: 'noDestination' | 'tooManyWaiting' }
  | { rejected: 'tooFast'; retryAfterSeconds: number }
  | { rejected: 'notActive'; status: DestinationStatus };
