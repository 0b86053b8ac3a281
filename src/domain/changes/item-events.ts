import { causeOf } from '../notifications/cause.ts';
import { type Decision, lowestLanded } from '../pricing/decision.ts';
import { type BoxMove, type ShownChanges, shownChanges } from '../pricing/shown-changes.ts';
import { CONDITIONS, type Condition } from '../vocabulary.ts';
import type { ChangeContext } from './change-context.ts';
import { type InvolvedSellers, involvedSellers } from './involved-sellers.ts';
import type { ItemTransition } from './item-transition.ts';
import type { BoxEvent, OfferEvent, QueuedEvent } from './queued-event.ts';

/** What is published about an item. */
export type ItemEvents = {
  readonly events: readonly QueuedEvent[];
  /** Sellers with an offer that came on sale. Those who had none on sale before need the other conditions, too: see `newcomers.ts`. */
  readonly newcomers: readonly string[];
  /** The conditions with offers that `events` leave out. */
  readonly otherConditions: readonly Condition[];
};

const NO_EVENTS: ItemEvents = { events: [], newcomers: [], otherConditions: [] };

/** The most sellers that an event names: an item can have thousands. Holders come first. */
const MAX_SELLERS = 1_000;

/** Compares the decisions about an item: an event for each condition that customers see otherwise, and for each buy box that moved. */
export function itemEvents(item: ItemTransition, context: ChangeContext): ItemEvents {
  const changes = shownChanges(item.before.decision, item.after, item.isSameVersion);
  const involved = involvedSellers(item, context);
  // An item without offers has nobody who could receive an event.
  if ((item.after?.offers ?? 0) === 0 && involved.named.size === 0 && changes.boxes.length === 0) return NO_EVENTS;

  const conditions = publishedConditions(item, changes, involved);
  const events = [
    ...conditions.map((condition) => {
      const moves = changes.boxes.filter(({ box }) => box.condition === condition);
      const named = [...moves.flatMap(holdersOf), ...involved.named];
      return { ...offerEvent(item, condition), ...audienceOf(item, context, involved, named) };
    }),
    ...boxEvents(item, context, involved, changes.boxes),
  ];
  const otherConditions = shownConditions(item.after).filter((condition) => !conditions.includes(condition));
  if (otherConditions.length === 0 || involved.newcomers.size === 0) return { ...NO_EVENTS, events };
  return { events, newcomers: [...involved.newcomers], otherConditions };
}

/** The conditions that the events of the item leave out, for these sellers alone: so that events give them the whole item. */
export function newcomerEvents(
  item: ItemTransition,
  context: ChangeContext,
  conditions: readonly Condition[],
  sellerIds: readonly string[],
): OfferEvent[] {
  if (sellerIds.length === 0) return [];
  const common = audienceOf(item, context, involvedSellers(item, context), sellerIds);
  return conditions.map((condition) => ({ ...offerEvent(item, condition), ...common, audience: 'named' }));
}

/** The conditions with an event of their own. Each event has the Summary of the whole item. */
function publishedConditions(
  { before, isSameVersion, after }: ItemTransition,
  { conditions, rest }: ShownChanges,
  { owners }: InvolvedSellers,
): Condition[] {
  // Texts of another version cannot be compared: after a change of an offer all conditions are published.
  if (!isSameVersion && before.decision !== null && owners.size > 0) {
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

/** What all events about an item have: where, when, and for whom. */
function audienceOf(
  { item: { marketplaceId, itemId }, atMs }: ItemTransition,
  { priority, trace }: ChangeContext,
  { owners, requestId }: InvolvedSellers,
  named: readonly string[],
) {
  const sellers = { owners: firstOf(owners), named: firstOf(new Set(named)) };
  return { marketplaceId, itemId, atMs, priority, audience: 'active', ...sellers, requestId, trace } as const;
}

const firstOf = (ids: ReadonlySet<string>): string[] => [...ids].slice(0, MAX_SELLERS);

function offerEvent({ item: { currency }, before, after, status }: ItemTransition, condition: Condition) {
  const lowestMinor = { before: lowestLanded(before.decision, condition), now: lowestLanded(after, condition) };
  const seen = { customer: 'Consumer', offerType: 'B2C' } as const;
  return { kind: 'ANY_OFFER_CHANGED', condition, ...seen, status, lowestMinor, currency } as const;
}

function boxEvents(
  item: ItemTransition,
  context: ChangeContext,
  involved: InvolvedSellers,
  moves: readonly BoxMove[],
): BoxEvent[] {
  if (moves.length === 0) return [];
  const { before, isSameVersion } = item;
  const cause = causeOf({
    offers: involved.changedOffers,
    hasOtherEligibility: item.hasNewThreshold || context.sellerId !== undefined,
    hasDatePassed: item.hasDatePassed,
    hasOtherRules: before.decision !== null && !isSameVersion,
    wasStale: before.isStale,
  });
  return moves.map((move): BoxEvent => {
    const ownChange = ownChangeIn(item, context, move.box.condition);
    return {
      ...{ kind: 'BUY_BOX_CHANGED', ...move.box, move, cause, currency: item.item.currency },
      ...(ownChange && { ownChange }),
      ...audienceOf(item, context, involved, [...holdersOf(move), ...involved.named]),
    };
  });
}

/** The seller's own change that a move of a box follows: that of an offer in its condition. */
function ownChangeIn({ offers }: ItemTransition, { ownChange }: ChangeContext, condition: Condition) {
  for (const { key, after } of ownChange === undefined ? [] : offers) {
    const own = after?.offer.condition === condition ? ownChange?.(key) : undefined;
    if (own !== undefined) return { sellerId: key.sellerId, receiptId: own.receiptId };
  }
  return undefined;
}
