import type { Static } from 'typebox';
import { Type } from '../type.ts';

export const MAX_SELLER_NAMES = 50;

export const SellerNamesQuery = Type.Object({
  sellerIds: Type.Array(Type.String(), {
    minItems: 1,
    maxItems: MAX_SELLER_NAMES,
    description: `The SellerIds of offers, holders of a buy box and events. At most ${MAX_SELLER_NAMES}; repeated, or joined with commas.`,
    examples: [['A2DEMORIVAL']],
  }),
});

const SellerName = Type.Named('SellerName', 'A seller, and how people call it.', {
  sellerId: Type.String('The SellerId of the request.'),
  name: Type.Optional.String(
    "The seller's display name as messages of the service write it: one line of at most 40 visible characters, without links. Absent when the service knows none.",
  ),
});

export const SellerNames = Type.Named(
  'SellerNames',
  'The display names of sellers.',
  { payload: Type.Array(SellerName, 'One element for each SellerId, in the order of the request.') },
  { examples: [{ payload: [{ sellerId: 'A2DEMORIVAL', name: 'Demo Rival' }] }] },
);

export const writeSellerNames = (
  sellerIds: readonly string[],
  nameOf: (sellerId: string) => string | undefined,
): Static<typeof SellerNames> => ({
  payload: sellerIds.map((sellerId) => {
    const name = nameOf(sellerId);
    return name === undefined ? { sellerId } : { sellerId, name };
  }),
});
