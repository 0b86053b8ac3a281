import { Type } from '../type.ts';

const amount = (description: string, example: number) => Type.Number({ minimum: 0, description, examples: [example] });

/** As offer records have them, so that they can be put into one. */
export const RecordTermsShape = Type.Named(
  'RecordTerms',
  'The terms of an offer, as in its record. What is absent is not set.',
  {
    listingPrice: amount('The price of one unit without shipping.', 21.5),
    shipping: Type.Optional(amount('The shipping charge.', 0)),
    businessPrice: Type.Optional(amount('The price of one unit for business buyers.', 20.5)),
    quantityDiscounts: Type.Optional.Array(
      Type.Named('RecordTermsTier', 'A price from a quantity on.', {
        quantity: Type.Integer({ minimum: 2, description: 'The least quantity of the tier.', examples: [10] }),
        price: amount('The price of one unit.', 19.5),
      }),
      'Price tiers for business buyers.',
    ),
  },
);
