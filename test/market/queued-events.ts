import type { Db, Sql } from '../../src/db/db.ts';
import { PRIORITIES } from '../../src/domain/changes/change-context.ts';
import { addMarketEvents, type MarketEvent } from '../../src/market/projections/events/event-rows.ts';
import { NOW } from './market-fixture.ts';

/** An event of item I1 for all its sellers, with changed fields. */
export const queued = (changes: Partial<MarketEvent> = {}): MarketEvent => ({
  kind: 'ANY_OFFER_CHANGED',
  marketplaceId: 'M1',
  itemId: 'I1',
  condition: 'New',
  customer: 'Consumer',
  offerType: 'B2C',
  atMs: NOW,
  priority: PRIORITIES.live,
  audience: 'active',
  named: [],
  owners: [],
  facts: null,
  itemPart: '"storeItemId":"I1"',
  trace: undefined,
  ...changes,
});

/** Makes these sellers receivers of events. */
export async function receive(db: Sql, sellerIds: readonly string[]): Promise<void> {
  await db.many(
    'INSERT INTO event_receiver (seller_id, latest_sequence, oldest_sequence, since_ms) VALUES {rows: text, bigint, bigint, bigint}',
    sellerIds.map((id) => [id, 0, 1, NOW]),
  );
}

/** Empties the queue, then adds events. Returns their ids. */
export async function queueOnly(db: Db, events: readonly MarketEvent[]): Promise<number[]> {
  await db.run('DELETE FROM market_event');
  await db.transaction(async (tx) => {
    for (const event of events) await addMarketEvents(tx, [event]);
  });
  const rows = await db.all<{ id: number }>('SELECT id FROM market_event ORDER BY id');
  return rows.map(({ id }) => id);
}
