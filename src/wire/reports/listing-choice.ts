import { OFFER_STATES, type OfferState } from '../../domain/pricing/offer-state.ts';
import { noNul, SellerSkuShape } from '../pricing/query.ts';
import { Type } from '../type.ts';

/** In one report: its parameters are in its first line, and in every answer that names it. */
const MAX_SKUS = 500;

/** The parameters of a report about some of the listings. */
export const listingChoiceFields = {
  states: Type.Optional.Array(Type.Enum(OFFER_STATES), {
    minItems: 1,
    maxItems: OFFER_STATES.length,
    description: "Only listings in these states of the consumers' buy box.",
    examples: [['losing', 'unhealthy']],
  }),
  query: Type.Optional.String({
    minLength: 1,
    maxLength: 256,
    ...noNul,
    description: 'Only listings whose SKU, item id or title contains this text, in any case.',
  }),
  SellerSKUs: Type.Optional.Array(SellerSkuShape, {
    minItems: 1,
    maxItems: MAX_SKUS,
    description: `Only listings with these SKUs, up to ${MAX_SKUS}.`,
  }),
};

export type ListingChoice = {
  readonly states?: readonly OfferState[];
  readonly query?: string;
  readonly SellerSKUs?: readonly string[];
};
