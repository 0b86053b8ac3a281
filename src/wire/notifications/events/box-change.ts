import type { Cause } from '../../../domain/notifications/market-event.ts';
import { type Contender, landedOf } from '../../../domain/pricing/decision.ts';
import type { BoxMove } from '../../../domain/pricing/shown-changes.ts';
import { writeMoney, writePrice } from '../../money.ts';
import { writeRequestId } from './offer-change.ts';

/** The item's part of BUY_BOX_CHANGED: members of `data`. */
export function writeBoxChange(change: {
  itemId: string;
  move: BoxMove;
  cause: Cause;
  currency: string;
  requestId: string | undefined;
}): string {
  const { itemId, move, cause, currency, requestId } = change;
  const { condition, customer, offerType } = move.box;
  const [before, after] = [move.before, move.after?.holder ?? null];
  const members = {
    storeItemId: itemId,
    ItemCondition: condition,
    CustomerType: customer,
    CustomerTypes: move.customers,
    offerType,
    Cause: cause,
    BuyBoxPrice: after ? writeHolder(move, after, currency) : undefined,
    PreviousBuyBoxPrice: before ? writeHolder(move, before, currency) : undefined,
    PriceDifference: before && after ? writeMoney(landedOf(after) - landedOf(before), currency) : undefined,
  };
  return `${JSON.stringify(members).slice(1, -1)}${writeRequestId(requestId)}`;
}

/** `belongsToRequester` is a placeholder and must come right before `sellerId`: see `cloud-event.ts`. */
function writeHolder({ box: { condition, offerType } }: BoxMove, holder: Contender, currency: string) {
  return {
    condition,
    offerType,
    ...writePrice(holder.listingMinor, holder.shippingMinor, currency),
    belongsToRequester: false,
    sellerId: holder.sellerId,
  };
}
