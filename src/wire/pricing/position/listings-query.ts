import { OFFER_STATES } from '../../../domain/pricing/offer-state.ts';
import { MarketplaceIdShape } from '../../marketplace-id.ts';
import { Type } from '../../type.ts';
import { noNul } from '../query.ts';

const MAX_PAGE_SIZE = 100;
export const DEFAULT_LISTINGS_PAGE_SIZE = 20;

/** A token has a SKU of 256 characters of four bytes, and the rest of a place in an order. */
const MAX_TOKEN_CHARACTERS = 2_048;

export const ListingsQuery = Type.Object({
  MarketplaceId: MarketplaceIdShape,
  sort: Type.Optional.Enum(['sku', 'price', 'changed', 'gap'], {
    default: 'sku',
    description:
      'The order: by SKU, by landed price for consumers, by the time of the last change, or by `GapToBuyBox` (the own landed price minus the price that holds the buy box).',
    examples: ['price'],
  }),
  order: Type.Optional.Enum(['asc', 'desc'], {
    description: 'The direction. Without it, `changed` is newest first and the other orders ascend.',
    examples: ['desc'],
  }),
  state: Type.Optional.Array(Type.String(), {
    maxItems: 2 * OFFER_STATES.length,
    description: `Only listings in these states: ${OFFER_STATES.join(', ')}. Repeated, or joined with commas.`,
    examples: [['unhealthy']],
  }),
  query: Type.Optional.String({
    maxLength: 256,
    ...noNul,
    description: 'Only listings whose SKU, item ID or title contains this text, in any case. It has no wildcards.',
    examples: ['coffee'],
  }),
  pageSize: Type.Optional.Integer({
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    default: DEFAULT_LISTINGS_PAGE_SIZE,
    description: 'The maximum number of listings.',
    examples: [2],
  }),
  nextToken: Type.Optional.String({
    maxLength: MAX_TOKEN_CHARACTERS,
    description: 'Where the last page ended. The other parameters must be the same, except `pageSize` and `counts`.',
  }),
  counts: Type.Optional.Boolean({
    default: false,
    description:
      'Whether the answer has `Counts`: of all listings, or of those that match `query`. Counting takes longer than a page: ask for it once, not with every page.',
  }),
});
