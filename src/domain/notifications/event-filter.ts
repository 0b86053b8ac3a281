import { exactProduct } from '../money.ts';
import type { Condition } from '../vocabulary.ts';
import type { EventSubject, PriceMove } from './event-subject.ts';
import { BOX_CHANGES } from './market-event.ts';
import { HEALTH_WORDS } from './offer-health.ts';

/** Which events a destination gets, of the kinds that it takes. Every key that is present must let an event pass. */
export type EventFilter = {
  marketplaceIds?: readonly string[];
  storeItemIds?: readonly string[];
  skus?: readonly string[];
  conditions?: readonly Condition[];
  /** Words of `Change` and `Health`. A kind that has none of the words is not filtered by them. */
  changes?: readonly ChangeWord[];
  /** In percent of the price before, with at most two decimals. */
  minPriceChangePercent?: number;
  ownOnly?: true;
  othersOnly?: true;
};

export const CHANGE_WORDS = [...BOX_CHANGES, ...HEALTH_WORDS] as const;
type ChangeWord = (typeof CHANGE_WORDS)[number];

/** Elements of each list of identifiers. */
export const MAX_FILTER_IDS = 1_000;

type Passes = (subject: EventSubject) => boolean;

/** What each key lets pass, in the order in which the keys are looked at. Events that are not about an item have no subject for some. */
const passesBy: { readonly [K in keyof EventFilter]-?: (wanted: NonNullable<EventFilter[K]>) => Passes } = {
  marketplaceIds: (wanted) => isAmong(wanted, ({ marketplaceId }) => marketplaceId),
  storeItemIds: (wanted) => isAmong(wanted, ({ itemId }) => itemId),
  skus: (wanted) => isAmong(wanted, ({ skus }) => skus),
  conditions: (wanted) => isAmong(wanted, ({ conditions }) => conditions),
  changes: (wanted) => {
    const words = new Set<string>(WORDS_OF_KINDS.filter((ofKind) => ofKind.some(isOneOf(wanted))).flat());
    const listed = new Set<string>(wanted);
    return ({ change }) => change === undefined || !words.has(change) || listed.has(change);
  },
  // Hundredths of a percent are an integer: `readFilter` allows two decimals.
  minPriceChangePercent: (percent) => {
    const hundredths = Math.round(percent * 100);
    return ({ price }) => price === undefined || movesBy(price, hundredths);
  },
  ownOnly:
    () =>
    ({ isOwn }) =>
      isOwn !== false,
  othersOnly:
    () =>
    ({ isOwn }) =>
      isOwn !== true,
};

/** The first key of a filter that keeps an event back; undefined: it passes. */
export type FilterRule = (subject: EventSubject) => keyof EventFilter | undefined;

/** The one function that decides whether an event passes. */
export function filterRule(filter: EventFilter): FilterRule {
  const checks = (Object.keys(passesBy) as (keyof EventFilter)[]).flatMap((key) => {
    const wanted = filter[key];
    const passes = passesBy[key] as (wanted: unknown) => Passes;
    return wanted === undefined ? [] : [{ key, passes: passes(wanted) }];
  });
  return (subject) => checks.find(({ passes }) => !passes(subject))?.key;
}

/** Whether the filter looks at what every receiver of an event is told, beside its item and marketplace. */
export const looksAtItemPart = ({ conditions, minPriceChangePercent }: EventFilter): boolean =>
  conditions !== undefined || minPriceChangePercent !== undefined;

/** A set: a list has up to 1,000 elements, and an event up to 20 SKUs. */
function isAmong(
  wanted: readonly string[],
  of: (subject: EventSubject) => string | readonly string[] | undefined,
): Passes {
  const set = new Set(wanted);
  return (subject) => {
    const value = of(subject);
    if (value === undefined) return true;
    return typeof value === 'string' ? set.has(value) : value.some((one) => set.has(one));
  };
}

const WORDS_OF_KINDS: readonly (readonly ChangeWord[])[] = [BOX_CHANGES, HEALTH_WORDS];

const isOneOf = (words: readonly ChangeWord[]) => (word: ChangeWord) => words.includes(word);

/** Exact: amounts are integers, and products that a number cannot hold are not rounded. A price of 0 moves by more than any percentage. */
function movesBy({ beforeMinor, nowMinor }: PriceMove, hundredths: number): boolean {
  if (beforeMinor === nowMinor) return false;
  return exactProduct(Math.abs(nowMinor - beforeMinor), 10_000) >= exactProduct(beforeMinor, hundredths);
}
