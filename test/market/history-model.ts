import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from '../../src/domain/duration.ts';
import {
  type BoxName,
  boxIn,
  boxNames,
  type Contender,
  type Decision,
  type LowestDecision,
} from '../../src/domain/pricing/decision.ts';
import type { Condition, CustomerType } from '../../src/domain/vocabulary.ts';
import type { LogRow } from '../../src/market/projections/history/box-log.ts';

/*
 * Random histories of items, and what they mean, calculated from the list of all decisions: the independent calculation that
 * the log, its sums and its retention are compared with.
 */

const START = Date.parse('2026-09-01T00:00:00Z');

export const CONDITIONS = ['New', 'Used'] as const;
export const SELLERS = ['S1', 'S2', 'S3'] as const;

/** Each seller has two listings of each condition. */
export const listings = CONDITIONS.flatMap((condition) =>
  SELLERS.flatMap((sellerId) => [1, 2].map((n) => ({ condition, sellerId, sku: `${sellerId}-${condition}-${n}` }))),
);

/** One moment of an item's life: the decision from `atMs` on. Null: there is no such item. */
export type Moment = { atMs: number; decision: Decision | null };

const priceOf = fc.record({
  listingMinor: fc.integer({ min: 0, max: 9 }),
  shippingMinor: fc.integer({ min: 0, max: 2 }),
});

const holderOf = (condition: string): fc.Arbitrary<Contender> =>
  fc
    .tuple(fc.constantFrom(...listings.filter((one) => one.condition === condition)), priceOf)
    .map(([{ sellerId, sku }, price]) => ({
      ...{ sellerId, sku, channel: 'FS', subCondition: 'New', feedbackRating: 95, feedbackCount: 10 },
      ...price,
    }));

type Shown = Pick<Decision, 'boxes' | 'lowest'>;

/** What one box adds to a decision. Half of the boxes are empty: whether a condition has offers must change often. */
const boxOf = (box: BoxName): fc.Arbitrary<Shown> =>
  fc.oneof(
    fc.constant<Shown>({ boxes: [], lowest: [] }),
    fc
      .record({ holder: fc.option(holderOf(box.condition)), fs: fc.option(priceOf), own: fc.option(priceOf) })
      .map(({ holder, fs, own }) => ({
        boxes: holder === null ? [] : [{ ...box, eligible: 1, holder }],
        lowest: [
          ...(fs === null ? [] : [{ ...box, channel: 'FS' as const, ...fs }]),
          ...(own === null ? [] : [{ ...box, channel: 'SELLER' as const, ...own }]),
        ],
      })),
  );

const allBoxes = CONDITIONS.flatMap(boxNames);

const decision: fc.Arbitrary<Decision> = fc
  .record({ hasBusiness: fc.boolean(), boxes: fc.tuple(...allBoxes.map(boxOf)) })
  .map(({ hasBusiness, boxes }) => {
    const seen = boxes.filter((_, n) => hasBusiness || allBoxes[n]?.customer === 'Consumer');
    return {
      boxes: seen.flatMap((one) => one.boxes),
      lowest: seen.flatMap((one) => one.lowest),
      offers: 1,
      hasBusiness,
    };
  });

/** Times that matter: the same millisecond, minutes, days without a change, and midnight exactly. */
const pause = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: HOUR_MS }),
  fc.integer({ min: 1, max: 3 * DAY_MS }),
  fc.constant('midnight' as const),
);

const change = fc.oneof({ weight: 8, arbitrary: decision }, { weight: 1, arbitrary: fc.constant(null) });

/** An item's life of some days, and how long after its last change it is looked at. */
export type Life = { moments: Moment[]; nowMs: number };

export const life: fc.Arbitrary<Life> = fc
  .tuple(fc.array(fc.tuple(pause, change), { minLength: 2, maxLength: 14 }), fc.integer({ min: 1, max: 2 * DAY_MS }))
  .map(([changes, afterMs]) => {
    let atMs = START + 5_000_000;
    const moments = changes.map(([wait, next], n): Moment => {
      atMs = wait === 'midnight' ? Math.ceil(atMs / DAY_MS) * DAY_MS : atMs + wait;
      // The first decision about an item is not its removal.
      return {
        atMs,
        decision: n === 0 && next === null ? { boxes: [], lowest: [], offers: 0, hasBusiness: false } : next,
      };
    });
    return { moments, nowMs: atMs + afterMs };
  });

