import type { Row, Sql } from '../../../db/db.ts';
import type { Lane } from '../../../domain/changes/change-context.ts';
import type { MaybePromise } from '../../../domain/maybe-promise.ts';
import type { BoxFacts, HealthFacts, MarketEventKind } from '../../../domain/notifications/market-event.ts';
import { storedTrace, type TraceContext } from '../../../domain/trace-context.ts';
import type { Condition, CustomerType, OfferType } from '../../../domain/vocabulary.ts';

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
  lane: Lane;
  /** `active`: all sellers with an offer on sale, and the named ones. `named`: the named ones alone. */
  audience: 'active' | 'named';
  named: readonly string[];
  /** The sellers whose records changed. */
  owners: readonly string[];
  /** What the sellers' parts are made from. */
  facts: BoxFacts | HealthFacts | null;
  /** Members of `data` as JSON text, without braces: the same for all sellers. */
  itemPart: string;
};

/** Queues events, at the end of the transaction that changed the market. Precondition: at least one receiver exists. */
export function addMarketEvents(tx: Sql, events: readonly MarketEvent[], trace?: TraceContext): MaybePromise<unknown> {
  const stored = storedTrace(trace);
  return tx.many(
    `INSERT INTO market_event (kind, marketplace_id, item_id, condition, customer, offer_type, at_ms, lane, audience,
       after_seller, named, owners, facts, item_part, trace)
     VALUES {rows: text, text, text, text, text, text, bigint, bigint, text, text, text, text, text, text, text}`,
    events.map((event) => rowOf(event, stored)),
  );
}

const rowOf = (one: MarketEvent, trace: string | null): Row => [
  ...[one.kind, one.marketplaceId, one.itemId, one.condition, one.customer, one.offerType, one.atMs, one.lane],
  ...[one.audience, '', JSON.stringify(one.named), JSON.stringify(one.owners), JSON.stringify(one.facts), one.itemPart],
  trace,
];
