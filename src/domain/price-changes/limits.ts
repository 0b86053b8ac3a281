/** What a seller permits for a listing (decision 50). Prices are landed prices, in minor units of the marketplace's currency. */
export type ListingLimits = {
  readonly minimumPriceMinor?: number | undefined;
  readonly maximumPriceMinor?: number | undefined;
  /** After fees and, where a cost is set, after cost. */
  readonly minimumNetMinor?: number | undefined;
  /** What one unit costs the seller. In no event, log, export or answer to anyone without `seller-api:costs:read`. */
  readonly costMinor?: number | undefined;
};
