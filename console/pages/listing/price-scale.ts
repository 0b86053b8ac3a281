/** The range of a price slider, and the prices marked on it, in minor units. */
export type PriceScale = { readonly low: number; readonly high: number; readonly marks: readonly PriceMark[] };

type PriceMark = { readonly id: 'own' | 'winning'; readonly at: number };

type Prices = {
  readonly own: number;
  readonly winning: number | undefined;
  /** Other prices that the range must reach: the holder's, the limit of the item. */
  readonly others: readonly number[];
  /** What the reader has typed: the thumb must be able to stand there. */
  readonly tried?: number | undefined;
};

/** A fifth of room on both sides, so that both crossing the winning price and going back are short ways. */
export function priceScale({ own, winning, others, tried }: Prices): PriceScale {
  const prices = [own, winning, ...others].filter((price) => price !== undefined);
  const room = Math.max(10, Math.round(Math.max(...prices) / 5));
  const low = Math.max(0, Math.min(...prices) - room);
  const high = Math.max(...prices) + room;
  const marks: PriceMark[] = [{ id: 'own', at: own }];
  if (winning !== undefined) marks.push({ id: 'winning', at: winning });
  return { low: Math.min(low, tried ?? low), high: Math.max(high, tried ?? high), marks };
}

/** Where a price is on the scale, 0 to 1. */
export const shareOf = ({ low, high }: PriceScale, price: number): number =>
  Math.max(0, Math.min(1, (price - low) / (high - low || 1)));

/** Arrow keys move by the smallest unit, with Shift by ten, page keys by a hundred. Undefined: the key is not ours. */
export function steppedPrice(
  key: string,
  isShift: boolean,
  price: number,
  { low, high }: PriceScale,
): number | undefined {
  const arrow = isShift ? 10 : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: arrow,
    ArrowUp: arrow,
    ArrowLeft: -arrow,
    ArrowDown: -arrow,
    PageUp: 100,
    PageDown: -100,
    Home: -Infinity,
    End: Infinity,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(low, Math.min(high, price + step));
}
