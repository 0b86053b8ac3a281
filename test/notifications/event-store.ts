import assert from 'node:assert/strict';
import type { MarketEventKind } from '../../src/domain/notifications/market-event.ts';
import { MarketEvents } from '../../src/market/projections/events/event-queue.ts';
import { addMarketEvents, type MarketEvent } from '../../src/market/projections/events/event-rows.ts';
import type { BatchSize } from '../../src/notifications/dispatch/batch-size.ts';
import { type Dispatcher, startDispatcher } from '../../src/notifications/dispatch/dispatcher.ts';
import { type DispatchOptions, EventDispatch } from '../../src/notifications/dispatch/event-dispatch.ts';
import type { TestDatabase } from '../db/engines.ts';
import { until } from '../harness/until.ts';
import { NOW, openNotifications } from './notification-store.ts';

export type StoredEvent = {
  seller_id: string;
  sequence: number;
  notification_id: string;
  revision: number;
  item_id: string;
};

/** Events of an item for these sellers. `part`: what S1 is told, if the kind is PRICING_HEALTH. */
type Added = { itemId: string; sellers: readonly string[]; kind?: MarketEventKind; part?: string };

/** Notifications with a queue of market events and any number of dispatchers. */
export async function openEvents(database: TestDatabase) {
  const store = await openNotifications(database);
  const { db, clock, queue, notifications } = store;
  const source = new MarketEvents(db, () => clock.now);
  const failures: unknown[] = [];
  const postponed: string[] = [];
  const batches: number[] = [];
  const running = new Set<Dispatcher>();
  const parts = (more: Partial<DispatchOptions>): DispatchOptions => ({
    ...{ db, source, events: notifications.events, now: () => clock.now },
    transaction: (work, options) => queue.exclusively(work, options),
    onDispatched: ({ countByKind }) => batches.push(countByKind.values().reduce((sum, one) => sum + one, 0)),
    onFailure: (error) => failures.push(error),
    onPostponed: ({ itemId }) => postponed.push(itemId),
    ...more,
  });
  return {
    ...store,
    ...{ source, failures, postponed, batches },
    // In one transaction, as changes of the market: a dispatcher must not take an event before its revision is recorded.
    add: (items: readonly Added[]) => {
      const events = items.map(
        ({ itemId, sellers, kind = 'ANY_OFFER_CHANGED', part }): MarketEvent => ({
          ...{ kind, marketplaceId: 'STORE_US', itemId, condition: 'New', customer: 'Consumer', offerType: 'B2C' },
          ...{ atMs: NOW, priority: 0, audience: 'named', named: sellers, owners: ['S1'] },
          facts: part === undefined ? null : { parts: { S1: part } },
          itemPart: `"storeItemId":"${itemId}"`,
          trace: undefined,
        }),
      );
      return db.transaction((tx) => addMarketEvents(tx, events));
    },
    dispatcher: (more: Partial<DispatchOptions> = {}): Dispatcher => {
      const started = startDispatcher({ ...parts(more), pollMs: 5 });
      running.add(started);
      const stop = async () => {
        running.delete(started);
        await started.stop();
      };
      return { ...started, stop };
    },
    /** For `afterEach`: the process of a test that failed could not end while one of its dispatchers runs. */
    stopDispatchers: () => Promise.all([...running].map((one) => one.stop())),
    /** What a dispatcher does, step by step. */
    dispatch: (more: Partial<DispatchOptions>, size: BatchSize) => new EventDispatch(parts(more), size),
    /** All events of sellers, by seller and sequence. */
    stored: () =>
      db.all<StoredEvent>(
        `SELECT seller_id, sequence, notification_id, seller_event.revision, item_id FROM seller_event
           JOIN event_content ON event_content.revision = seller_event.revision ORDER BY seller_id, sequence`,
      ),
    /** Each seller's sequences are 1, 2, 3 ..., its revisions of one item rise, and no event is repeated. Returns all events. */
    async assertInOrder(): Promise<StoredEvent[]> {
      const events = await this.stored();
      for (const list of Map.groupBy(events, ({ seller_id }) => seller_id).values()) {
        assert.deepEqual(
          list.map(({ sequence }) => sequence),
          list.map((_, n) => n + 1),
        );
        const revisions = list.map(({ revision }) => revision);
        assert.equal(new Set(revisions).size, revisions.length, 'no event is repeated');
        for (const ofItem of Map.groupBy(list, ({ item_id }) => item_id).values()) {
          const rising = ofItem.toSorted((a, b) => a.revision - b.revision);
          assert.deepEqual(ofItem, rising, 'the events of an item are in order');
        }
      }
      const ids = events.map(({ notification_id }) => notification_id);
      assert.equal(new Set(ids).size, ids.length);
      return events;
    },
    open: async () => (await db.get<{ n: number }>('SELECT COUNT(*) AS n FROM market_event'))?.n ?? 0,
    async untilDone(timeoutMs?: number) {
      await until('no event is open', async () => (await this.open()) === 0, timeoutMs);
    },
  };
}
