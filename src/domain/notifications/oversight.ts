import type { Attempt, Delivery } from './delivery.ts';
import type { Outcome, OutcomeDestination } from './delivery-outcome.ts';
import type { DeliveryItem } from './logged-delivery.ts';
import type { EventKind } from './notification.ts';

/* Notifications of all sellers, as the operator sees them (decision 55): not what an event says, nor what a receiver answered. */

/** A destination without its settings, which are the seller's and half of them secrets. */
export type SeenDestination = OutcomeDestination & {
  readonly destinationId: string;
  readonly sellerId: string;
  readonly name: string;
  /** Masked, see `shownAddress`. */
  readonly address?: string | undefined;
  /** Absent: the default kinds of the type. */
  readonly eventTypes?: readonly EventKind[] | undefined;
  readonly hasFilter: boolean;
  readonly hasQuietHours: boolean;
  /** The delegated application that it belongs to; absent: it belongs to the seller. */
  readonly application?: string | undefined;
  readonly createdBy?: string | undefined;
  readonly createdMs: number;
  readonly modifiedMs: number;
};

/** What waits for a destination or is in flight to it. `isMore`: more than `count`, and the oldest was looked for at both ends of the queue. */
export type Waiting = { readonly count: number; readonly isMore: boolean; readonly oldestMs?: number | undefined };

/** The last attempt that failed, and why. */
export type LastFailure = {
  readonly deliveryId: string;
  readonly atMs: number;
  readonly code?: number | undefined;
  readonly cause: string;
};

/** A destination with what waits for it. */
export type WatchedDestination = SeenDestination & {
  readonly waiting: Waiting;
  readonly lastFailure?: LastFailure | undefined;
};

/** A delivery with its last attempts, in order. */
export type SeenDelivery = Omit<Delivery, 'body'> & {
  readonly destination: SeenDestination;
  readonly item?: DeliveryItem | undefined;
  readonly attempted: readonly Attempt[];
  readonly outcome: Outcome;
};

/** What became of an event at one destination. */
export type Fate = {
  readonly destination: SeenDestination;
  readonly delivery?: SeenDelivery | undefined;
  readonly outcome: Outcome;
};

/** An event of a seller: what it is about, and what became of it. */
export type SeenEvent = {
  readonly sellerId: string;
  readonly eventId: string;
  readonly sequence: number;
  readonly kind: EventKind;
  /** When it happened. */
  readonly atMs: number;
  /** When it was queued for the seller's destinations. */
  readonly queuedMs: number;
  readonly item?: DeliveryItem | undefined;
  readonly revision?: number | undefined;
  readonly fates: readonly Fate[];
};

/** What a seller gets of events at all. */
export type SellerReceiving = {
  /** Undefined: never, because the seller never had a destination and never read its list of events. */
  readonly sinceMs?: number | undefined;
  readonly latestSequence: number;
  /** The oldest event that is kept. `latestSequence` + 1 when none is. */
  readonly oldestSequence: number;
  /** When the oldest change of the market happened that not all sellers concerned have yet; undefined: all have theirs. */
  readonly addressingSinceMs?: number | undefined;
};

/** What an id stands for, and what became of it. A delivery has its event, unless it is a test or the event is not kept any more. */
export type Trace =
  | { readonly of: 'DESTINATION'; readonly destination: WatchedDestination }
  | { readonly of: 'EVENT'; readonly event: SeenEvent }
  | { readonly of: 'TEST'; readonly sellerId: string; readonly deliveries: readonly SeenDelivery[] }
  | { readonly of: 'DELIVERY'; readonly delivery: SeenDelivery; readonly event?: SeenEvent | undefined };
