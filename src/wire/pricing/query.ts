import { CONDITIONS, CUSTOMER_TYPES, FULFILLMENT_CHANNELS, OFFER_TYPES } from '../../domain/vocabulary.ts';
import { MarketplaceIdShape } from '../marketplace-id.ts';
import { Type } from '../type.ts';

/** PostgreSQL cannot store a NUL character, and no identifier has one. */
export const noNul = { pattern: '^[^\\0]*$', 'x-rule': 'must not have a NUL character' };

/** The length of a SKU or an item ID (decision 2). */
export const MAX_IDENTIFIER_CHARACTERS = 256;
/** In one request (spec 8). */
export const MAX_IDENTIFIERS = 20;

export const SellerSkuShape = Type.String({
  minLength: 1,
  maxLength: MAX_IDENTIFIER_CHARACTERS,
  ...noNul,
  description: "The caller's SKU.",
  examples: ['DEMO-SKU-1'],
});

export const StoreItemIdShape = Type.String({
  minLength: 1,
  maxLength: MAX_IDENTIFIER_CHARACTERS,
  ...noNul,
  description: 'The marketplace item ID.',
  examples: ['ITEM000001'],
});

/** Optional for callers. The validation inserts the default, so routes always have a value. */
export const CustomerTypeShape = Type.Optional.Enum(CUSTOMER_TYPES, {
  default: 'Consumer',
  description: 'Whose view of the prices: a business customer sees business prices where there are any.',
});

const ItemConditionShape = Type.Enum(CONDITIONS, {
  description: 'The condition whose offers are returned.',
  examples: ['New'],
});

/** The query parameters of spec 4.2. */
export const offersQuery = {
  MarketplaceId: MarketplaceIdShape,
  ItemCondition: ItemConditionShape,
  CustomerType: CustomerTypeShape,
};

const amount = (description: string) =>
  Type.Optional.String({
    maxLength: 40,
    description: `${description} A decimal amount in the currency of the marketplace.`,
  });

/** The query parameters of an explanation. No examples of the assumed terms: tools send every example. */
export const boxExplanationQuery = {
  MarketplaceId: MarketplaceIdShape,
  CustomerType: CustomerTypeShape,
  ListingPrice: amount('Answer as if this were the listing price that the customer type sees, such as 22.99.'),
  Shipping: amount('Answer as if this were the shipping charge, such as 0.00.'),
  FulfillmentChannel: Type.Optional.Enum(FULFILLMENT_CHANNELS, 'Answer as if the offer were shipped so.'),
};

const list = (description: string, examples?: string[]) =>
  Type.Optional.Array(Type.String(), {
    maxItems: MAX_IDENTIFIERS,
    description: `${description} At most ${MAX_IDENTIFIERS}; repeated, or joined with commas.`,
    ...(examples ? { examples: [examples] } : {}),
  });

/** The query parameters of spec 4.3 (decision 24). */
export const productsQuery = {
  MarketplaceId: MarketplaceIdShape,
  ItemType: Type.Enum(['StoreItemId', 'Sku'], {
    description: 'Whether the identifiers are item IDs (storeItemIds) or SKUs (Skus).',
    examples: ['Sku'],
    // Spec 4.3 shows a default of a required parameter: clients fill it in, the service does not (decision 24).
    'x-documented': { default: 'Sku' },
  }),
  Skus: list("With ItemType Sku: the caller's SKUs.", ['DEMO-SKU-1']),
  // No example: tools send every example, and a list that contradicts the example of ItemType is a 400.
  storeItemIds: list('With ItemType StoreItemId: marketplace item IDs, such as ITEM000001.'),
  CustomerType: CustomerTypeShape,
};

/** The query parameters that filter the own offers (decision 25). */
export const ownOffersQuery = {
  ItemCondition: Type.Optional.Enum(CONDITIONS, {
    description: 'Only own offers of this condition.',
    examples: ['New'],
  }),
  OfferType: Type.Optional.Enum(OFFER_TYPES, {
    description: 'B2C: own offers at the price for consumers. B2B: those with a business price, at it.',
    examples: ['B2C'],
  }),
};
