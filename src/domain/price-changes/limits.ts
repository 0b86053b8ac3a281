/** What a seller permits for a listing (decision 50). Prices are landed prices, in minor units of the marketplace's currency. */
export type ListingLimits = {
  readonly minimumPriceMinor?: number | undefined;
  readonly maximumPriceMinor?: number | undefined;
  /** After fees and, where a cost is set, after cost. */
  readonly minimumNetMinor?: number | undefined;
  /** What one unit costs the seller. In no event, log, export or answer to anyone without `seller-api:costs:read`. */
  readonly costMinor?: number | undefined;
};

/**
 * Limits that a caller sets. They replace the three limits: one that is absent is removed. The cost stays unless it is named, because not
 * every caller can read it; null removes it.
 */
export type WantedLimits = Omit<ListingLimits, 'costMinor'> & { readonly costMinor?: number | null | undefined };

export function limitsAfter(before: ListingLimits, wanted: WantedLimits): ListingLimits {
  const { minimumPriceMinor, maximumPriceMinor, minimumNetMinor, costMinor = before.costMinor } = wanted;
  return { minimumPriceMinor, maximumPriceMinor, minimumNetMinor, costMinor: costMinor ?? undefined };
}

export const sameLimits = (a: ListingLimits, b: ListingLimits): boolean =>
  a.minimumPriceMinor === b.minimumPriceMinor &&
  a.maximumPriceMinor === b.maximumPriceMinor &&
  a.minimumNetMinor === b.minimumNetMinor &&
  a.costMinor === b.costMinor;

/**
 * Whether a change of limits permits a price that was not permitted before, or names the cost: either needs `seller-api:limits:write`
 * (decision 50). A cost that is named counts even when it is the present one: who may not read the cost must not find it by trying.
 */
export const isLoosening = (before: ListingLimits, wanted: WantedLimits): boolean =>
  wanted.costMinor !== undefined || permitsMore(before, wanted);

type Bounds = Omit<ListingLimits, 'costMinor'>;

/** Whether one of the three limits is lower, higher or gone, so that prices are permitted that were not. */
const permitsMore = (before: Bounds, after: Bounds): boolean =>
  isLower(before.minimumPriceMinor, after.minimumPriceMinor) ||
  isLower(before.minimumNetMinor, after.minimumNetMinor) ||
  isHigher(before.maximumPriceMinor, after.maximumPriceMinor);

/** In which ways limits changed. One change can do all of it. */
export type LimitsEffect = {
  readonly isLoosened: boolean;
  readonly isTightened: boolean;
  readonly isOtherCost: boolean;
};

export const effectOfLimits = (before: ListingLimits, after: ListingLimits): LimitsEffect => ({
  isLoosened: permitsMore(before, after),
  isTightened: permitsMore(after, before),
  isOtherCost: before.costMinor !== after.costMinor,
});

const isLower = (before: number | undefined, after: number | undefined) =>
  before !== undefined && (after === undefined || after < before);

const isHigher = (before: number | undefined, after: number | undefined) =>
  before !== undefined && (after === undefined || after > before);