/** What a reader of history sees of a box. */
export type Seen = { seller: string | null; sku: string | null; landed: number | null; lowest: number | null };

const NOTHING: Seen = { seller: null, sku: null, landed: null, lowest: null };

export function seenIn(current: Decision | null, box: BoxName): Seen {
  if (current === null) return NOTHING;
  const holder = boxIn(current, box)?.holder;
  const prices = lowestIn(current, box.condition, box.customer).filter(({ offerType }) => offerType === box.offerType);
  const landed = prices.map(({ listingMinor, shippingMinor }) => listingMinor + shippingMinor);
  return {
    seller: holder?.sellerId ?? null,
    sku: holder?.sku ?? null,
    landed: holder ? holder.listingMinor + holder.shippingMinor : null,
    lowest: landed.length === 0 ? null : Math.min(...landed),
  };
}

export function seenInRow(row: LogRow | undefined): Seen {
  if (row === undefined) return NOTHING;
  const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);
  return {
    seller: row.seller_id,
    sku: row.sku,
    landed: sum(row.listing_minor, row.shipping_minor),
    lowest: sum(row.lowest_listing_minor, row.lowest_shipping_minor),
  };
}

/** The decision in force at a time. */
export const decisionAt = (moments: readonly Moment[], timeMs: number): Decision | null =>
  moments.findLast(({ atMs }) => atMs <= timeMs)?.decision ?? null;

/** The pieces of time without a change, from `fromMs` until `untilMs`. */
function pieces(
  moments: readonly Moment[],
  fromMs: number,
  untilMs: number,
): { ms: number; decision: Decision | null }[] {
  const times = [fromMs, ...moments.map(({ atMs }) => atMs).filter((atMs) => atMs > fromMs && atMs < untilMs), untilMs];
  return times.slice(1).map((endMs, n) => {
    const beginMs = times[n] as number;
    return { ms: endMs - beginMs, decision: decisionAt(moments, beginMs) };
  });
}

/** The same life, some days later: lives that follow each other do not meet. */
export const shifted = ({ moments, nowMs }: Life, byMs: number): Life => ({
  moments: moments.map(({ atMs, decision: same }) => ({ atMs: atMs + byMs, decision: same })),
  nowMs: nowMs + byMs,
});

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** How long something held during a time. */
export const timeOf = (
  moments: readonly Moment[],
  fromMs: number,
  untilMs: number,
  holds: (current: Decision | null) => boolean,
): number => sum(pieces(moments, fromMs, untilMs).map(({ ms, decision: current }) => (holds(current) ? ms : 0)));

/**
 * The prices at which a box was held during a time. `lowest` counts prices that lasted; `lowestEver` also those that were
 * replaced within the same millisecond.
 */
export function pricesOf(moments: readonly Moment[], box: BoxName, fromMs: number, untilMs: number) {
  const held = pieces(moments, fromMs, untilMs).flatMap(({ ms, decision: current }) => {
    const { landed } = seenIn(current, box);
    return landed === null || ms === 0 ? [] : [{ ms, landed }];
  });
  const passing = moments
    .filter(({ atMs }) => atMs >= fromMs)
    .map((moment) => seenIn(moment.decision, box).landed ?? Infinity);
  const ms = sum(held.map((one) => one.ms));
  const lowest = Math.min(...held.map((one) => one.landed));
  return {
    ms,
    lowest,
    lowestEver: Math.min(lowest, ...passing),
    average: sum(held.map((one) => one.ms * one.landed)) / ms,
  };
}

/** The lowest prices of a condition that a customer type sees, one for each channel and offer type. */
function lowestIn(decision: Decision, condition: Condition, customer: CustomerType): LowestDecision[] {
  const asSeenBy = decision.hasBusiness ? customer : 'Consumer';
  return decision.lowest.filter((price) => price.condition === condition && price.customer === asSeenBy);
}
