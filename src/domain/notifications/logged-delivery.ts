import type { Attempt, Delivery } from './delivery.ts';
import { type EventData, subjectOf } from './event-subject.ts';

/** The item that an event is about, and the receiver's own SKUs that it names. */
export type DeliveryItem = { marketplaceId: string; itemId: string; skus: readonly string[] };

/** A delivery with what a reader of the log looks for. */
export type LoggedDelivery = Delivery & {
  /** Absent: the event is not about an item. */
  item?: DeliveryItem | undefined;
  /** Absent: no attempt was started. */
  lastAttempt?: Attempt | undefined;
};

/** Undefined: the event is not about an item. */
export function deliveryItemOf(event: EventData): DeliveryItem | undefined {
  const { marketplaceId, itemId, skus = [] } = subjectOf(event);
  return marketplaceId === undefined || itemId === undefined
    ? undefined
    : { marketplaceId, itemId, skus: [...new Set(skus)] };
}
