/** The two marketplaces of the demo. `STORE_US` is the default when a request names none (decision 16). */
export const STORE_US: Record<string, unknown> = {
  kind: 'marketplace',
  marketplaceId: 'STORE_US',
  name: 'Store US',
  countryCode: 'US',
  currency: 'USD',
  isDefault: true,
};

export const STORE_CA: Record<string, unknown> = {
  kind: 'marketplace',
  marketplaceId: 'STORE_CA',
  name: 'Store Canada',
  countryCode: 'CA',
  currency: 'CAD',
  isDefault: false,
};
