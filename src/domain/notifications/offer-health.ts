import type { OfferState } from '../pricing/offer-state.ts';

/** What PRICING_HEALTH tells about an offer on sale (decision 42). */
export const HEALTH_WORDS = ['UNHEALTHY', 'RECOVERED'] as const;
export type Health = (typeof HEALTH_WORDS)[number];

/**
 * Whether an offer on sale lost or regained its chance of the consumers' buy box. `before` null: the offer is new.
 * An offer that is taken off sale has not recovered. When it comes back eligible, nothing is published.
 */
export function healthChange(before: OfferState | null, after: OfferState | null): Health | undefined {
  if (before === after) return undefined;
  if (after === 'unhealthy') return 'UNHEALTHY';
  return before === 'unhealthy' && after !== null && after !== 'inactive' ? 'RECOVERED' : undefined;
}
