import type { ExpectedPrice } from '../../../domain/pricing/expected-price.ts';
import { MoneyShape, writeMoney } from '../../money.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { GateName } from './gate-verdict.ts';

export const EXPECTED_PRICE_STATUSES = ['VALID_FOEP', 'NO_COMPETING_OFFER', 'OFFER_NOT_ELIGIBLE', 'NO_WINNING_PRICE'];

/** The fields of a `WinningPrice`: the expected price of one box, in the casing of the pricing answers. */
export const winningPriceFields = {
  resultStatus: openSet(EXPECTED_PRICE_STATUSES, {
    title: 'WinningPriceStatus',
    description:
      'VALID_FOEP: ListingPrice is the highest that wins. NO_COMPETING_OFFER: every price wins. OFFER_NOT_ELIGIBLE: no price wins while the gates in Reasons fail. NO_WINNING_PRICE: it would be negative. An open set.',
  }),
  ListingPrice: Type.Optional(MoneyShape),
  LandedPrice: Type.Optional(MoneyShape),
  Reasons: Type.Optional.Array(GateName, 'With OFFER_NOT_ELIGIBLE: the gates that fail at every price.'),
};

export function writeWinningPrice(
  { status, listingMinor, reasons }: ExpectedPrice,
  shippingMinor: number,
  currency: string,
) {
  if (listingMinor === undefined) return { resultStatus: status, Reasons: reasons };
  return {
    resultStatus: status,
    ListingPrice: writeMoney(listingMinor, currency),
    LandedPrice: writeMoney(listingMinor + shippingMinor, currency),
  };
}
