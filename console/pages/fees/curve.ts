import type { FeesEstimate } from 'marketplace-seller-sdk';
import { toMinor } from '../../amounts.ts';
import { numberFormat, percentText } from '../../formats.ts';
import { LOW_PRICE } from './fee-words.ts';

/** Where the rules change: `last` is the highest listing price, in minor units, to which the rule before still applies. */
export type Edge = { readonly last: number; readonly text: string };

/** An estimate at a listing price in minor units. */
export type Point = { readonly price: number; readonly estimate: FeesEstimate };

const STEPS = [1, 1.5, 2, 3, 4, 5, 7.5, 10];

/** A round end of the price axis that leaves room above the price. It changes rarely while the price is typed. */
export function rangeOf(price: number): number {
  const wanted = Math.max(2_000, price * 1.5);
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * (STEPS.find((step) => step * power >= wanted) ?? 10);
}

/** Listing prices from 0 to the end, evenly spaced. */
export const gridOf = (end: number, count: number): number[] =>
  Array.from({ length: count }, (_, n) => Math.round((end * n) / (count - 1)));

/** The edges of referral tiers, and of the surcharge for low prices, that the estimates show. */
export function edgesOf(points: readonly Point[], shipping: number, decimals: number, end: number): Edge[] {
  return [...tierEdges(points, shipping, decimals), ...lowPriceEdge(points, decimals)]
    .filter(({ last }) => last > 0 && last < end)
    .toSorted((a, b) => a.last - b.last);
}

/** Tiers bound the base: where that has the shipping, the listing price reaches the bound earlier. */
function tierEdges(points: readonly Point[], shipping: number, decimals: number): Edge[] {
  const rates = new Map<number, number>();
  let isWithShipping = true;
  for (const { estimate } of points) {
    const explanation = estimate.FeeDetailList.find(({ FeeType }) => FeeType === 'ReferralFee')?.Explanation;
    isWithShipping = explanation?.BaseIncludesShipping ?? isWithShipping;
    for (const { UpTo, RatePercent } of explanation?.Tiers ?? [])
      rates.set(UpTo ? toMinor(UpTo.Amount, decimals) : Infinity, RatePercent);
  }
  const tiers = [...rates].toSorted(([a], [b]) => a - b);
  return tiers.slice(0, -1).map(([upTo, rate], n) => ({
    last: upTo - (isWithShipping ? shipping : 0),
    text: `Referral fee: ${percentText(rate)} → ${percentText(tiers[n + 1]?.[1] ?? 0)}`,
  }));
}

/** The API does not say the bound; its name does. It is marked only where the estimates agree with it. */
function lowPriceEdge(points: readonly Point[], decimals: number): Edge[] {
  const last = toMinor(LOW_PRICE, decimals) - 1;
  const hasSurcharge = ({ estimate }: Point) =>
    estimate.FeeDetailList.some(({ Explanation }) =>
      Explanation?.Surcharges?.some(({ Name }) => Name === 'priceUnder10'),
    );
  const fulfilled = points.filter(({ estimate }) =>
    estimate.FeeDetailList.some(({ FeeType }) => FeeType === 'FSFulfillmentFee'),
  );
  const charged = fulfilled.find(hasSurcharge);
  const agrees = fulfilled.every((point) => hasSurcharge(point) === point.price <= last);
  if (!charged || !agrees || !fulfilled.some(({ price }) => price > last)) return [];
  const money = numberFormat({ style: 'currency', currency: charged.estimate.TotalFeesEstimate.CurrencyCode });
  return [{ last, text: `No more surcharge for prices under ${money.format(LOW_PRICE)}` }];
}
