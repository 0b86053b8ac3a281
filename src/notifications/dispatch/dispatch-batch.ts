import type { Sql } from '../../db/db.ts';
import type { ConcernedSeller, OpenEvent } from '../../domain/notifications/market-event.ts';
import type { NewEvent } from '../events/event-table.ts';
import type { SellerEvents } from '../fan-out/seller-events.ts';
import { Tally } from '../tally.ts';
import type { EventSource } from './event-source.ts';

/** What one transaction of the dispatcher does at most. */
export type BatchLimits = {
  /** Events that are looked at. */
  events: number;
  /** Events of sellers that are written. */
  rows: number;
};

/** What a batch has done: the events it looked at, how many events sellers got, by kind, and what was not sent at once. */
export type DispatchedBatch = {
  looked: OpenEvent[];
  countByKind: Map<string, number>;
  deliveries: number;
  tally: Tally;
};

/** No event takes more than this part of a batch while others wait: an item with 5,000 sellers must not delay them. */
const MIN_SHARES = 4;

/**
 * Addresses events to their sellers, as far as the limits allow, in the caller's transaction. `looked` are the oldest open events of
 * their items, read in the same transaction, in the order of their ids.
 */
export async function dispatchBatch(
  tx: Sql,
  { source, events: sellerEvents }: { source: EventSource; events: SellerEvents },
  { looked, limits }: { looked: OpenEvent[]; limits: BatchLimits },
): Promise<DispatchedBatch> {
  const tally = new Tally();
  if (looked.length === 0) return { looked, countByKind: new Map(), deliveries: 0, tally };
  const share = Math.ceil(limits.rows / Math.min(MIN_SHARES, new Set(looked.map(itemOf)).size));
  const plan = planOf(looked, await source.sellersOf(tx, looked, share), { share, rows: limits.rows });
  const parts = await source.partsOf(tx, looked, plan.concerned);
  const byId = new Map(looked.map((event) => [event.id, event]));
  const news = plan.concerned.flatMap(({ eventId, sellerId }, n): NewEvent[] => {
    const event = byId.get(eventId);
    const sellerPart = parts[n];
    return event === undefined || sellerPart === undefined ? [] : [newEventOf(event, sellerId, sellerPart)];
  });
  const deliveries = await sellerEvents.append(tx, news, tally);
  for (const { eventId, sellerId } of plan.advanced) await source.advance(tx, eventId, sellerId);
  if (plan.finished.length > 0) await source.finish(tx, plan.finished);
  const countByKind = new Map<string, number>();
  for (const { kind } of news) countByKind.set(kind, (countByKind.get(kind) ?? 0) + 1);
  return { looked, countByKind, deliveries: deliveries.length, tally };
}

function newEventOf(event: OpenEvent, sellerId: string, sellerPart: string): NewEvent {
  const { id: revision, kind, marketplaceId, itemId, atMs, itemPart, trace } = event;
  return { sellerId, kind, atMs, sellerPart, trace, content: { revision, marketplaceId, itemId, atMs, itemPart } };
}

const itemOf = ({ marketplaceId, itemId }: OpenEvent) => JSON.stringify([marketplaceId, itemId]);

type Plan = {
  concerned: ConcernedSeller[];
  /** Events that have all their sellers after this batch. */
  finished: number[];
  /** Events that have more, each with the last seller that has its own. */
  advanced: ConcernedSeller[];
};

/** Which sellers get their events in this batch. While an event of an item has more sellers, later ones of the same item wait for it. */
function planOf(
  events: readonly OpenEvent[],
  concerned: readonly ConcernedSeller[],
  { share, rows }: { share: number; rows: number },
): Plan {
  const byEvent = Map.groupBy(concerned, ({ eventId }) => eventId);
  const plan: Plan = { concerned: [], finished: [], advanced: [] };
  const waiting = new Set<string>();
  for (const event of events) {
    const { id } = event;
    const item = itemOf(event);
    if (waiting.has(item)) continue;
    const sellers = byEvent.get(id) ?? [];
    const taken = sellers.slice(0, rows - plan.concerned.length);
    plan.concerned.push(...taken);
    if (taken.length === sellers.length && sellers.length < share) {
      plan.finished.push(id);
      continue;
    }
    waiting.add(item);
    const last = taken.at(-1);
    if (last) plan.advanced.push(last);
  }
  return plan;
}
