import { amountText } from '../money.ts';
import type { DifferenceReason, Sides } from './difference-reason.ts';
import type { FeeDetail } from './estimate.ts';
import type { ChargedCategory, FulfillmentBasis, ReferralBasis } from './explanation.ts';
import { fulfillmentReasons } from './fulfillment-reasons.ts';
import { differenceReason } from './reason-text.ts';
import { referralReasons } from './referral-reasons.ts';

/** Why the amount of a fee, before promotions and tax, differs, or comes about in another way. Both are fees of one kind. */
export function basisReasons(details: Sides<FeeDetail>, currency: string): DifferenceReason[] {
  const bases = { first: details.first.explanation.basis, other: details.other.explanation.basis };
  switch (details.other.feeType) {
    case 'ReferralFee':
      return [...categoryReasons(details), ...referralReasons(bases as Sides<ReferralBasis>, currency)];
    case 'VariableClosingFee':
      return [...categoryReasons(details), ...closingReasons(details, currency)];
    case 'PerItemFee':
      return perItemReasons(details, currency);
    case 'FSFulfillmentFee':
      return [...categoryReasons(details), ...fulfillmentReasons(bases as Sides<FulfillmentBasis>, currency)];
  }
}

function categoryReasons({ first, other }: Sides<FeeDetail>): DifferenceReason[] {
  const [before, now] = [first.explanation.basis, other.explanation.basis];
  if (!('category' in before && 'category' in now)) return [];
  const categories = { first: before.category, other: now.category };
  const text = ({ chargedAs, isDefault }: ChargedCategory) =>
    `the item is charged as ${chargedAs}${isDefault ? ', the default category' : ''}`;
  return text(categories.first) === text(categories.other)
    ? []
    : [differenceReason('CategoryChanged', categories, text)];
}

function closingReasons(details: Sides<FeeDetail>, currency: string): DifferenceReason[] {
  const text = ({ feeAmountMinor, explanation: { basis } }: FeeDetail) =>
    `the closing fee is ${amountText(feeAmountMinor, currency)}, because the category is ${basis.rule === 'ClosingMedia' ? '' : 'not '}media`;
  return text(details.first) === text(details.other) ? [] : [differenceReason('ClosingFeeChanged', details, text)];
}

function perItemReasons(details: Sides<FeeDetail>, currency: string): DifferenceReason[] {
  if (details.first.feeAmountMinor === details.other.feeAmountMinor) return [];
  const text = ({ feeAmountMinor }: FeeDetail) => `the per-item fee is ${amountText(feeAmountMinor, currency)}`;
  return [differenceReason('PerItemFeeChanged', details, text)];
}
