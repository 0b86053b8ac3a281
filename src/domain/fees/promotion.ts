import { exactProduct, roundHalfUp } from '../money.ts';
import type { FeeType } from '../vocabulary.ts';
import type { FeeInput } from './estimate-input.ts';
import type { ChargedCategory, PromotionShare } from './explanation.ts';
import type { FeePromotion } from './fee-schedule.ts';
import { WHOLE_BASIS_POINTS } from './referral.ts';

/**
 * How much each promotion of the schedule takes off a fee. Promotions add up. Each is computed on the whole fee and rounded on
 * its own, so that their order does not change the sum. Together they take at most the fee, so that it never falls below zero.
 */
export function promotionShares(
  input: FeeInput,
  category: ChargedCategory,
  feeType: FeeType,
  feeMinor: number,
): PromotionShare[] {
  const shares: PromotionShare[] = [];
  let leftMinor = feeMinor;
  for (const promotion of input.schedule.promotions) {
    if (promotion.feeType !== feeType || !applies(promotion, input, category)) continue;
    const amountMinor = Math.min(leftMinor, reduction(promotion, feeMinor));
    leftMinor -= amountMinor;
    shares.push({ promotionId: promotion.promotionId, name: promotion.name, amountMinor });
  }
  return shares;
}

function reduction({ kind, value }: FeePromotion, feeMinor: number): number {
  return kind === 'fixed' ? value : roundHalfUp(exactProduct(feeMinor, value), WHOLE_BASIS_POINTS);
}

/**
 * All restrictions of the promotion must hold. Both price bounds are inclusive. The promotion begins at `fromMs` and has ended
 * at `untilMs`. A category matches the item's own category or the category that is charged.
 */
function applies(promotion: FeePromotion, input: FeeInput, { itemCategory, chargedAs }: ChargedCategory): boolean {
  const { minPriceMinor = 0, maxPriceMinor = Infinity, fromMs, untilMs, categories, itemIds } = promotion;
  const { listingPriceMinor, atMs, item } = input;
  return (
    fromMs <= atMs &&
    atMs < untilMs &&
    minPriceMinor <= listingPriceMinor &&
    listingPriceMinor <= maxPriceMinor &&
    (categories === undefined || categories.includes(itemCategory) || categories.includes(chargedAs)) &&
    (itemIds === undefined || itemIds.includes(item.itemId))
  );
}
