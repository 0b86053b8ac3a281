import type { OfferState } from '../pricing/offer-state.ts';

/** What PRICING_HEALTH tells about an offer on sale (decision 42). */
export const HEALTH_WORDS = ['UNHEALTHY', 'RECOVERED'] as const;
export type Health = (typeof HEALTH_WORDS)[number];

/**
 * Whether an offer on sale lost or regained its chance of the consumers' buy box. `before` null: the offer is new; undefined: nobody
 * knows, because it was never judged, and nothing is told. An offer that is taken off sale has not recovered,
 * and when it comes back eligible nothing is published: it is one step at a time.
 */
export function healthChange(before: OfferState | null | undefined, after: OfferState | null): Health | undefined {
  if (before === undefined || before === after) return undefined;
  if (after === 'unhealthy') return 'UNHEALTHY';
  return before === 'unhealthy' && after !== null && after !== 'inactive' ? 'RECOVERED' : undefined;
}
