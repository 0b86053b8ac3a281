import { writeTime } from '../../../domain/time.ts';
import { MoneyShape, writeMoney } from '../../money.ts';
import { Type } from '../../type.ts';
import { ownPriceFields, writeOwnPrice } from '../position/own-price.ts';

const OwnPriceStepShape = Type.Named('OwnPriceStep', 'The own price of a listing between two changes of its terms.', {
  at: Type.Time('From this time on, until the next step. The first step may have begun before.'),
  OwnPrice: Type.Optional.Named(
    'PastOwnPrice',
    'The price for consumers. Absent: the listing was not on the item. Shipping and LandedPrice are absent while no shipping charge is set.',
    ownPriceFields,
  ),
  BusinessPrice: Type.Optional(MoneyShape),
});

export const ownPricesShape = (description: string) => Type.Optional.Array(OwnPriceStepShape, description);

/** A step as the store has it. Null: the listing was not on the item. */
type StoredStep = {
  readonly atMs: number;
  readonly price: { listingMinor: number; shippingMinor?: number; businessMinor?: number } | null;
};

/** Fields that are undefined are not in the JSON text. */
export function writeOwnPriceStep({ atMs, price }: StoredStep, currency: string) {
  const at = writeTime(atMs);
  if (price === null) return { at };
  const { listingMinor, shippingMinor, businessMinor } = price;
  return {
    at,
    OwnPrice: writeOwnPrice(listingMinor, shippingMinor, currency),
    ...(businessMinor !== undefined && { BusinessPrice: writeMoney(businessMinor, currency) }),
  };
}
