import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import type { AttemptOutcome } from '../../src/domain/notifications/delivery.ts';
import type { EventKind } from '../../src/domain/notifications/notification.ts';
import { migrations } from '../../src/migrations/list.ts';
import type { Claimed } from '../../src/notifications/deliveries/delivery-attempt.ts';
import type { DestinationDraft } from '../../src/notifications/destinations/destinations.ts';
import { OperatorKey } from '../../src/notifications/keys/operator-key.ts';
import { createNotifications } from '../../src/notifications/notifications.ts';
import { DeliveryQueue, type QueueSettings } from '../../src/notifications/queue/delivery-queue.ts';
import type { Tally } from '../../src/notifications/tally.ts';
import type { TestDatabase } from '../db/engines.ts';
import { exampleEvent } from './example-event.ts';

export const NOW: number = Date.UTC(2026, 10, 15);

const SOURCE = 'http://127.0.0.1:8080/notifications/v4';

export const times: QueueSettings = {
  source: SOURCE,
  leaseMs: 30_000,
  retries: { delaysMs: [0, 5_000, 300_000] },
  testRetries: { delaysMs: [0, 30_000] },
  suspendAfterMs: 120 * HOUR_MS,
  maxPerSeller: 150,
};

/** Notifications and their queue on their own database, with a clock that only the test moves. */
export async function openNotifications(database: TestDatabase) {
  const db = await database.open();
  await migrate(db, migrations);
  return notificationsOn(db);
}

export function notificationsOn(db: Db) {
  const clock = { now: NOW };
  const now = () => clock.now;
  const tallies: Tally[] = [];
  const key = new OperatorKey('a key that nobody knows, and that is long enough');
  const notifications = createNotifications({
    ...{ db, key, now },
    source: SOURCE,
    times: { deliveryLifetimeMs: 7 * DAY_MS },
  });
  const sellerEvents = notifications.events;
  const queue = new DeliveryQueue({ db, key, now, times, sellerEvents, onTally: (tally) => tallies.push(tally) });
  let events = 0;
  return {
    ...{ db, clock, key, notifications, queue, tallies },
    /** Creates a webhook for a seller. */
    async webhook(sellerId: string, more: Partial<DestinationDraft> = {}, maxInFlight = 10) {
      const webhook = { url: 'https://hooks.example.com/', headers: {}, maxInFlight, others: {} };
      const draft = {
        sellerId,
        name: 'Hook',
        type: 'WEBHOOKS',
        status: 'ACTIVE',
        isConfirmed: true,
        windowSeconds: 0,
      } as const;
      const created = await notifications.destinations.create({ ...draft, settings: { webhook }, ...more });
      if ('rejected' in created) throw new Error(created.rejected);
      return created.destination;
    },
    /** Publishes events to a seller in one transaction; the ids of the deliveries. They are as the examples of their kind. */
    publish: (sellerId: string, count = 1, kind: EventKind = 'ANY_OFFER_CHANGED') =>
      db.transaction(async (tx) => {
        const ids: string[] = [];
        for (let n = 0; n < count; n += 1) {
          events += 1;
          const event = exampleEvent(kind, sellerId, { revision: events, atMs: clock.now });
          ids.push(...(await notifications.events.append(tx, [event])));
        }
        return ids;
      }),
    settle: (claimed: readonly Claimed[], outcome: AttemptOutcome) =>
      queue.settle(claimed.map((one) => ({ claimed: one, startedMs: clock.now, durationMs: 7, outcome }))),
  };
}
