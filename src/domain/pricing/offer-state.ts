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
  if (failing !== 0) return ineligibleState(failing);
  const isHolder = box?.holder.sellerId === sellerId && box.holder.sku === sku;
  return isHolder ? holderState(box) : 'losing';
}

/** The state of an offer that fails a gate. */
export const ineligibleState = (failing: FailingGates): OfferState =>
  availabilityIn(failing) === 'buyable' ? 'unhealthy' : 'inactive';

/** The state of the offer that holds a box. */
export const holderState = ({ runnerUp }: BoxDecision): OfferState =>
  runnerUp === undefined ? 'noCompetition' : 'winning';

export const isHolderState = (state: OfferState): boolean => state === 'winning' || state === 'noCompetition';
