import { signal } from '@preact/signals';
import { ApiError, type DeliveryDetails, type Destination } from 'marketplace-seller-sdk';
import { client } from '../../../api.ts';
import { fieldErrors } from '../form/field-errors.ts';
import type { DestinationType } from '../words.ts';

/** The last test of this page. `delivery` is absent while it is queued. */
export type TestRun = {
  readonly channelId: string;
  readonly state: 'sending' | 'watching' | 'ended' | 'failed';
  readonly delivery?: DeliveryDetails | undefined;
  readonly problem?: string | undefined;
};

export const testRun = signal<TestRun | undefined>(undefined);

const PAUSE_MS = 400;
/** How long the page watches: a retry may be due within minutes. */
const WATCH_MS = 330_000;
const FINAL = ['DELIVERED', 'STORED', 'DEAD', 'EXPIRED', 'CANCELED'];

/** Sends a test and follows it until it has an outcome, or another test begins. */
export async function sendTest(destination: Destination): Promise<void> {
  const { channelId } = destination;
  let run: TestRun = { channelId, state: 'sending' };
  const show = (next: TestRun) => {
    // The seller has sent another one, or has left the page.
    if (testRun.peek() !== run) return false;
    run = next;
    testRun.value = next;
    return true;
  };
  testRun.value = run;
  try {
    const notificationId = await queueTest(destination);
    if (!show({ channelId, state: 'watching' })) return;
    const endMs = Date.now() + WATCH_MS;
    while (Date.now() < endMs) {
      const delivery = await findDelivery(channelId, notificationId);
      const state = delivery && FINAL.includes(delivery.state) ? 'ended' : 'watching';
      if (!show({ channelId, state, delivery }) || state === 'ended') return;
      // What waits for a retry changes seldom.
      await new Promise((resolve) =>
        setTimeout(resolve, delivery && delivery.attemptCount > 0 ? 4 * PAUSE_MS : PAUSE_MS),
      );
    }
  } catch (error) {
    show({ channelId, state: 'failed', problem: fieldErrors(error, []).rest.join(' ') });
  }
}

async function queueTest({ channelId, type }: Destination): Promise<string> {
  const result = await client.sendTestNotification({
    path: { notificationType: type as DestinationType },
    body: { destinationId: channelId },
    throwOnError: false,
  });
  if (result.status === 200) return result.headers.get('x-notification-id') ?? '';
  const { errors = [] } = (result.body ?? {}) as { errors?: ApiError['errors'] };
  throw new ApiError({ status: result.status, errors, requestId: result.headers.get('x-request-id') ?? undefined });
}

async function findDelivery(channelId: string, notificationId: string): Promise<DeliveryDetails | undefined> {
  const { deliveries } = await client.getDeliveries({ path: { channelId }, query: { limit: 50 } });
  const found = deliveries.find((delivery) => delivery.notificationId === notificationId);
  return found && client.getDelivery({ path: { deliveryId: found.deliveryId } });
}
