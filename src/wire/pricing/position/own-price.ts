import { MoneyShape, writeMoney, writePrice } from '../../money.ts';
import { Type } from '../../type.ts';

/** The fields of an `OwnPrice`. Shipping and LandedPrice are absent while the offer has no shipping charge. */
export const ownPriceFields = {
  ListingPrice: MoneyShape,
  Shipping: Type.Optional(MoneyShape),
  LandedPrice: Type.Optional(MoneyShape),
};

export function writeOwnPrice(listingMinor: number, shippingMinor: number | undefined, currency: string) {
  if (shippingMinor === undefined) return { ListingPrice: writeMoney(listingMinor, currency) };
  return writePrice(listingMinor, shippingMinor, currency);
}
