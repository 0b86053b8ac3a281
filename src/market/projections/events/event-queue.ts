import type { Db, Sql } from '../../../db/db.ts';
import { PRIORITIES } from '../../../domain/changes/change-context.ts';
import { ALL_RANGES } from '../../../domain/groups.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import type { ConcernedSeller, OpenEvent } from '../../../domain/notifications/market-event.ts';
import { readStoredTrace } from '../../../domain/trace-context.ts';
import { items } from '../../records/item.ts';
import { keyText } from '../../records/record-table.ts';
import { concernedSellers } from './concerned-sellers.ts';
import { assignEventGroups } from './event-groups.ts';
import { oldestPlaces, type Place } from './queue-places.ts';
import { type CrossedLimits, sellerParts } from './seller-part.ts';

/** An item, and the newest of its events that a batch may have. */
type ItemWork = { marketplaceId: string; itemId: string; untilId: number };

/** Counting goes through an index: 100,000 entries take some milliseconds. */
const MAX_COUNTED = 100_000;

/**
 * The queue of events for the callers that address them to sellers. The methods run in the caller's transaction. Only one caller
 * at a time may work on a range of groups: nothing here keeps two of them apart.
 */
export class MarketEvents {
  readonly #db: Db;
  readonly #now: () => number;
  readonly #crossedLimits: CrossedLimits;

  /** `crossedLimits`: limits are read by a part of the market that is above this one. Absent: there are none. */
  constructor(db: Db, now: () => number, crossedLimits: CrossedLimits = () => new Set()) {
    this.#db = db;
    this.#now = now;
    this.#crossedLimits = crossedLimits;
  }

  /**
   * The next events to address: the oldest `limit`, half of them of each priority; what one does not need goes to the other.
   * The rows of an item come in the order of their ids and without a gap, whatever their priorities: for the older ones of the
   * other priority there are as many places again. The texts of all other rows are not read. Events of items in `postponed`, and in
   * other ranges of groups than `ranges`, are left out.
   */
  async next(
    tx: Sql,
    limit: number,
    postponed: readonly ItemKey[],
    ranges: readonly number[] = ALL_RANGES,
  ): Promise<OpenEvent[]> {
    const work = itemsOf(await oldestPlaces(tx, limit, postponed, ranges), limit);
    if (work.length === 0) return [];
    const open = await openIdsOf(tx, work, limit);
    return readEvents(tx, shared(open, 2 * limit));
  }

  /** The oldest open event of an item, whatever its priority. Empty: the item has none. */
  async oldestOf(tx: Sql, item: ItemKey): Promise<OpenEvent[]> {
    const oldest = await tx.get<{ id: number }>(
      'SELECT id FROM market_event WHERE marketplace_id = $1 AND item_id = $2 ORDER BY id LIMIT 1',
      items.keyOf(item),
    );
    return oldest === undefined ? [] : readEvents(tx, [oldest.id]);
  }

