import type { Sql } from '../../../db/db.ts';
import { type FeesInForce, feesInForce } from '../../../domain/fees/net-proceeds.ts';
import type { Item, ItemKey } from '../../../domain/market/item.ts';
import type { OfferKey } from '../../../domain/market/offer.ts';
import type { MaybePromise } from '../../../domain/maybe-promise.ts';
import { boxChangeFor } from '../../../domain/notifications/box-change.ts';
import type {
  BoxFacts,
  ConcernedSeller,
  HealthFacts,
  OpenEvent,
  TermsChange,
  TermsFacts,
} from '../../../domain/notifications/market-event.ts';
import { boardTime } from '../../../domain/pricing/board-time.ts';
import type { Decision } from '../../../domain/pricing/decision.ts';
import { overviewIn } from '../../../domain/pricing/listing-overview.ts';
import { compareOffers } from '../../../domain/pricing/offers.ts';
import type { Condition } from '../../../domain/vocabulary.ts';
import { type MyBoxOffer, writeBuyBoxChangedPart } from '../../../wire/notifications/events/buy-box-changed-part.ts';
import { writePriceChangedPart } from '../../../wire/notifications/events/price-changed-part.ts';
import { writeAnyOfferPart, writeHealthPart, writeOwnPart } from '../../../wire/notifications/events/seller-part.ts';
import { feeSchedulesOf } from '../../records/fee-schedule.ts';
import { items } from '../../records/item.ts';
import { findTexts, keyText } from '../../records/record-table.ts';
import { type OwnBoxOffer, ownOffersOf, ownSkusOf, type SellerShelf } from './own-box-offers.ts';

/** Own offers in one event, the best ones. `GET listings` has the others. */
const MAX_MY_OFFERS = 20;

/** What the parts of an event's receivers are made from. */
type EventFacts = Pick<OpenEvent, 'kind' | 'marketplaceId' | 'itemId' | 'atMs'> & {
  /** Empty where the event is about several conditions. */
  condition: Condition | '';
  owners: Set<string>;
  facts: unknown;
};

/** The market as it is now: what the figures of own offers depend on. */
type Present = {
  now: number;
  /** By its `keyText`: the item, and the fees of its marketplace. */
  items: ReadonlyMap<string, { item: Item; fees: FeesInForce }>;
  /** By `shelfKey`. */
  offers: ReadonlyMap<string, OwnBoxOffer[]>;
  /** By `shelfKey`. */
  skus: ReadonlyMap<string, string[]>;
  /** Terms beyond the limits of their sellers. */
  crossing: ReadonlySet<TermsChange>;
};

/** An offer whose terms the operator's record changed. */
type OperatorChange = OfferKey & { readonly change: TermsChange };

/** Those of these changes that leave terms beyond the limits of their sellers. */
export type CrossedLimits = (
  tx: Sql,
  changes: readonly OperatorChange[],
  nowMs: number,
) => MaybePromise<ReadonlySet<TermsChange>>;

export type PartSources = { readonly now: number; readonly crossedLimits: CrossedLimits };

/** The seller's part of each event, in the order of `concerned`. Undefined: the seller receives nothing. */
export async function sellerParts(
  tx: Sql,
  events: readonly OpenEvent[],
  concerned: readonly ConcernedSeller[],
  { now, crossedLimits }: PartSources,
): Promise<(string | undefined)[]> {
  const facts = await readFacts(tx, events);
  const crossing = await crossedLimits(tx, operatorChanges(facts, concerned), now);
  const present = { ...(await readPresent(tx, shelvesIn(facts, concerned), now)), crossing };
  return concerned.map(({ eventId, sellerId }) => {
    const event = facts.get(eventId);
    return event && partFor(event, sellerId, present);
  });
}

async function readFacts(tx: Sql, events: readonly OpenEvent[]): Promise<Map<number, EventFacts>> {
  const rows = await tx.many<{ id: number; condition: string; owners: string; facts: string }>(
    `SELECT market_event.id, market_event.condition, market_event.owners, market_event.facts
       FROM (VALUES {rows: bigint}) AS k JOIN market_event ON market_event.id = k.column1`,
    events.map(({ id }) => [id]),
  );
  const texts = new Map(rows.map((row) => [row.id, row]));
  const facts = new Map<number, EventFacts>();
  for (const { id, kind, marketplaceId, itemId, atMs } of events) {
    const row = texts.get(id);
    if (row === undefined) continue;
    facts.set(id, {
      kind,
      marketplaceId,
      itemId,
      atMs,
      condition: row.condition as EventFacts['condition'],
      owners: new Set(JSON.parse(row.owners)),
      facts: JSON.parse(row.facts),
    });
  }
  return facts;
}

function termsChangeOf({ kind, facts }: EventFacts, sellerId: string): TermsChange | undefined {
  if (kind !== 'PRICE_CHANGED') return undefined;
  const { changes } = facts as TermsFacts;
  return Object.hasOwn(changes, sellerId) ? changes[sellerId] : undefined;
}

/** Limits bind every change but those of the operator (decision 50). */
function operatorChanges(
  facts: ReadonlyMap<number, EventFacts>,
  concerned: readonly ConcernedSeller[],
): OperatorChange[] {
  return concerned.flatMap(({ eventId, sellerId }) => {
    const event = facts.get(eventId);
    const change = event && termsChangeOf(event, sellerId);
    if (event === undefined || change === undefined || change.ownChange !== undefined) return [];
    return [{ marketplaceId: event.marketplaceId, sellerId, sku: change.sku, change }];
  });
}

