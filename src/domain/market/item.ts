/** What JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A catalogue item in one marketplace. Measures are whole numbers of small units, so that fees come out exact. */
export type Item = {
  marketplaceId: string;
  itemId: string;
  /** The marketplace's, for every amount below. */
  currency: string;
  /** A category of the fee schedule; one it does not know is charged as its default category. */
  category: string;
  /** What the catalogue knows: Title, Brand, Color, Size, ProductGroup ... an open object (decision 24). */
  attributes: { readonly [name: string]: Json };
  dimensions?: Dimensions;
  weightThousandthsLb?: number;
  listPriceMinor?: number;
  /** Offers that cost more than this cannot win the buy box (decision 23). */
  competitivePriceThresholdMinor?: number;
  salesRanks: readonly SalesRank[];
  tradeInValueMinor?: number;
  hazmat: boolean;
  relatives?: Relatives;
};

/** Hundredths of an inch; the product of three of them stays a safe integer (at most 1,000 in each). */
export type Dimensions = {
  lengthHundredthsIn: number;
  widthHundredthsIn: number;
  heightHundredthsIn: number;
};

export type SalesRank = { category: string; rank: number };

/** Variation relatives, by item ID in the same marketplace. */
export type Relatives = { parent?: string; children: readonly string[] };

export type ItemKey = Pick<Item, 'marketplaceId' | 'itemId'>;
