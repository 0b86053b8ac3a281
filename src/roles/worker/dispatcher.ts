import type { Config } from '../../config/config.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { Metrics } from '../../http/metrics/metrics.ts';
import type { Log } from '../../log/log.ts';
import type { Market } from '../../market/market.ts';
import { startDispatcher } from '../../notifications/dispatch/dispatcher.ts';
import { startFeeAnnouncer } from '../../notifications/dispatch/fee-announcer.ts';
import type { DeliveryQueue } from '../../notifications/queue/delivery-queue.ts';
import { keepEvents } from '../../notifications/retention/event-retention.ts';
import type { NotificationParts } from '../notifications.ts';
import { countedSweep } from './counted-sweep.ts';

const RETENTION_EVERY_MS = 600_000;

type Parts = Pick<NotificationParts, 'db' | 'now' | 'notifications'> & {
  market: Market;
  queue: Pick<DeliveryQueue, 'exclusively'>;
  /** Called after deliveries were queued. */
  onQueued: () => void;
};

/** Tells sellers what changed in the market and about fees, and removes events that are older than EVENT_DAYS. */
export function runDispatcher(config: Config, parts: Parts, log: Log, metrics: Metrics): { stop(): Promise<void> } {
  const { db, now, notifications, market, queue } = parts;
  const dispatcher = startDispatcher({
    ...{ db, now, source: market.events, events: notifications.events, pollMs: config.notifyPollMs },
    transaction: (work, options) => queue.exclusively(work, options),
    onDispatched({ told, deliveries, tally }) {
      metrics.tallied(tally);
      for (const [kind, count] of told) metrics.eventsDispatched(kind, count);
      if (deliveries > 0) parts.onQueued();
    },
    onFailure: (error) => log.warn({ err: error }, 'events cannot be addressed to sellers now; trying again'),
    onPostponed: (item, error) =>
      log.error({ err: error, ...item }, 'the events of an item cannot be addressed to sellers; trying again later'),
  });
  // Whoever changed the market in this process need not wait for the next poll.
  market.reader.onBoards(dispatcher.wake);
  metrics.watchDispatch(async () => {
    const { open, oldestMs } = await market.events.depth();
    const ageMs = oldestMs === undefined ? 0 : Math.max(0, now() - oldestMs);
    return { open, ageMs, postponed: dispatcher.postponed() };
  });
  const fees = startFeeAnnouncer({
    ...{ db, now, source: market.feeEvents, events: notifications.events, pollMs: config.notifyPollMs },
    transaction: (work, options) => queue.exclusively(work, options),
    onTold({ events, deliveries, tally }) {
      metrics.tallied(tally);
      for (const { kind } of events) metrics.eventsDispatched(kind, 1);
      if (deliveries > 0) parts.onQueued();
    },
    onFailure: (error) => log.warn({ err: error }, 'sellers cannot be told about fees now; trying again'),
  });
  const times = { eventMs: config.eventDays * DAY_MS, logMs: config.notifyKeepSeconds * 1_000 };
  const sweeper = countedSweep(metrics, {
    name: 'events',
    run: (signal) => keepEvents(db, now(), times, signal),
    idleMs: RETENTION_EVERY_MS,
    onFailure: (error) => log.warn({ err: error }, 'old events cannot be deleted now; trying again'),
  });
  return {
    async stop() {
      await Promise.all([dispatcher.stop(), fees.stop(), sweeper.stop()]);
    },
  };
}
