import { valueAt } from '../../../domain/notifications/event-payload.ts';

/**
 * Whether the part of a DESTINATION_SUSPENDED event says that this destination is suspended. It is not sent there: nothing
 * arrives, and later, when it is ACTIVE again, it would be no news.
 */
export function isSuspensionOf(sellerPart: string, destinationId: string): boolean {
  const data: unknown = JSON.parse(`{${sellerPart}}`);
  const channelIds = valueAt(data, 'channelIds');
  return valueAt(data, 'status') === 'SUSPENDED' && Array.isArray(channelIds) && channelIds.includes(destinationId);
}
