/** A marketplace of the operator: one country's shop, one currency (decision 15a). */
export type Marketplace = {
  marketplaceId: string;
  name: string;
  /** ISO 3166 alpha-2. */
  countryCode: string;
  /** ISO 4217; every amount of the marketplace is in it. */
  currency: string;
  /** The one that is meant when a caller names none (decision 16). */
  isDefault: boolean;
};

export type MarketplaceKey = Pick<Marketplace, 'marketplaceId'>;
