import { Random } from '../../src/cli/seed/random.ts';
import { cycleOf, type PriceChange } from '../compare/price-changes.ts';
import { crowdMarketplace, firstCents, offerRecord } from '../crowd.ts';
import type { Listing } from '../market.ts';

/** Offers of each item, all from different sellers. */
export const OFFERS = 20;
const SELLERS = 400;

/**
 * The most callers. Each item belongs to one part of the feed, and each part to one caller: an operator sends the changes of an
 * item one after the other, because an older price would otherwise replace a newer one.
 */
export const MAX_CALLERS = 8;

/** The changes of a cycle: see `cycleOf`. */
const CYCLE_LENGTH = 4;

export const sellerIds: readonly string[] = Array.from({ length: SELLERS }, (_, n) => `FEED${n}`);

/** The records of the market before the first change. */
export function* marketRecords(items: number): Generator<object> {
  yield crowdMarketplace;
  for (const sellerId of sellerIds) yield sellerRecord(sellerId);
  for (let item = 0; item < items; item += 1) {
    const { marketplaceId, itemId } = listingOf(item, 0);
    yield { kind: 'item', marketplaceId, itemId, category: 'books' };
    for (const [place, cents] of pricesBefore(item).entries()) yield offerRecord(listingOf(item, place), cents);
  }
}

const sellerRecord = (sellerId: string) => ({
  ...{ kind: 'seller', sellerId, plan: 'Professional' },
  ...{ feedbackRating: 95, feedbackCount: 99, featuredMerchant: true },
});

/** The body of one request, and how many price changes it has. */
export type Call = { changes: number; body: string };

/**
 * Calls with price changes of so many items each, an item once in a call, drawn at random: an offer takes the buy box, another one
 * moves in the middle of the list, the holder changes its price, and loses the buy box again. Every record changes something. The
 * same arguments give the same calls.
 */
export class PriceFeed {
  readonly #changes: number;
  /** The items of each part, in an order that changes with every call. */
  readonly #parts: number[][];
  readonly #visits: number[];
  readonly #random = new Random(1);

  constructor(items: number, changes: number) {
    if (changes > items / MAX_CALLERS)
      throw new Error(
        `A call of ${changes} changes needs ${changes * MAX_CALLERS} items, and the market has ${items}.`,
      );
    this.#changes = changes;
    this.#parts = Array.from({ length: MAX_CALLERS }, () => []);
    this.#visits = Array.from({ length: items }, (_, item) => visitsBefore(item));
    for (let item = 0; item < items; item += 1) this.#parts[item % MAX_CALLERS]?.push(item);
    this.#random.startStream(3, changes);
  }

  /** The next call of this part of the feed. */
  next(part: number): Call {
    const items = this.#parts[part % MAX_CALLERS] ?? [];
    const records = Array.from({ length: this.#changes }, (_, n) => {
      const other = n + this.#random.below(items.length - n);
      [items[n], items[other]] = [items[other] as number, items[n] as number];
      return this.#nextChange(items[n] as number);
    });
    return { changes: this.#changes, body: JSON.stringify(records) };
  }

  #nextChange(item: number): object {
    const visit = this.#visits[item] ?? 0;
    this.#visits[item] = visit + 1;
    const { at, cents } = changeAt(visit);
    return offerRecord(listingOf(item, at), cents);
  }
}

/** The next so many calls, of all parts in turn. */
export const nextCalls = (feed: PriceFeed, count: number): Call[] =>
  Array.from({ length: count }, (_, n) => feed.next(n));

function changeAt(visit: number): Omit<PriceChange, 'kind'> {
  const { measured, undo } = cycleOf(OFFERS, Math.floor(visit / CYCLE_LENGTH));
  return measured[visit % CYCLE_LENGTH] ?? undo;
}

/** Items begin at different places of the cycle, so that a call for all of them has changes of all kinds. */
const visitsBefore = (item: number) => Math.floor(item / MAX_CALLERS) % CYCLE_LENGTH;

function pricesBefore(item: number): number[] {
  const prices = Array.from({ length: OFFERS }, (_, place) => firstCents(place));
  for (let visit = 0; visit < visitsBefore(item); visit += 1) {
    const { at, cents } = changeAt(visit);
    prices[at] = cents;
  }
  return prices;
}

function listingOf(item: number, place: number): Listing {
  const itemId = `FEED-${item}`;
  const sellerId = sellerIds[(item * 7 + place * (SELLERS / OFFERS)) % SELLERS] as string;
  return { marketplaceId: crowdMarketplace.marketplaceId, itemId, sellerId, sku: itemId };
}
