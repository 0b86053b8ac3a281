import type { BoxDecision, BoxName } from './decision.ts';
import { contenderOf } from './decision.ts';
import { bestOfGroups, countIn, type OfferGroup } from './offer-groups.ts';
import type { RankFields, SeenOffer } from './offers.ts';

/**
 * The buy box rule (decision 23). Of the offers of one condition and offer type, as one type of customer sees them,
 * the winner is the first eligible one in the order of offers (`compareOffers`): the lowest landed price, FS before
 * SELLER, the better feedback, then SellerId and SKU. An offer is eligible when it passes every gate (`gates.ts`): it is
 * buyable, its seller is a featured merchant with good enough feedback, and its landed price is not above the item's
 * competitive price threshold.
 *
 * Why this rule and not a score: a seller who did not win can be told the one thing to change, everybody can check
 * the result against the list of offers, and no weights have to be justified. Quality decides who takes part, price
 * decides who wins. With a score, a slightly better rating would allow a higher price, and nobody could say how much.
 */
export function decideBox<Fields extends RankFields>(
  name: BoxName,
  eligible: readonly OfferGroup<Fields>[],
): { winner: SeenOffer<Fields>; box: BoxDecision } | undefined {
  const [winner, second] = bestOfGroups(eligible, 2);
  if (winner === undefined) return undefined;
  const box: BoxDecision = { ...name, eligible: countIn(eligible), holder: contenderOf(winner) };
  if (second !== undefined) box.runnerUp = contenderOf(second);
  return { winner, box };
}
