import type { BoxDecision } from './decision.ts';
import { availabilityIn, type FailingGates } from './gates.ts';

/** Where an offer stands in the consumers' buy box of its condition. */
export const OFFER_STATES = ['winning', 'noCompetition', 'losing', 'unhealthy', 'inactive'] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/**
 * `inactive`: not on sale. `unhealthy`: on sale, but a gate keeps it from the buy box. `losing`: eligible, another offer holds
 * the box. `winning`: it holds the box. `noCompetition`: it holds the box, and no other offer is eligible.
 */
export function stateOf(
  { sellerId, sku }: { sellerId: string; sku: string },
  failing: FailingGates,
  box: BoxDecision | undefined,
): OfferState {
  if (failing !== 0) return availabilityIn(failing) === 'buyable' ? 'unhealthy' : 'inactive';
  if (box === undefined || box.holder.sellerId !== sellerId || box.holder.sku !== sku) return 'losing';
  return box.runnerUp === undefined ? 'noCompetition' : 'winning';
}
