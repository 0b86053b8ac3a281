/** A marketplace of the operator, with one country and one currency (decision 15a). */
export type Marketplace = {
  marketplaceId: string;
  name: string;
  /** ISO 3166 alpha-2. */
  countryCode: string;
  /** ISO 4217. All amounts of the marketplace are in it. */
  currency: string;
  /** Used for requests that name no marketplace (decision 16). */
  isDefault: boolean;
};

export type MarketplaceKey = Pick<Marketplace, 'marketplaceId'>;
