/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A catalogue item in one marketplace. Measures are integers of small units, so that fees are exact. */
export type Item = {
  marketplaceId: string;
  itemId: string;
  /** The currency of the marketplace, for all amounts below. */
  currency: string;
  /** A category of the fee schedule. An unknown one is charged as the default category. */
  category: string;
  /** Catalogue data: Title, Brand, Color, Size, ProductGroup ... An open object (decision 24). */
  attributes: { readonly [name: string]: Json };
  dimensions?: Dimensions;
  weightThousandthsLb?: number;
  listPriceMinor?: number;
  /** An offer with a higher landed price cannot win the buy box (decision 23). */
  competitivePriceThresholdMinor?: number;
  salesRanks: readonly SalesRank[];
  tradeInValueMinor?: number;
  hazmat: boolean;
  relatives?: Relatives;
};

/** Hundredths of an inch. Each is at most 1,000 inches, so that the product of three is a safe integer. */
export type Dimensions = {
  lengthHundredthsIn: number;
  widthHundredthsIn: number;
  heightHundredthsIn: number;
};

export type SalesRank = { category: string; rank: number };

/** Variation relatives, by item ID in the same marketplace. */
export type Relatives = { parent?: string; children: readonly string[] };

export type ItemKey = Pick<Item, 'marketplaceId' | 'itemId'>;

/** The title of the catalogue. Undefined when it has none, or one that is not a text. */
export const titleOf = ({ attributes: { Title: title } }: Pick<Item, 'attributes'>): string | undefined =>
  typeof title === 'string' ? title : undefined;
