import assert from 'node:assert/strict';
import type { ChannelType, DestinationSettings } from '../../src/domain/notifications/destination.ts';
import type { EventKind } from '../../src/domain/notifications/notification.ts';
import type { Claimed } from '../../src/notifications/deliveries/delivery-attempt.ts';
import type { DestinationDraft } from '../../src/notifications/destinations/destinations.ts';
import { DeliveryQueue } from '../../src/notifications/queue/delivery-queue.ts';
import type { TestDatabase } from '../db/engines.ts';
import { exampleEvent } from './example-event.ts';
import { NOW, openNotifications, times } from './notification-store.ts';

export const delivered = { result: 'delivered', code: 250 } as const;
export const failed = { result: 'failed', code: 451, error: 'no' } as const;
export const interrupted = { result: 'interrupted', error: 'stopped' } as const;

const settings: Partial<Record<ChannelType, DestinationSettings>> = {
  EMAIL: { email: { address: 'seller@store.example' } },
  SMS: { sms: { phoneNumber: '+12065550123' } },
  MOBILE_PUSH: { push: { endpoint: 'https://push.example/1', keys: { p256dh: 'x', auth: 'x' } } },
};

/** Notifications to one person, without windows: only what holds messages back is tested. */
export async function openMessages(database: TestDatabase) {
  const store = await openNotifications(database);
  const { db, clock, queue, notifications } = store;
  const logOf = async (deliveryId: string) => {
    const found = await notifications.log.delivery({ sellerId: 'S1' }, deliveryId);
    assert.ok(found);
    return found;
  };
  let revision = 0;
  return {
    ...store,
    logOf,
    /** As `publish` of the store, with one statement for all of them. */
    publish: (sellerId: string, count: number, kind: EventKind) => {
      const events = Array.from({ length: count }, () => {
        revision += 1;
        return exampleEvent(kind, sellerId, { revision, atMs: clock.now });
      });
      return db.transaction((tx) => notifications.events.append(tx, events));
    },
    /** Removes all destinations, and sets the clock back: a new database for each test would take ten times as long. */
    async empty(): Promise<void> {
      for (const table of ['delivery', 'message', 'lane', 'destination', 'destination_owner', 'seller_event']) {
        await db.run(`DELETE FROM ${table}`);
      }
      clock.now = NOW;
      store.tallies.length = 0;
    },
    /** Another worker's queue. */
    queueWith: (retries = times.retries) =>
      new DeliveryQueue({
        ...{ db, key: store.key, now: () => clock.now, sellerEvents: notifications.events },
        times: { ...times, retries },
      }),
    /** Creates a destination of the seller S1. */
    person: (type: ChannelType, more: Partial<DestinationDraft> = {}) =>
      store.webhook('S1', { type, windowSeconds: 0, settings: settings[type] ?? {}, ...more }),
    /** Claims what is due now and delivers it; how many deliveries each message has. */
    async deliver(): Promise<number[]> {
      const claimed = await queue.claim(100);
      await store.settle(claimed, delivered);
      return claimed.map(sizeOf);
    },
    /** The state of a delivery, why it waits, and in how many minutes it is due. */
    async waits(deliveryId: string): Promise<[string, string | undefined, number]> {
      const { delivery } = await logOf(deliveryId);
      return [delivery.state, delivery.reason, (delivery.dueMs - clock.now) / 60_000];
    },
    sendTest: async (type: ChannelType, destinationId: string) => {
      const request = { access: { sellerId: 'S1' }, type, destinationId, marketplaceId: undefined };
      assert.ok(
        'notificationId' in (await notifications.tests.send({ ...request, content: { payloadVersion: '1.0' } })),
      );
    },
    change: (destinationId: string, change: object) =>
      notifications.destinations.change({ sellerId: 'S1' }, destinationId, (one) => ({ ...one, ...change })),
    messages: () => db.all<{ message_id: string; kind: string }>('SELECT message_id, kind FROM message'),
  };
}

export const sizeOf = ({ earlier }: Claimed): number => earlier.length + 1;
export const idsOf = ({ delivery, earlier }: Claimed): string[] =>
  [...earlier, delivery].map(({ deliveryId }) => deliveryId);
