import type { Row, Sql } from '../../../db/db.ts';
import { keyGroup } from '../../../db/key-group.ts';
import type { Priority } from '../../../domain/changes/change-context.ts';
import type { BoxEvent, QueuedEvent } from '../../../domain/changes/queued-event.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import { type MaybePromise, together } from '../../../domain/maybe-promise.ts';
import type { BoxFacts, HealthFacts, MarketEventKind, TermsFacts } from '../../../domain/notifications/market-event.ts';
import { storedTrace, type TraceContext } from '../../../domain/trace-context.ts';
import type { Condition, CustomerType, OfferType } from '../../../domain/vocabulary.ts';
import { writeBoxChange } from '../../../wire/notifications/events/box-change.ts';
import { writeHealthChanges } from '../../../wire/notifications/events/health-change.ts';
import { writeItemId, writeOfferChange } from '../../../wire/notifications/events/offer-change.ts';
import { type BoardTexts, emptyBoardTexts, type ViewTexts } from '../../decisions/board-texts.ts';
import type { MarketChange } from '../../decisions/market-change.ts';
import { items } from '../../records/item.ts';
import { keyText } from '../../records/record-table.ts';

/** A row of the queue: an event with its texts, before it is addressed to sellers. See the migration `0008 events`. */
export type MarketEvent = {
  kind: MarketEventKind;
  marketplaceId: string;
  itemId: string;
  /** Empty where the event is about several conditions. */
  condition: Condition | '';
  customer: CustomerType;
  offerType: OfferType;
  atMs: number;
  priority: Priority;
  /** `active`: all sellers with an offer on sale, and the named ones. `named`: the named ones alone. */
  audience: 'active' | 'named';
  named: readonly string[];
  /** The sellers whose records changed. */
  owners: readonly string[];
  /** What the sellers' parts are made from. */
  facts: BoxFacts | HealthFacts | TermsFacts | null;
  /** Members of `data` as JSON text, without braces: the same for all sellers. */
  itemPart: string;
  trace: TraceContext | undefined;
};

/** Queues events, at the end of the transaction that changed the market. Precondition: at least one receiver exists. */
export function addMarketEvents(tx: Sql, events: readonly MarketEvent[]): MaybePromise<unknown> {
  return together([insertEvents(tx, events), recordRevisions(tx, events)]);
}

function insertEvents(tx: Sql, events: readonly MarketEvent[]): MaybePromise<unknown> {
  return tx.many(
    `INSERT INTO market_event (kind, marketplace_id, item_id, condition, customer, offer_type, at_ms, lane, audience,
       after_seller, named, owners, facts, item_part, trace, item_group)
     VALUES {rows: text, text, text, text, text, text, bigint, bigint, text, text, text, text, text, text, text, bigint}`,
    events.map(rowOf),
  );
}

/** Reports name the revision of each item: see the migration `0025 reports`. The events were inserted before. */
function recordRevisions(tx: Sql, events: readonly MarketEvent[]): MaybePromise<unknown> {
  const keys = new Map(events.map((event) => [keyText(items.keyOf(event)), items.keyOf(event)]));
  return tx.many(
    `INSERT INTO item_event (marketplace_id, item_id, revision)
     SELECT k.column1, k.column2, (SELECT MAX(market_event.id) FROM market_event
       WHERE market_event.marketplace_id = k.column1 AND market_event.item_id = k.column2)
     FROM (VALUES {rows: text key, text key}) AS k WHERE 1 = 1
     ON CONFLICT (marketplace_id, item_id) DO UPDATE SET revision = excluded.revision`,
    [...keys.values()],
  );
}

/** Removes the rows of items that are gone. If one comes back, its events have greater numbers. */
export async function removeRevisions(tx: Sql, keys: readonly ItemKey[]): Promise<void> {
  await tx.many(
    'DELETE FROM item_event WHERE (marketplace_id, item_id) IN (VALUES {rows: text key, text key})',
    keys.map(items.keyOf),
  );
}

const rowOf = (one: MarketEvent): Row => [
  ...[one.kind, one.marketplaceId, one.itemId, one.condition, one.customer, one.offerType, one.atMs, one.priority],
  ...[one.audience, '', JSON.stringify(one.named), JSON.stringify(one.owners), JSON.stringify(one.facts), one.itemPart],
  ...[storedTrace(one.trace), keyGroup(one.marketplaceId, one.itemId)],
];

/** The texts of new boards, by the item's `keyText`. */
type TextsOfItems = ReadonlyMap<string, BoardTexts>;

export function textsIn({ decided, removed }: MarketChange): TextsOfItems {
  const texts = new Map(decided.map((one) => [one.key, one.texts]));
  for (const { key, item } of removed) if (item) texts.set(keyText(items.keyOf(key)), emptyBoardTexts(item));
  return texts;
}

/** Writes the texts of an event. What customers see of the item is that of its board: it is written once. */
export function withTexts(event: QueuedEvent, boards: TextsOfItems): MarketEvent {
  switch (event.kind) {
    case 'ANY_OFFER_CHANGED': {
      const texts = boards.get(keyText([event.marketplaceId, event.itemId])) as BoardTexts;
      return { ...event, facts: null, itemPart: writeOfferChange({ ...event, ...seenIn(texts, event.condition) }) };
    }
    case 'BUY_BOX_CHANGED':
      return { ...event, facts: boxFacts(event), itemPart: writeBoxChange(event) };
    case 'PRICING_HEALTH': {
      const parts = event.sellers.map(({ sellerId, changes }) => [sellerId, writeHealthChanges(changes)]);
      const itemPart = writeItemId(event.itemId, event.requestId);
      return { ...event, facts: { parts: Object.fromEntries(parts) }, itemPart };
    }
    case 'PRICE_CHANGED': {
      const itemPart = writeItemId(event.itemId, event.requestId);
      return { ...event, facts: { changes: Object.fromEntries(event.changes) }, itemPart };
    }
  }
}

const boxFacts = ({ move, ownChange }: BoxEvent): BoxFacts => (ownChange === undefined ? move : { ...move, ownChange });

/** What consumers, and businesses where they see something else, see of a condition. */
function seenIn({ consumer, business }: BoardTexts, condition: Condition) {
  const seen = ({ summary, offersOf }: ViewTexts) => ({ summary, offers: offersOf(condition) ?? '[]' });
  return { consumer: seen(consumer), business: business && seen(business) };
}
