import { decimalFromScaled } from '../../../domain/decimal.ts';
import type { ChangeNews, FeeNews, PromotionNews } from '../../../domain/fees/fee-news.ts';
import type { FeePromotion } from '../../../domain/fees/fee-schedule.ts';
import {
  type ChangedListing,
  changeForSeller,
  type FeeTally,
  promotionForSeller,
} from '../../../domain/fees/fee-tally.ts';
import { RATE_DECIMALS } from '../../../domain/market/records/fee-schedule-fields.ts';
import { writeTime } from '../../../domain/time.ts';
import { writeMoney } from '../../money.ts';

/** The part of one seller of FEE_PROMOTION or FEE_CHANGED: members of `data`. Undefined: the seller receives nothing. */
export function writeFeeNews(
  marketplaceId: string,
  news: FeeNews,
  tally: FeeTally[number] | undefined,
): string | undefined {
  const members = news.kind === 'FEE_PROMOTION' ? promotionMembers(news, tally) : changeMembers(news, tally);
  return members && JSON.stringify({ marketplaceId, ...members }).slice(1, -1);
}

function promotionMembers(news: PromotionNews, tally: FeeTally[number] | undefined): object | undefined {
  const forSeller = promotionForSeller(news, tally);
  const currency = (news.after ?? news.before)?.fees.schedule.currency;
  if (forSeller === undefined || currency === undefined) return undefined;
  const { change, promotion, listings } = forSeller;
  return {
    PromotionId: promotion.promotionId,
    ...(promotion.name !== '' && { PromotionName: promotion.name }),
    ...{ Change: change, FeeType: promotion.feeType },
    ...writeReduction(promotion, currency),
    ...{ EffectiveFrom: writeTime(promotion.fromMs), EffectiveUntil: writeTime(promotion.untilMs) },
    ListingCount: listings.count,
    Listings: listings.first.map(({ sku, itemId, amountMinor }) => ({
      ...{ SellerSKU: sku, storeItemId: itemId, FeePromotion: writeMoney(amountMinor, currency) },
    })),
  };
}

const writeReduction = ({ kind, value }: FeePromotion, currency: string) =>
  kind === 'fixed'
    ? { FeePromotion: writeMoney(value, currency) }
    : { RatePercent: decimalFromScaled(value, RATE_DECIMALS) };

function changeMembers(news: ChangeNews, tally: FeeTally[number] | undefined): object | undefined {
  const forSeller = changeForSeller(news, tally);
  if (forSeller === undefined) return undefined;
  const { currency } = news.after.schedule;
  const { scheduleId, version, effectiveFromMs } = news.about;
  return {
    ...{ scheduleId, version, EffectiveFrom: writeTime(effectiveFromMs), DaysBefore: news.daysBefore },
    ...{ ListingCount: forSeller.count, TotalDifference: writeMoney(forSeller.totalMinor, currency) },
    Largest: forSeller.largest.map((one) => writeChangedListing(one, currency)),
  };
}

const writeChangedListing = ({ sku, itemId, beforeMinor, afterMinor }: ChangedListing, currency: string) => ({
  ...{ SellerSKU: sku, storeItemId: itemId },
  ...{ Before: writeMoney(beforeMinor, currency), After: writeMoney(afterMinor, currency) },
  Difference: writeMoney(afterMinor - beforeMinor, currency),
});