  /** Gives a batch of rows that have no group theirs: see `event-groups.ts`. */
  async assignGroups(): Promise<void> {
    await assignEventGroups(this.#db);
  }

  /** Fewer than `limit` of an event: these are the last. */
  readonly sellersOf = concernedSellers;

  /** The seller's part of each event, as members of `data`: in the order of `concerned`. Undefined: the seller receives nothing. */
  partsOf(
    tx: Sql,
    events: readonly OpenEvent[],
    concerned: readonly ConcernedSeller[],
  ): Promise<(string | undefined)[]> {
    return sellerParts(tx, events, concerned, { now: this.#now(), crossedLimits: this.#crossedLimits });
  }

  /** Records that the sellers up to this id have the event. */
  async advance(tx: Sql, eventId: number, afterSeller: string): Promise<void> {
    await tx.run('UPDATE market_event SET after_seller = $2 WHERE id = $1', [eventId, afterSeller]);
  }

  /** Removes events that all sellers concerned have. */
  async finish(tx: Sql, eventIds: readonly number[]): Promise<void> {
    const rows = eventIds.map((id) => [id]);
    await tx.many('DELETE FROM market_event WHERE id IN (VALUES {rows: bigint key})', rows);
  }

  /** The number of open events, at most `max`, and when the oldest one happened. */
  async depth(max: number = MAX_COUNTED): Promise<{ open: number; oldestMs: number | undefined }> {
    const oldest = await this.#db.get<{ at_ms: number }>('SELECT at_ms FROM market_event ORDER BY id LIMIT 1');
    if (oldest === undefined) return { open: 0, oldestMs: undefined };
    const counted = await this.#db.get<{ open: number }>(
      // In the order of an index: the table itself may have many pages without a row.
      'SELECT COUNT(*) AS open FROM (SELECT 1 FROM market_event ORDER BY id LIMIT $1) AS counted',
      [max],
    );
    return { open: counted?.open ?? 0, oldestMs: oldest.at_ms };
  }
}

/** The items of the oldest rows, half of these of each priority. Those of live changes come first. */
function itemsOf(places: readonly Place[], limit: number): ItemWork[] {
  const live = places.filter(({ lane }) => lane === PRIORITIES.live);
  const background = places.filter(({ lane }) => lane !== PRIORITIES.live);
  const half = Math.ceil(limit / 2);
  const ofLive = Math.max(half, limit - background.length);
  const chosen = [...live.slice(0, ofLive), ...background.slice(0, limit - Math.min(ofLive, live.length))];
  const work = new Map<string, ItemWork>();
  for (const { id, marketplace_id: marketplaceId, item_id: itemId } of chosen) {
    const key = keyText([marketplaceId, itemId]);
    work.set(key, { marketplaceId, itemId, untilId: Math.max(id, work.get(key)?.untilId ?? 0) });
  }
  return [...work.values()];
}

/** The ids of the oldest open events of each item, in their order. They may have the other priority, and be older than its first rows. */
async function openIdsOf(tx: Sql, work: readonly ItemWork[], limit: number): Promise<number[][]> {
  const oldest = (selected: string) => `SELECT ${selected} FROM market_event AS oldest
        WHERE oldest.marketplace_id = k.column1 AND oldest.item_id = k.column2 AND oldest.id <= k.column3
        ORDER BY oldest.id LIMIT ${Math.trunc(limit)}`;
  const rows = await tx.many<{ id: number; item: number }>(
    `SELECT market_event.id, k.column4 AS item FROM (VALUES {rows: text, text, bigint, bigint}) AS k
       {sqlite: JOIN market_event ON market_event.id IN (${oldest('oldest.id')})}
       {postgres: CROSS JOIN LATERAL (${oldest('oldest.id')}) AS market_event}`,
    work.map(({ marketplaceId, itemId, untilId }, n) => [marketplaceId, itemId, untilId, n]),
  );
  const byItem = Map.groupBy(rows, ({ item }) => item);
  return work.map((_item, n) => (byItem.get(n) ?? []).map(({ id }) => id).sort((a, b) => a - b));
}

/**
 * The first ids of each list, together at most `size`. Every list gets its share, so that an item with a long queue does not
 * keep the others waiting; what is left goes to the first lists that have more.
 */
function shared(lists: readonly number[][], size: number): number[] {
  const share = Math.floor(size / lists.length);
  let left = size - lists.reduce((sum, list) => sum + Math.min(share, list.length), 0);
  return lists.flatMap((list) => {
    const more = Math.min(left, Math.max(0, list.length - share));
    left -= more;
    return list.slice(0, share + more);
  });
}

async function readEvents(tx: Sql, ids: readonly number[]): Promise<OpenEvent[]> {
  const rows = await tx.many<Omit<OpenEvent, 'trace'> & { trace: string | null }>(
    `SELECT market_event.id, market_event.kind, market_event.marketplace_id AS "marketplaceId", market_event.item_id AS "itemId",
            market_event.at_ms AS "atMs", market_event.after_seller AS "afterSeller", market_event.item_part AS "itemPart",
            market_event.trace
       FROM (VALUES {rows: bigint}) AS k JOIN market_event ON market_event.id = k.column1`,
    ids.map((id) => [id]),
  );
  return rows.map((row) => ({ ...row, trace: readStoredTrace(row.trace) })).sort((a, b) => a.id - b.id);
}
