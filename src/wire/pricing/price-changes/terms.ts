import type { Static } from 'typebox';
import type { OfferTerms } from '../../../domain/price-changes/terms.ts';
import type { NamedTerms } from '../../../domain/price-changes/wanted-change.ts';
import { MoneyShape, type WireMoney, writeMoney } from '../../money.ts';
import { Type } from '../../type.ts';
import { ownPriceFields, writeOwnPrice } from '../position/own-price.ts';
import type { StrategyReading } from '../position/strategy-reading.ts';
import { QUANTITY_DISCOUNT, QuantityDiscountPrices, writeDiscounts } from '../shelf-offer.ts';

/** As many as an offer may have. */
const MAX_TIERS = 10;

const TierShape = Type.Named('WantedQuantityPrice', 'The unit price from a quantity on, for business buyers.', {
  quantityTier: Type.Integer({
    minimum: 2,
    maximum: 1_000_000_000,
    description: 'The price applies from this quantity on.',
    examples: [10],
  }),
  quantityDiscountType: Type.Optional.Enum([QUANTITY_DISCOUNT], 'QUANTITY_DISCOUNT, the only type.'),
  listingPrice: MoneyShape,
});

/** `null` removes a term, so it is not the same as an absent field here (decision 48). */
export const WantedTermsShape = Type.Named(
  'WantedTerms',
  'Terms that change beside the price. null removes one; what is absent stays as it is.',
  {
    Shipping: Type.Optional(Type.Union([MoneyShape, Type.Null()])),
    BusinessPrice: Type.Optional(Type.Union([MoneyShape, Type.Null()])),
    quantityDiscountPrices: Type.Optional(
      Type.Union([Type.Array(TierShape, { maxItems: MAX_TIERS }), Type.Null()], {
        description: `At most ${MAX_TIERS}, in place of those that the offer has. Quantities rise and prices fall.`,
      }),
    ),
  },
);

type WantedTermsBody = Static<typeof WantedTermsShape>;

/** Undefined when no term is named. */
export function readWantedTerms(
  reading: StrategyReading,
  { Shipping, BusinessPrice, quantityDiscountPrices }: WantedTermsBody,
  field: string,
): NamedTerms | undefined {
  const terms: NamedTerms = {};
  const amount = (money: WireMoney | null, name: string) =>
    money === null ? null : reading.amount(money, `${field}.${name}`);
  if (Shipping !== undefined) terms.shippingMinor = amount(Shipping, 'Shipping');
  if (BusinessPrice !== undefined) terms.businessPriceMinor = amount(BusinessPrice, 'BusinessPrice');
  if (quantityDiscountPrices !== undefined)
    terms.quantityDiscounts =
      quantityDiscountPrices?.map(({ quantityTier, listingPrice }, n) => ({
        quantity: quantityTier,
        priceMinor: reading.amount(listingPrice, `${field}.quantityDiscountPrices[${n}].listingPrice`),
      })) ?? null;
  return Object.keys(terms).length === 0 ? undefined : terms;
}

/** The terms that a change named, as its receipt shows them. */
export const NamedTermsShape = Type.Named(
  'NamedTerms',
  'The terms that the change named. Those that it removes are in Removed.',
  {
    Shipping: Type.Optional(MoneyShape),
    BusinessPrice: Type.Optional(MoneyShape),
    quantityDiscountPrices: Type.Optional(QuantityDiscountPrices),
    Removed: Type.Array(Type.String(), 'The names of the terms that the change removes.'),
  },
);

export function writeNamedTerms(terms: NamedTerms, currency: string): Static<typeof NamedTermsShape> {
  const { shippingMinor, businessPriceMinor, quantityDiscounts } = terms;
  const named = {
    Shipping: shippingMinor,
    BusinessPrice: businessPriceMinor,
    quantityDiscountPrices: quantityDiscounts?.length === 0 ? null : quantityDiscounts,
  };
  return {
    ...(typeof shippingMinor === 'number' && { Shipping: writeMoney(shippingMinor, currency) }),
    ...(typeof businessPriceMinor === 'number' && { BusinessPrice: writeMoney(businessPriceMinor, currency) }),
    ...(named.quantityDiscountPrices && {
      quantityDiscountPrices: writeDiscounts(named.quantityDiscountPrices, currency),
    }),
    Removed: Object.entries(named).flatMap(([name, value]) => (value === null ? [name] : [])),
  };
}

export const OfferTermsShape = Type.Named(
  'OfferTerms',
  'Everything that a seller may change about an offer. Shipping and LandedPrice are absent while no shipping charge is set.',
  {
    ...ownPriceFields,
    BusinessPrice: Type.Optional(MoneyShape),
    quantityDiscountPrices: QuantityDiscountPrices,
  },
);

export function writeTerms(terms: OfferTerms, currency: string): Static<typeof OfferTermsShape> {
  const { listingPriceMinor, shippingMinor, businessPriceMinor, quantityDiscounts } = terms;
  return {
    ...writeOwnPrice(listingPriceMinor, shippingMinor, currency),
    ...(businessPriceMinor !== undefined && { BusinessPrice: writeMoney(businessPriceMinor, currency) }),
    quantityDiscountPrices: writeDiscounts(quantityDiscounts, currency),
  };
}
