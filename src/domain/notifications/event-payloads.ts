import { decimalsOf, minorFromDecimal } from '../money.ts';
import { readTime } from '../time.ts';
import type { Condition, FeeType, OfferType } from '../vocabulary.ts';

/**
 * What `data` of an event holds beside its ids, kind by kind, under the names of the pricing and fee endpoints (decision
 * 30), so that who reads their answers can read an event.
 */
type WireMoney = { CurrencyCode: string; Amount: number };
export type WirePrice = { LandedPrice: WireMoney; ListingPrice: WireMoney; Shipping: WireMoney };

/** The new state of the item's offers, as 4.2's `Summary` has it. @internal */
export type AnyOfferChanged = {
  storeItemId: string;
  ItemCondition: Condition;
  Summary: {
    TotalOfferCount: number;
    LowestPrices: (WirePrice & { condition: Condition; fulfillmentChannel: string; offerType: OfferType })[];
  };
};

/** One of 4.2's `BuyBoxPrices`, and 4.3's word for whose it is. */
export type BuyBoxHolder = WirePrice & {
  condition: Condition;
  offerType: OfferType;
  sellerId: string;
  belongsToRequester: boolean;
};

/** Without `BuyBoxPrice` nobody holds it any more, without `PreviousBuyBoxPrice` nobody did. @internal */
export type BuyBoxChanged = {
  storeItemId: string;
  ItemCondition: Condition;
  BuyBoxPrice?: BuyBoxHolder;
  PreviousBuyBoxPrice?: BuyBoxHolder;
};

/** The own offer, priced as 4.3's `Product.Offers` has it, beside what 4.2's `Summary` says of the item. @internal */
export type PricingHealth = {
  storeItemId: string;
  ItemCondition: Condition;
  BuyingPrice: WirePrice;
  Summary: { CompetitivePriceThreshold: WireMoney; SuggestedLowerPricePlusShipping?: WireMoney };
};

/** A promotion on one fee: an amount (`FeePromotion`, as in a fee's line) or a part of it (`RatePercent`). @internal */
export type FeePromotionChanged = {
  PromotionId: string;
  FeeType: FeeType;
  FeePromotion?: WireMoney;
  RatePercent?: number;
  EffectiveFrom: string;
  EffectiveUntil: string;
};

// Reading is another matter: what is stored may be of another version of the service, and a text for people with one
// sentence less is better than none. So each of these answers '' or nothing where a value is not what it should be.

/** What is at the end of the names; undefined when there is no such place. */
export function at(data: unknown, ...names: readonly string[]): unknown {
  let value = data;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** `22.90 USD`. */
export function moneyText(money: unknown): string {
  const amount = at(money, 'Amount');
  const currency = at(money, 'CurrencyCode');
  if (typeof amount !== 'number' || typeof currency !== 'string') return '';
  const isAmount = typeof minorFromDecimal(amount, currency) === 'number';
  return isAmount ? `${amount.toFixed(decimalsOf(currency))} ${currency}` : '';
}

/** `15 Nov 2026, 09:30 UTC`. */
export function timeText(time: unknown): string {
  const ms = typeof time === 'string' ? readTime(time) : undefined;
  return ms === undefined ? '' : clockText(ms);
}

export function clockText(epochMs: number): string {
  const text = new Date(epochMs).toUTCString();
  return `${text.slice(5, 16)}, ${text.slice(17, 22)} UTC`;
}

/** The word when it is one of the list: anything else may be somebody's own words. */
export function wordOf<W extends string>(words: readonly W[], value: unknown): W | undefined {
  return words.find((word) => word === value);
}
