import type { Sql } from '../../src/db/db.ts';
import type { MarketEventKind } from '../../src/domain/notifications/market-event.ts';
import { addMarketEvents } from '../../src/market/events/market-event.ts';
import { startDispatcher } from '../../src/notifications/events/dispatcher.ts';
import type { EventSource, OpenEvent } from '../../src/notifications/events/event-source.ts';
import type { TestDatabase } from '../db/engines.ts';
import { until } from '../faults/until.ts';
import { NOW, openNotifications } from './notification-store.ts';

type EventRow = { id: number; kind: MarketEventKind; item_id: string; at_ms: number; item_part: string; named: string };

/** Events for named sellers, without a market behind them: `Market.events` has its own tests. */
export const namedOnly: EventSource = {
  async next(tx, limit, postponed) {
    const rows = await tx.all<EventRow & { after_seller: string }>('SELECT * FROM market_event ORDER BY id LIMIT 1000');
    const isPostponed = (itemId: string) => postponed.some((key) => key.itemId === itemId);
    return rows
      .filter(({ item_id }) => !isPostponed(item_id))
      .slice(0, limit)
      .map((row): OpenEvent => {
        const { id, kind, item_id: itemId, at_ms: atMs, item_part: itemPart, after_seller: afterSeller } = row;
        return { id, kind, marketplaceId: 'STORE_US', itemId, atMs, itemPart, afterSeller };
      });
  },
  async sellersOf(tx, events, limit) {
    const rows = await tx.many<EventRow & { after: string }>(
      `SELECT market_event.id, market_event.named FROM (VALUES {rows: bigint}) AS k
         JOIN market_event ON market_event.id = k.column1`,
      events.map(({ id }) => [id]),
    );
    const named = new Map(rows.map((row) => [row.id, (JSON.parse(row.named) as string[]).toSorted()]));
    return events.flatMap(({ id: eventId, afterSeller }) =>
      (named.get(eventId) ?? [])
        .filter((sellerId) => sellerId > afterSeller)
        .slice(0, limit)
        .map((sellerId) => ({ eventId, sellerId })),
    );
  },
  async partsOf(_tx, events, concerned) {
    const items = new Map(events.map(({ id, itemId }) => [id, itemId]));
    return concerned.map(({ eventId, sellerId }) => {
      if (items.get(eventId)?.startsWith('POISON')) throw new Error(`${items.get(eventId)} cannot be told`);
      return sellerId.startsWith('UNTOLD') ? undefined : `"Own":${sellerId === 'S1'}`;
    });
  },
  async advance(tx, eventId, afterSeller) {
    await tx.run('UPDATE market_event SET after_seller = $2 WHERE id = $1', [eventId, afterSeller]);
  },
  async finish(tx, eventIds) {
    await tx.many(
      'DELETE FROM market_event WHERE id IN (VALUES {rows: bigint key})',
      eventIds.map((id) => [id]),
    );
  },
  depth: async () => ({ open: 0, oldestMs: undefined }),
};

export type StoredEvent = { seller_id: string; sequence: number; notification_id: string; revision: number };

/** Notifications with a queue of market events and any number of dispatchers. */
export async function openEvents(database: TestDatabase) {
  const store = await openNotifications(database);
  const { db, clock, queue, notifications } = store;
  const failures: unknown[] = [];
  const postponed: string[] = [];
  const pieces: number[] = [];
  return {
    ...store,
    ...{ failures, postponed, pieces },
    /** Adds events of items, for these sellers. */
    add: (items: readonly { itemId: string; sellers: readonly string[]; kind?: MarketEventKind }[], tx: Sql = db) =>
      addMarketEvents(
        tx,
        items.map(({ itemId, sellers, kind = 'BUY_BOX_CHANGED' }) => ({
          ...{ kind, marketplaceId: 'STORE_US', itemId, condition: 'New', customer: 'Consumer', offerType: 'B2C' },
          ...{ atMs: NOW, lane: 0, audience: 'named', named: sellers, owners: [], facts: null },
          itemPart: `"storeItemId":"${itemId}"`,
        })),
      ),
    dispatcher: (more: Partial<Parameters<typeof startDispatcher>[0]> = {}) =>
      startDispatcher({
        ...{ db, source: namedOnly, events: notifications.events, pollMs: 5 },
        now: () => clock.now,
        transaction: (work) => queue.exclusively(work),
        onDispatched: ({ told }) => pieces.push(told.values().reduce((sum, one) => sum + one, 0)),
        onFailure: (error) => failures.push(error),
        onPostponed: ({ itemId }) => postponed.push(itemId),
        ...more,
      }),
    /** All events of sellers, by seller and sequence. */
    stored: () =>
      db.all<StoredEvent>(
        'SELECT seller_id, sequence, notification_id, revision FROM seller_event ORDER BY seller_id, sequence',
      ),
    open: async () => (await db.get<{ n: number }>('SELECT COUNT(*) AS n FROM market_event'))?.n ?? 0,
    async untilDone() {
      await until('no event is open', async () => (await this.open()) === 0);
    },
  };
}
