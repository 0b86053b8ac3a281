import type { OwnPriceStep } from 'marketplace-seller-sdk';
import { fromMinor, toMinor } from '../../amounts.ts';
import type { PriceCurves } from './price-steps.ts';

/** A moment at which the seller's own price became another one. */
export type OwnChange = {
  /** Seconds since 1970. */
  readonly at: number;
  /** With shipping, as the curves have it. */
  readonly price: number;
  /** As the service tells it. */
  readonly step: OwnPriceStep;
};

/** The own price as the buy box compares it: with shipping. Null while the listing had no such price. */
type OwnCurve = {
  readonly x: readonly number[];
  readonly prices: readonly (number | null)[];
  readonly changes: readonly OwnChange[];
};

/** `isBusiness`: the box compares business prices. The first step may have begun before `sinceMs`. */
type Shown = { readonly sinceMs: number; readonly isBusiness: boolean; readonly decimals: number };

export function ownCurveOf(steps: readonly OwnPriceStep[], { sinceMs, isBusiness, decimals }: Shown): OwnCurve {
  const x = steps.map(({ at }) => Math.max(Date.parse(at), sinceMs) / 1000);
  const prices = steps.map((step) => landed(step, isBusiness, decimals));
  const changes = steps.flatMap((step, n): OwnChange[] => {
    const price = prices[n] ?? null;
    // The first step is the state at the begin.
    return n === 0 || price === null || price === prices[n - 1] ? [] : [{ at: x[n] ?? 0, price, step }];
  });
  return { x, prices, changes };
}

/** Without a shipping charge an offer is not on sale, and has no price with shipping. */
function landed({ OwnPrice, BusinessPrice }: OwnPriceStep, isBusiness: boolean, decimals: number): number | null {
  const shipping = OwnPrice?.Shipping;
  const price = isBusiness ? BusinessPrice : OwnPrice?.ListingPrice;
  if (!shipping || !price) return null;
  return fromMinor(toMinor(price.Amount, decimals) + toMinor(shipping.Amount, decimals), decimals);
}

export type AllCurves = Pick<PriceCurves, 'x' | 'boxPrices' | 'lowestPrices' | 'holders'> & {
  readonly ownPrices: readonly (number | null)[];
};

/** All curves with a value at each moment at which one of them changes. */
export function allCurves(box: PriceCurves, own: OwnCurve, nowMs: number): AllCurves {
  const now = nowMs / 1000;
  const all = [...box.x, ...own.x, ...(own.x.length > 0 ? [now] : [])];
  const x = [...new Set(all)].toSorted((a, b) => a - b);
  return {
    x,
    boxPrices: valuesAt(x, box.x, box.boxPrices, null),
    lowestPrices: valuesAt(x, box.x, box.lowestPrices, null),
    holders: valuesAt(x, box.x, box.holders, ''),
    ownPrices: valuesAt(x, own.x, own.prices, null),
  };
}

/** Each value holds from its start until the next one. `before`: there is none yet. */
function valuesAt<T>(moments: readonly number[], starts: readonly number[], values: readonly T[], before: T): T[] {
  let next = 0;
  return moments.map((moment) => {
    while (next < starts.length && (starts[next] ?? 0) <= moment) next += 1;
    return values[next - 1] ?? before;
  });
}
