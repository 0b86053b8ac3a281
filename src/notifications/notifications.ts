import type { Db } from '../db/db.ts';
import { DeliveryLog } from './deliveries/delivery-log.ts';
import { Messages } from './deliveries/message.ts';
import { PullQueue } from './deliveries/pull-queue.ts';
import { Redelivery } from './deliveries/redelivery.ts';
import { Confirmations } from './destinations/confirmation.ts';
import { Destinations } from './destinations/destinations.ts';
import { StopLinks } from './destinations/stop-link.ts';
import { TestNotifications } from './destinations/test-notifications.ts';
import { FilterTrials } from './events/filter-trial.ts';
import { FilterRules } from './fan-out/filter-rules.ts';
import { Replay } from './fan-out/replay.ts';
import { SellerEvents } from './fan-out/seller-events.ts';
import type { OperatorKey } from './keys/operator-key.ts';

type NotificationsParts = {
  db: Db;
  key: OperatorKey;
  now: () => number;
  /** `source` of every event. */
  source: string;
  /** How long a delivery is retried before it expires. */
  times: { deliveryLifetimeMs: number };
  /** Called with the number of deliveries that a receiver acknowledged. */
  onPulled?: (count: number) => void;
  /** Called after deliveries were queued: a worker in the same process need not wait for its next poll. */
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

  constructor({ db, key, now, source, times, onPulled, onQueued = () => undefined }: NotificationsParts) {
    const lifetimeMs = times.deliveryLifetimeMs;
    const confirmations = new Confirmations(db, key, now);
    const tests = new TestNotifications({ db, key, now, source, lifetimeMs, onQueued, confirmations });
    this.events = new SellerEvents({ db, key, now, source, lifetimeMs, filters: new FilterRules() });
    this.filterTrials = new FilterTrials(db, now, source);
    this.replay = new Replay({ db, key, now, lifetimeMs, onQueued });
    this.confirmations = confirmations;
    this.stopLinks = new StopLinks(db, key, now);
    this.messages = new Messages(db, key, source);
    this.tests = tests;
    this.destinations = new Destinations({ db, key, now, onQueued, tests, confirmations });
    this.log = new DeliveryLog(db, source);
    this.redelivery = new Redelivery({ db, key, now, lifetimeMs, source, onQueued });
    this.pull = new PullQueue(db, now, source, onPulled);
  }
}
