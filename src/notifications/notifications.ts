import type { Db } from '../db/db.ts';
import { Confirmations } from './confirmation.ts';
import { DeliveryLog } from './deliveries/delivery-log.ts';
import { Redelivery } from './deliveries/redelivery.ts';
import { Destinations } from './destinations.ts';
import { FilterRules } from './events/filter-rules.ts';
import { FilterTrials } from './events/filter-trial.ts';
import { Replay } from './events/replay.ts';
import { SellerEvents } from './events/seller-events.ts';
import type { OperatorKey } from './keys/operator-key.ts';
import { Publisher } from './publisher.ts';
import { PullQueue } from './pull-queue.ts';
import { StopLinks } from './stop-link.ts';
import { ToldMessages } from './told-message.ts';

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
  readonly publisher: Publisher;
  readonly log: DeliveryLog;
  readonly redelivery: Redelivery;
  readonly pull: PullQueue;
  readonly confirmations: Confirmations;
  readonly stopLinks: StopLinks;
  readonly toldMessages: ToldMessages;

  constructor({ db, key, now, source, times, onPulled, onQueued = () => undefined }: NotificationsParts) {
    const lifetimeMs = times.deliveryLifetimeMs;
    const confirmations = new Confirmations(db, key, now);
    const events = new SellerEvents({ db, key, now, source, lifetimeMs, filters: new FilterRules() });
    const publisher = new Publisher({ db, key, now, source, lifetimeMs, onQueued, confirmations, events });
    this.events = events;
    this.filterTrials = new FilterTrials(db, now, source);
    this.replay = new Replay({ db, key, now, lifetimeMs, onQueued });
    this.confirmations = confirmations;
    this.stopLinks = new StopLinks(db, key, now);
    this.toldMessages = new ToldMessages(db, key, source);
    this.publisher = publisher;
    this.destinations = new Destinations({ db, key, now, onQueued, publisher, confirmations });
    this.log = new DeliveryLog(db, source);
    this.redelivery = new Redelivery({ db, key, now, lifetimeMs, source, onQueued });
    this.pull = new PullQueue(db, now, source, onPulled);
  }
}
