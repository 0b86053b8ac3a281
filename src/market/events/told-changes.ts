import { causeOf, isOnSale } from '../../domain/notifications/cause.ts';
import { type Decision, lowestLanded } from '../../domain/pricing/decision.ts';
import { type BoxMove, type ShownChanges, shownChanges } from '../../domain/pricing/shown-changes.ts';
import { CONDITIONS, type Condition } from '../../domain/vocabulary.ts';
import { writeBoxChange } from '../../wire/notifications/events/box-change.ts';
import { writeOfferChange } from '../../wire/notifications/events/offer-change.ts';
import type { MarketEvent } from './market-event.ts';
import type { Occasion } from './occasion.ts';
import { isOffSaleThroughout, readPending } from './pending-changes.ts';
import type { RebuiltItem } from './rebuilt-item.ts';
import type { ItemNotes, NotedOffer } from './transaction-notes.ts';

/** What is told about an item. */
export type Told = {
  events: MarketEvent[];
  /** Sellers whose offers came on sale: they may need the conditions that the others are not told about now. */
  newSellers: string[];
  /** These conditions, for those of them that need them. */
  newsOf(sellerIds: readonly string[]): MarketEvent[];
};

const NOTHING: Told = { events: [], newSellers: [], newsOf: () => [] };

/** The most sellers that an event names: an item can have thousands. Holders come first. */
const MAX_SELLERS = 1_000;

/** Compares the decisions about an item, before and after its board was rebuilt. */
export function tell(one: RebuiltItem, notes: ItemNotes | undefined, occasion: Occasion): Told {
  const changes = shownChanges(one.before.decision, one.after, one.isSameVersion);
  const who = involved(one, notes, occasion);
  // An item without offers has nobody to tell it to.
  if ((one.after?.offers ?? 0) === 0 && who.named.size === 0 && changes.boxes.length === 0) return NOTHING;

  const conditions = toldConditions(one, changes, who.owners.size > 0);
  const events = [
    ...conditions.map((condition) => {
      const moves = changes.boxes.filter(({ box }) => box.condition === condition);
      return offerEvent(one, occasion, who, condition, 'active', [...moves.flatMap(holdersOf), ...who.named]);
    }),
    ...boxEvents(one, occasion, notes, who, changes.boxes),
  ];
  const others = shownConditions(one.after).filter((condition) => !conditions.includes(condition));
  if (others.length === 0 || who.newSellers.size === 0) return { ...NOTHING, events };
  const newsOf = (sellerIds: readonly string[]) =>
    sellerIds.length === 0
      ? []
      : others.map((condition) => offerEvent(one, occasion, who, condition, 'named', sellerIds));
  return { events, newSellers: [...who.newSellers], newsOf };
}

type Involved = {
  /** Whose records changed. */
  owners: Set<string>;
  /** Of these, and of others whose offers have another state now, those that have or had an offer on sale. */
  named: Set<string>;
  newSellers: Set<string>;
  requestId: string | undefined;
};

function involved({ before }: RebuiltItem, notes: ItemNotes | undefined, occasion: Occasion): Involved {
  const owners = new Set<string>();
  const named = new Set<string>();
  const newSellers = new Set<string>();
  let { requestId } = occasion;
  for (const noted of notes?.offers.values() ?? []) {
    const { sellerId, isChanged } = noted;
    if (isChanged) owners.add(sellerId);
    if ((isChanged || noted.before !== noted.after) && !isOffSaleThroughout(noted)) named.add(sellerId);
    if (!isOnSale(noted.before) && isOnSale(noted.after)) newSellers.add(sellerId);
  }
  if (occasion.sellerId !== undefined) owners.add(occasion.sellerId);
  if (before.pending !== null) {
    const pending = readPending(before.pending);
    for (const id of pending.sellers) owners.add(id);
    for (const id of pending.sellersOnSale) named.add(id);
    for (const id of pending.newSellers) newSellers.add(id);
    if (!occasion.isChange) requestId = pending.requestId;
    else if (pending.requestId !== requestId) requestId = undefined;
  }
  return { owners, named, newSellers, requestId };
}

/** The conditions that are told, each with the Summary of the whole item. */
function toldConditions(one: RebuiltItem, { conditions, rest }: ShownChanges, hasOwners: boolean): Condition[] {
  const { before, isSameVersion, after } = one;
  // Texts of another version cannot be compared: whoever changed an offer is told about all of them.
  if (!isSameVersion && before.decision !== null && hasOwners) {
    const shown = shownConditions(after);
    return CONDITIONS.filter((condition) => conditions.includes(condition) || shown.includes(condition));
  }
  if (conditions.length > 0 || !rest) return conditions;
  return [shownConditions(after)[0] ?? 'New'];
}

const shownConditions = (decision: Decision | null): Condition[] =>
  CONDITIONS.filter((condition) => decision?.digests?.consumer.conditions[condition] !== undefined);

const holdersOf = ({ before, after }: BoxMove): string[] =>
  [before?.sellerId, after?.holder.sellerId].filter((id) => id !== undefined);

function commonOf(one: RebuiltItem, { lane }: Occasion, { owners }: Involved, named: readonly string[]) {
  const { marketplaceId, itemId } = one.item;
  const { atMs } = one;
  return { marketplaceId, itemId, atMs, lane, owners: firstOf(owners), named: firstOf(new Set(named)) };
}

const firstOf = (ids: ReadonlySet<string>): string[] => [...ids].slice(0, MAX_SELLERS);

function offerEvent(
  one: RebuiltItem,
  occasion: Occasion,
  who: Involved,
  condition: Condition,
  audience: MarketEvent['audience'],
  named: readonly string[],
): MarketEvent {
  const { requestId } = who;
  return {
    ...commonOf(one, occasion, who, named),
    ...{ kind: 'ANY_OFFER_CHANGED', condition, customer: 'Consumer', offerType: 'B2C', audience, facts: null },
    itemPart: writeOfferChange({
      itemId: one.item.itemId,
      condition,
      status: one.status,
      lowestMinor: {
        before: lowestLanded(one.before.decision, condition),
        now: lowestLanded(one.after, condition),
      },
      currency: one.item.currency,
      ...one.textsOf(condition),
      requestId,
    }),
  };
}

function boxEvents(
  one: RebuiltItem,
  occasion: Occasion,
  notes: ItemNotes | undefined,
  who: Involved,
  moves: readonly BoxMove[],
): MarketEvent[] {
  if (moves.length === 0) return [];
  const { before, isSameVersion, item } = one;
  const cause = causeOf({
    offers: changedOffers(notes),
    hasOtherEligibility: notes?.hasNewThreshold === true || occasion.sellerId !== undefined,
    hasDatePassed: notes?.hasDatePassed === true,
    hasOtherRules: before.decision !== null && !isSameVersion,
    wasStale: before.staleness !== 'none',
  });
  return moves.map((move) => ({
    ...commonOf(one, occasion, who, [...holdersOf(move), ...who.named]),
    ...move.box,
    kind: 'BUY_BOX_CHANGED',
    audience: 'active',
    facts: move,
    itemPart: writeBoxChange({
      itemId: item.itemId,
      move,
      cause,
      currency: item.currency,
      requestId: who.requestId,
    }),
  }));
}

function changedOffers(notes: ItemNotes | undefined): NotedOffer[] {
  return notes === undefined ? [] : [...notes.offers.values()].filter(({ isChanged }) => isChanged);
}
