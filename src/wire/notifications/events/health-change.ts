import type { Health } from '../../../domain/notifications/offer-health.ts';
import { gateVerdicts, type JudgedOffer } from '../../../domain/pricing/gate-verdict.ts';
import { writeGateVerdict } from '../../pricing/position/gate-verdict.ts';
import { writeOwnPrice } from '../../pricing/position/own-price.ts';

/** An offer whose health changed, with what its gates looked at. */
export type HealthChange = { health: Health; judged: JudgedOffer };

/** The part of one seller: members of `data`. */
export function writeHealthChanges(changes: readonly HealthChange[]): string {
  const isUnhealthy = changes.some(({ health }) => health === 'UNHEALTHY');
  const members = { Health: isUnhealthy ? 'UNHEALTHY' : 'RECOVERED', Offers: changes.map(writeHealthChange) };
  return JSON.stringify(members).slice(1, -1);
}

function writeHealthChange({ health, judged }: HealthChange) {
  const { currency, sku, condition, listingPriceMinor, shippingMinor } = judged.offer;
  const failing = gateVerdicts(judged).filter(({ passed }) => !passed);
  return {
    SellerSKU: sku,
    ItemCondition: condition,
    Health: health,
    OwnPrice: writeOwnPrice(listingPriceMinor, shippingMinor, currency),
    FailingGates: failing.map((verdict) => writeGateVerdict(verdict, currency)),
  };
}