/** The sellers, items and conditions whose own offers events have, each once, by `shelfKey`. */
type Shelves = {
  /** With their figures. */
  whole: ReadonlyMap<string, SellerShelf>;
  /** Only their SKUs. */
  skus: ReadonlyMap<string, SellerShelf>;
};

function shelvesIn(facts: ReadonlyMap<number, EventFacts>, concerned: readonly ConcernedSeller[]): Shelves {
  const whole = new Map<string, SellerShelf>();
  const skus = new Map<string, SellerShelf>();
  for (const { eventId, sellerId } of concerned) {
    const event = facts.get(eventId);
    if (event === undefined || event.condition === '') continue;
    const { marketplaceId, itemId, condition, kind } = event;
    const shelf: SellerShelf = { marketplaceId, itemId, sellerId, condition };
    if (kind === 'BUY_BOX_CHANGED') whole.set(shelfKey(shelf), shelf);
    if (kind === 'ANY_OFFER_CHANGED') skus.set(shelfKey(shelf), shelf);
  }
  return { whole, skus };
}

const shelfKey = ({ marketplaceId, itemId, sellerId, condition }: SellerShelf) =>
  keyText([marketplaceId, itemId, sellerId, condition]);

async function readPresent(tx: Sql, { whole, skus }: Shelves, now: number): Promise<Omit<Present, 'crossing'>> {
  const wanted = [...whole.values()];
  const found = await readItems(tx, wanted, now);
  const lists = await ownOffersOf(tx, wanted);
  const offers = new Map(wanted.map((one, n) => [shelfKey(one), lists[n] ?? []]));
  const others = [...skus.values()];
  const own = await ownSkusOf(tx, others);
  return { now, items: found, offers, skus: new Map(others.map((one, n) => [shelfKey(one), own[n] ?? []])) };
}

async function readItems(tx: Sql, wanted: readonly SellerShelf[], now: number): Promise<Present['items']> {
  if (wanted.length === 0) return new Map();
  const keys = new Map(wanted.map((one) => [keyText(items.keyOf(one)), one]));
  const texts = await findTexts(tx, items, [...keys.values()].map(items.keyOf));
  // Not by `MarketFacts`: within a transaction the store may be read through that alone.
  const schedules = await feeSchedulesOf(tx, new Set(wanted.map(({ marketplaceId }) => marketplaceId)));
  return new Map(
    Array.from(texts, ([key, text]) => {
      const item: Item = JSON.parse(text);
      return [key, { item, fees: feesInForce(schedules, item.marketplaceId, now) }] as const;
    }),
  );
}

function partFor(event: EventFacts, sellerId: string, present: Present): string | undefined {
  const { kind, owners, facts, condition, ...key } = event;
  const isOwn = owners.has(sellerId);
  switch (kind) {
    case 'ANY_OFFER_CHANGED': {
      if (condition === '') return writeOwnPart(isOwn);
      return writeAnyOfferPart(isOwn, present.skus.get(shelfKey({ ...key, sellerId, condition })) ?? []);
    }
    case 'BUY_BOX_CHANGED': {
      const box = facts as BoxFacts;
      const previousSku = box.before?.sellerId === sellerId ? box.before.sku : undefined;
      const receiptId = box.ownChange?.sellerId === sellerId ? box.ownChange.receiptId : undefined;
      const mine = myOffers(box, key, sellerId, present);
      return writeBuyBoxChangedPart(boxChangeFor(box, sellerId), isOwn, mine, { previousSku, receiptId });
    }
    case 'PRICING_HEALTH': {
      const { parts } = facts as HealthFacts;
      return Object.hasOwn(parts, sellerId) ? writeHealthPart(parts[sellerId] as string, isOwn) : undefined;
    }
    case 'PRICE_CHANGED': {
      const change = termsChangeOf(event, sellerId);
      const isOperators = change?.ownChange === undefined;
      return change && writePriceChangedPart(change, isOperators ? present.crossing.has(change) : undefined);
    }
    default:
      // A newer process queued it, during a rolling upgrade. The event stays in the queue for a worker that knows its kind.
      throw new Error(`this version of the service does not know the event kind ${kind satisfies never}`);
  }
}

/** The seller's own offers in the box, in the order of offers, as they stand against the others of the decision. */
function myOffers(
  { box, after }: BoxFacts,
  key: ItemKey & Pick<OpenEvent, 'atMs'>,
  sellerId: string,
  { now, items: known, offers }: Present,
): MyBoxOffer[] {
  const subject = known.get(keyText(items.keyOf(key)));
  if (subject === undefined) return [];
  const decision: Decision = {
    // Businesses may see the consumers' decision: here it has the name of their own box.
    ...{ boxes: after === null ? [] : [{ ...after, ...box }], hasBusiness: true },
    ...{ lowest: [], offers: 0 },
  };
  // The clock of this process may be behind the one by which the change was decided.
  const boardMs = boardTime(key.atMs, now);
  const mine = (offers.get(shelfKey({ ...key, sellerId, condition: box.condition })) ?? []).flatMap(
    (own): MyBoxOffer[] => {
      const overview = overviewIn({ ...own, item: subject.item, decision }, box, subject.fees, boardMs);
      const isBuyBoxWinner = after?.holder.sellerId === sellerId && after.holder.sku === own.offer.sku;
      return overview === undefined ? [] : [{ isBuyBoxWinner, overview }];
    },
  );
  return mine.sort(byPlace).slice(0, MAX_MY_OFFERS);
}

/** Offers that pass all gates first, then the order of offers. */
function byPlace({ overview: { standing: a } }: MyBoxOffer, { overview: { standing: b } }: MyBoxOffer): number {
  return Number(a.failing !== 0) - Number(b.failing !== 0) || compareOffers(a.seen, b.seen);
}
