import type { NotificationContext } from './context.ts';
import { DeliveryLog } from './deliveries/delivery-log.ts';
import { Messages } from './deliveries/message.ts';
import { PullQueue } from './deliveries/pull-queue.ts';
import { Redelivery } from './deliveries/redelivery.ts';
import { Confirmations } from './destinations/confirmation.ts';
import { Destinations } from './destinations/destinations.ts';
import { StopLinks } from './destinations/stop-link.ts';
import { Subscriptions } from './destinations/subscriptions.ts';
import { TestNotifications } from './destinations/test-notifications.ts';
import { FilterTrials } from './events/filter-trial.ts';
import { ItemEventLog } from './events/item-events.ts';
import { Replay } from './fan-out/replay.ts';
import { SellerEvents } from './fan-out/seller-events.ts';
import { DeliveriesOfSellers } from './oversight/delivery-search.ts';
import { DestinationOverview } from './oversight/destination-overview.ts';
import { EventsOfSellers } from './oversight/events-of-seller.ts';
import { destinationHealthOf } from './oversight/seller-health.ts';
import { Traces } from './oversight/traces.ts';

type NotificationOptions = Pick<NotificationContext, 'db' | 'key' | 'now' | 'source'> &
  Partial<Pick<NotificationContext, 'onQueued' | 'onPulled'>> & {
    /** How long a delivery is retried before it expires. */
    times: {
      deliveryLifetimeMs: number;
      /** How long the log of deliveries is kept; absent: for ever. */
      logMs?: number;
    };
  };

/** What the HTTP layer needs of notifications. Every operation but those of `oversight` is limited to one seller's destinations. */
export type Notifications = ReturnType<typeof createNotifications>;

export function createNotifications({ times, ...options }: NotificationOptions) {
  const ignored = () => undefined;
  const context = { onQueued: ignored, onPulled: ignored, ...options, lifetimeMs: times.deliveryLifetimeMs };
  const confirmations = new Confirmations(context);
  const tests = new TestNotifications(context, confirmations);
  const destinations = new Destinations(context, tests, confirmations);
  return {
    confirmations,
    tests,
    destinations,
    subscriptions: new Subscriptions(context, destinations),
    stopLinks: new StopLinks(context),
    events: new SellerEvents(context),
    itemEvents: new ItemEventLog(context),
    filterTrials: new FilterTrials(context),
    replay: new Replay(context),
    log: new DeliveryLog(context),
    redelivery: new Redelivery(context),
    pull: new PullQueue(context),
    messages: new Messages(context),
    oversight: oversightOf({ ...context, logMs: times.logMs ?? Number.POSITIVE_INFINITY }),
  };
}

/** What the operator sees of all sellers (decision 55). It only reads. */
function oversightOf(context: NotificationContext & { logMs: number }) {
  const destinations = new DestinationOverview(context);
  const deliveries = new DeliveriesOfSellers(context);
  const events = new EventsOfSellers(context);
  const health = (sellerIds: readonly string[]) => destinationHealthOf(context.db, sellerIds);
  return {
    destinations,
    deliveries,
    events,
    health,
    traces: new Traces(context.db, { destinations, deliveries, events }),
  };
}
