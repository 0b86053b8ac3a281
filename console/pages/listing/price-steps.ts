import type { PriceStep } from 'marketplace-seller-sdk';
import type { SellerName } from '../../seller-name.ts';

/** The history of a buy box as curves: a value for each moment at which something changed, and one for now. */
export type PriceCurves = {
  /** Seconds since 1970. */
  readonly x: readonly number[];
  readonly boxPrices: readonly (number | null)[];
  readonly lowestPrices: readonly (number | null)[];
  /** In words, for the table. */
  readonly holders: readonly string[];
  readonly spans: readonly HolderSpan[];
};

/** A time in which the same seller held the box. */
export type HolderSpan = {
  readonly from: number;
  readonly to: number;
  readonly holder: string;
  readonly isMine: boolean;
};

const NOBODY = 'Nobody';

/** `sku` is the listing: the seller's others have their SKU as their name. The first step may have begun before `sinceMs`. */
type Shown = { readonly sku: string; readonly sinceMs: number; readonly nowMs: number };

export function curvesOf(steps: readonly PriceStep[], { sku, sinceMs, nowMs }: Shown, seller: SellerName): PriceCurves {
  const starts = steps.map(({ at }) => Math.max(Date.parse(at), sinceMs) / 1000);
  const now = nowMs / 1000;
  const last = steps.at(-1);
  const points = last ? [...steps, last] : [];
  const names = points.map((step) => holderOf(step, sku, seller));
  return {
    x: last ? [...starts, Math.max(now, starts.at(-1) ?? now)] : [],
    boxPrices: points.map(({ BuyBox }) => BuyBox?.LandedPrice.Amount ?? null),
    lowestPrices: points.map(({ LowestPrice }) => LowestPrice?.LandedPrice.Amount ?? null),
    holders: names,
    spans: spansOf(steps, starts, names, now),
  };
}

function holderOf({ BuyBox }: PriceStep, sku: string, seller: SellerName): string {
  if (!BuyBox) return NOBODY;
  if (!BuyBox.MyOffer) return seller(BuyBox.SellerId);
  return BuyBox.SellerSKU === undefined || BuyBox.SellerSKU === sku ? 'You' : `You (${BuyBox.SellerSKU})`;
}

/** The SellerIds of others that held the box. */
export const holdersOf = (steps: readonly PriceStep[]): string[] => [
  ...new Set(steps.flatMap(({ BuyBox }) => (BuyBox && !BuyBox.MyOffer ? [BuyBox.SellerId] : []))),
];

/** Two sellers may have the same name. */
const isSameHolder = (one: PriceStep['BuyBox'], other: PriceStep['BuyBox']) =>
  one?.SellerId === other?.SellerId && one?.SellerSKU === other?.SellerSKU;

/** Steps at which only a price changed are one span. */
function spansOf(steps: readonly PriceStep[], starts: number[], names: string[], now: number): HolderSpan[] {
  const spans: HolderSpan[] = [];
  for (const [n, { BuyBox }] of steps.entries()) {
    const from = starts[n] ?? now;
    const to = starts[n + 1] ?? now;
    const holder = names[n] ?? NOBODY;
    const before = spans.at(-1);
    if (before && isSameHolder(BuyBox, steps[n - 1]?.BuyBox)) spans[spans.length - 1] = { ...before, to };
    else spans.push({ from, to, holder, isMine: BuyBox?.MyOffer === true });
  }
  return spans;
}

/** How much of the shown time the seller held the box, 0 to 1. Undefined when the history of that time is unknown. */
export function heldShare(spans: readonly HolderSpan[]): number | undefined {
  const lengths = spans.map(({ from, to, isMine }) => ({ seconds: to - from, isMine }));
  const all = lengths.reduce((sum, { seconds }) => sum + seconds, 0);
  if (all <= 0) return undefined;
  return lengths.reduce((sum, { seconds, isMine }) => sum + (isMine ? seconds : 0), 0) / all;
}
