import type { Delivery, Destination } from 'marketplace-seller-sdk';
import { DAY_MS } from '../../duration.ts';
import { hasFailed, healthOf } from '../notifications/health.ts';
import { isRetried } from '../notifications/words.ts';
import type { Row } from './rows.ts';

/** A destination and its newest deliveries, the newest first. */
export type DestinationDeliveries = { readonly destination: Destination; readonly newest: readonly Delivery[] };

const RECENT_MS = DAY_MS;

/** Destinations that get nothing, or not everything. Those that get nothing come first. */
export function deliveryRows(all: readonly DestinationDeliveries[], nowMs: number): Row[] {
  const rows = all.flatMap((one) => rowOf(one, nowMs) ?? []);
  return rows.toSorted((one, other) => Number(other.tone === 'bad') - Number(one.tone === 'bad'));
}

function rowOf({ destination, newest }: DestinationDeliveries, nowMs: number): Row | undefined {
  const { channelId, channelName, status, statusReason } = destination;
  const { tone, label, why } = healthOf(destination, newest);
  if (tone !== 'bad' && tone !== 'warn') return undefined;
  const failed = newest.filter(hasFailed);
  const at = failed[0]?.createdTime;
  // A destination that works again is not listed after a day.
  if (tone === 'warn' && at !== undefined && nowMs - Date.parse(at) > RECENT_MS) return undefined;
  const reason = status === 'SUSPENDED' ? reasons[statusReason ?? ''] : undefined;
  const retry = failed.some(isRetried) ? ' What waits is sent again until it arrives.' : '';
  const path = `/notifications/${channelId}`;
  return {
    key: channelId,
    icon: 'bell',
    title: channelName,
    path,
    tone,
    word: label,
    text: reason ?? `${why}${retry}`,
    at,
  };
}

const reasons: Readonly<Record<string, string>> = {
  DELIVERY_FAILED: 'Every attempt failed for days, so nothing is sent to it. Repair the receiver, then send a test.',
  DESTINATION_GONE: 'Its address does not exist any more, so nothing is sent to it.',
  APPLICATION_WITHDRAWN: 'You ended the access of its application, so nothing is sent to it.',
  APPLICATION_UNUSED: 'Its application has not used its access for a long time, so nothing is sent to it.',
  SELLER_DISABLED: 'The operator of the marketplace has disabled this seller, so nothing is sent to it.',
};
