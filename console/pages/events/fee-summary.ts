import type { FeeChangedEvent, FeePromotionEvent } from 'marketplace-seller-sdk';
import { percentText } from '../../formats.ts';
import { type EventSummary, type Formats, listings } from './summary-parts.ts';

const feeNames: Readonly<Record<string, string>> = {
  ReferralFee: 'the referral fee',
  VariableClosingFee: 'the closing fee',
  PerItemFee: 'the per-item fee',
  FSFulfillmentFee: 'the fulfilment fee',
};

export function promotionSummary({ data }: FeePromotionEvent, { money, date }: Formats): EventSummary {
  const { Change, PromotionName, FeeType, FeePromotion, RatePercent, ListingCount, EffectiveUntil } = data;
  const off = FeePromotion
    ? `${money(FeePromotion)} off`
    : RatePercent === undefined
      ? 'Less of'
      : `${percentText(RatePercent)} off`;
  const what = `${off} ${feeNames[FeeType] ?? FeeType} of ${listings(ListingCount)}`;
  const name = PromotionName ? `${PromotionName}. ` : '';
  const shared = { group: 'promotions', page: '/fees' } as const;
  if (Change === 'ENDS') {
    const text = `${name}It took ${what.charAt(0).toLowerCase()}${what.slice(1)} until ${date(EffectiveUntil)}.`;
    return { ...shared, tone: 'warn', headline: 'A fee promotion ended', text };
  }
  const headline = Change === 'BEGINS' ? 'A fee promotion began' : 'A fee promotion changed';
  return { ...shared, tone: 'good', headline, text: `${name}${what} until ${date(EffectiveUntil)}.` };
}

export function feeChangeSummary({ data }: FeeChangedEvent, { money, date }: Formats): EventSummary {
  const { ListingCount, TotalDifference, EffectiveFrom, DaysBefore, Largest } = data;
  const shared = { group: 'fees', page: '/fees' } as const;
  const day = date(EffectiveFrom);
  if (ListingCount === 0)
    return {
      ...shared,
      tone: 'neutral',
      headline: 'An announced fee change does not come',
      text: `What was to change on ${day} stays as it is.`,
    };
  const when =
    DaysBefore === 0 ? 'Fees have changed' : `Fees change in ${DaysBefore} day${DaysBefore === 1 ? '' : 's'}`;
  const [largest] = Largest;
  const most = largest ? ` The largest difference: ${largest.SellerSKU}, ${money(largest.Difference, true)}.` : '';
  const pay = ListingCount === 1 ? 'pays' : 'pay';
  const { Amount } = TotalDifference;
  const size = { ...TotalDifference, Amount: Math.abs(Amount) };
  const total = Amount === 0 ? `${pay} other fees` : `${pay} ${money(size)} ${Amount > 0 ? 'more' : 'less'}`;
  const together = ListingCount === 1 || Amount === 0 ? '' : ' together';
  const text = `${listings(ListingCount)} ${total}${together} for one unit each from ${day} on.${most}`;
  return { ...shared, tone: Amount > 0 ? 'warn' : 'good', headline: when, text };
}
