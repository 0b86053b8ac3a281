import type { NotificationContext } from './context.ts';
import { DeliveryLog } from './deliveries/delivery-log.ts';
import { Messages } from './deliveries/message.ts';
import { PullQueue } from './deliveries/pull-queue.ts';
import { Redelivery } from './deliveries/redelivery.ts';
import { Confirmations } from './destinations/confirmation.ts';
import { Destinations } from './destinations/destinations.ts';
import { StopLinks } from './destinations/stop-link.ts';
import { TestNotifications } from './destinations/test-notifications.ts';
import { FilterTrials } from './events/filter-trial.ts';
import { Replay } from './fan-out/replay.ts';
import { SellerEvents } from './fan-out/seller-events.ts';

type NotificationOptions = Pick<NotificationContext, 'db' | 'key' | 'now' | 'source'> & {
  /** How long a delivery is retried before it expires. */
  times: { deliveryLifetimeMs: number };
  /** Called with the number of deliveries that a receiver acknowledged. */
  onPulled?: (count: number) => void;
  onQueued?: () => void;
};

/** What the HTTP layer needs of notifications. Every operation is limited to one seller's destinations. */
export class Notifications {
  readonly destinations: Destinations;
  readonly events: SellerEvents;
  readonly filterTrials: FilterTrials;
  readonly replay: Replay;
  readonly tests: TestNotifications;
  readonly log: DeliveryLog;
  readonly redelivery: Redelivery;
  readonly pull: PullQueue;
  readonly confirmations: Confirmations;
  readonly stopLinks: StopLinks;
  readonly messages: Messages;

  constructor({ db, key, now, source, times, onPulled, onQueued = () => undefined }: NotificationOptions) {
    const context: NotificationContext = { db, key, now, source, lifetimeMs: times.deliveryLifetimeMs, onQueued };
    this.confirmations = new Confirmations(db, key, now);
    this.tests = new TestNotifications(context, this.confirmations);
    this.destinations = new Destinations(context, this.tests, this.confirmations);
    this.stopLinks = new StopLinks(db, key, now);
    this.events = new SellerEvents(context);
    this.filterTrials = new FilterTrials(db, now, source);
    this.replay = new Replay(context);
    this.log = new DeliveryLog(db, source);
    this.redelivery = new Redelivery(context);
    this.pull = new PullQueue(db, now, source, onPulled);
    this.messages = new Messages(db, key, source);
  }
}
