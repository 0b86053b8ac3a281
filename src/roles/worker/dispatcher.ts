import type { DispatchDepth } from '../../http/metrics/queue-metrics.ts';
import { startDispatcher } from '../../notifications/dispatch/dispatcher.ts';
import { startFeeAnnouncer } from '../../notifications/dispatch/fee-announcer.ts';
import type { DeliveryQueue } from '../../notifications/queue/delivery-queue.ts';
import type { OpenedService } from '../service/service.ts';

/** Publishes what changed in the market and about fees to sellers. `onQueued` is called after deliveries were queued. */
export function runDispatcher(
  { config, log, db, now, notifications, market, marketThread, metrics, work }: OpenedService,
  queue: DeliveryQueue,
  onQueued: () => void,
): { depth(): Promise<DispatchDepth>; stop(): Promise<void> } {
  const dispatcher = startDispatcher({
    ...{ db, now, source: market.events, events: notifications.events, pollMs: config.notifyPollMs },
    transaction: (work, options) => queue.exclusively(work, options),
    onDispatched({ countByKind, deliveries, tally }) {
      metrics.tallied(tally);
      for (const [kind, count] of countByKind) metrics.eventsDispatched(kind, count);
      if (deliveries > 0) onQueued();
    },
    isElsewhere: () => marketThread.isWorking,
    onTurn: work.watch('dispatcher'),
    onFailure: (error) => log.warn({ err: error }, 'events cannot be addressed to sellers now; trying again'),
    onPostponed: (item, error) =>
      log.error({ err: error, ...item }, 'the events of an item cannot be addressed to sellers; trying again later'),
  });
  // Whoever changed the market in this process need not wait for the next poll.
  market.reader.onBoards(dispatcher.wake);
  const fees = startFeeAnnouncer({
    ...{ db, now, source: market.feeEvents, events: notifications.events, pollMs: config.notifyPollMs },
    transaction: (work, options) => queue.exclusively(work, options),
    onPublished({ events, deliveries, tally }) {
      metrics.tallied(tally);
      for (const { kind } of events) metrics.eventsDispatched(kind, 1);
      if (deliveries > 0) onQueued();
    },
    onTurn: work.watch('fees'),
    onFailure: (error) => log.warn({ err: error }, 'sellers cannot be told about fees now; trying again'),
  });
  return {
    async depth() {
      const { open, oldestMs } = await market.events.depth();
      const ageMs = oldestMs === undefined ? 0 : Math.max(0, now() - oldestMs);
      return { open, ageMs, postponed: dispatcher.postponed() + marketThread.postponed };
    },
    async stop() {
      await Promise.all([dispatcher.stop(), fees.stop()]);
    },
  };
}
