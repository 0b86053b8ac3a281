/** What a token may do (decision 9). */
export const SELLER_RIGHTS = [
  'seller-api:pricing:read',
  'seller-api:notifications:read',
  'seller-api:notifications:write',
] as const;
export type SellerRight = (typeof SELLER_RIGHTS)[number];

export const OPERATOR_RIGHT = 'operator:market:write';

export type Right = SellerRight | typeof OPERATOR_RIGHT;

/** Who is calling: an application, and the seller it acts for. An operator's application acts for no seller (decision 8). */
export type Caller = {
  readonly clientId: string;
  readonly sellerId: string | undefined;
  readonly rights: ReadonlySet<Right>;
};
