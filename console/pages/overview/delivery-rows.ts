import type { Delivery, Destination } from 'marketplace-seller-sdk';
import type { Row } from './rows.ts';

/** A destination and its newest deliveries, the newest first. */
export type Told = { readonly destination: Destination; readonly newest: readonly Delivery[] };

/** What failed longer ago, and works now, needs no attention. */
const RECENT_MS = 86_400_000;

/** Destinations that get nothing, or not everything. Those that get nothing come first. */
export function deliveryRows(told: readonly Told[], nowMs: number): Row[] {
  const rows = told.flatMap((one) => rowOf(one, nowMs) ?? []);
  return rows.toSorted((one, other) => Number(other.tone === 'bad') - Number(one.tone === 'bad'));
}

function rowOf({ destination, newest }: Told, nowMs: number): Row | undefined {
  const { channelId, channelName, status, statusReason } = destination;
  const shared = { key: channelId, icon: 'bell', title: channelName, path: `/notifications/${channelId}` } as const;
  if (status === 'SUSPENDED')
    return { ...shared, tone: 'bad', word: 'Suspended', text: reasons[statusReason ?? ''] ?? 'Nothing is sent to it.' };
  if (status === 'PENDING_VERIFICATION') {
    const text = 'It gets no events until its owner agrees. A message with a code is on its way to them.';
    return { ...shared, tone: 'warn', word: 'Not confirmed', text };
  }
  if (status !== 'ACTIVE') return undefined;
  const tried = newest.filter((delivery) => hasFailed(delivery) || hasArrived(delivery));
  const failed = tried.filter(hasFailed);
  const [latest] = tried;
  const [latestFailed] = failed;
  if (!latest || !latestFailed) return undefined;
  const count =
    tried.length === 1
      ? 'The last event did not arrive'
      : `${failed.length} of the last ${tried.length} events did not arrive`;
  const at = latestFailed.createdTime;
  if (latest === latestFailed)
    return { ...shared, tone: 'bad', word: 'Failing', text: `${count}${retryText(failed)}.`, at };
  if (nowMs - Date.parse(at) > RECENT_MS) return undefined;
  return { ...shared, tone: 'warn', word: 'Some fail', text: `${count}. Newer ones did.`, at };
}

/** It was tried in vain, or nobody fetched it in time. */
const hasFailed = (delivery: Delivery) =>
  delivery.state === 'DEAD' || delivery.state === 'EXPIRED' || isRetried(delivery);
const isRetried = ({ state, attemptCount, heldBy }: Delivery) =>
  state === 'PENDING' && attemptCount > 0 && heldBy === undefined;
const hasArrived = ({ state }: Delivery) => state === 'DELIVERED' || state === 'STORED';

const retryText = (failed: readonly Delivery[]) =>
  failed.some(isRetried) ? '. They are sent again until they arrive' : '';

const reasons: Readonly<Record<string, string>> = {
  DELIVERY_FAILED: 'Every attempt failed for days, so nothing is sent to it. Repair the receiver, then send a test.',
  DESTINATION_GONE: 'Its address does not exist any more, so nothing is sent to it.',
  APPLICATION_WITHDRAWN: 'You ended the access of its application, so nothing is sent to it.',
  APPLICATION_UNUSED: 'Its application has not used its access for a long time, so nothing is sent to it.',
};
