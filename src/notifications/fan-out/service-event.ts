import type { CloudEvent } from '../../domain/notifications/notification.ts';
import type { NewEvent } from '../events/event-table.ts';

/**
 * An event of the service itself, not of the market. `onlyFor`: the delegated application that sees it beside the seller itself, or
 * `SELLER_ONLY`. Absent: all of the seller's applications see it (decision 38).
 */
export type ServiceEvent = { event: CloudEvent; onlyFor?: string | undefined };

/** No application that the seller has authorized sees the event: the id of an application is never empty. */
export const SELLER_ONLY = '';

/** The same as an event to append: its members of `data` are all for this seller. */
export function newEventOf({ event, onlyFor }: ServiceEvent): NewEvent {
  const { payloadVersion: _version, sellerId, ...payload } = event.data;
  const { id: notificationId, type: kind, time } = event;
  const sellerPart = JSON.stringify(payload).slice(1, -1);
  return { sellerId, kind, atMs: Date.parse(time), notificationId, application: onlyFor, sellerPart };
}
