import type { Condition } from '../vocabulary.ts';

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

export const CHANGE_WORDS = ['WON', 'LOST', 'HOLDER', 'PRICE', 'NONE', 'UNHEALTHY', 'RECOVERED'] as const;
type ChangeWord = (typeof CHANGE_WORDS)[number];

/** Elements of each list of identifiers. */
export const MAX_FILTER_IDS = 1_000;
