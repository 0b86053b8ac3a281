import { type FeesInForce, netProceeds } from '../../domain/fees/net-proceeds.ts';
import type { BoxResult } from '../../domain/price-changes/receipt.ts';
import { explainBox } from '../../domain/pricing/box-explanation.ts';
import { landedOf } from '../../domain/pricing/decision.ts';
import { gateNames } from '../../domain/pricing/gates.ts';
import { standingFor } from '../../domain/pricing/standing.ts';
import type { CustomerType } from '../../domain/vocabulary.ts';
import type { ListingPosition } from '../projections/boards/listing-position.ts';

/** For whom a listing is judged, when, and with which fees and cost. */
export type BoxView = {
  readonly customer: CustomerType;
  readonly fees: FeesInForce;
  readonly sealedCost: string | undefined;
  readonly now: number;
};

/** Where a listing stands for a customer type now, and what one sale leaves. */
export function boxResult(position: ListingPosition, view: BoxView): BoxResult | undefined {
  const { customer, fees, sealedCost, now } = view;
  const { offer, seller, item, decision } = position;
  if (decision === null) return undefined;
  const listing = { offer, seller, item, decision };
  const { wins, rival, decidedBy, eligible, seen } = explainBox(listing, customer, {}, now);
  const { failing } = standingFor(listing, customer, now);
  const unit = { item, plan: seller.plan, channel: offer.channel };
  const net = netProceeds(fees, unit, seen.listingMinor, seen.shippingMinor);
  return {
    isHolder: wins,
    failing: gateNames(failing),
    decidedBy,
    rivalLandedMinor: rival && landedOf(rival),
    eligible,
    net,
    sealedCost,
  };
}
