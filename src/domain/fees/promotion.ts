import { exactProduct, roundHalfUp } from '../money.ts';
import type { FeeType } from '../vocabulary.ts';
import type { FeeInput } from './estimate-input.ts';
import type { ChargedCategory, PromotionShare } from './explanation.ts';
import type { FeePromotion } from './fee-schedule.ts';
import { WHOLE_BASIS_POINTS } from './referral.ts';

/**
 * What the schedule's promotions take off a fee. Several add up, each reckoned on the whole fee and rounded by itself, so
 * that their order does not change the sum; together they take no more than the fee, so that it never falls below zero.
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
 * All that the promotion names must hold. Its prices are bounds of the listing price, both inclusive; it begins at `from`
 * and is over at `until`. A category is meant as the item has it or as it is charged.
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
