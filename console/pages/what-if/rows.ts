import { naturalOrder } from '../../formats.ts';
import { isApplied, type Outcome, outcomes as order } from './outcome.ts';
import { netsOf } from './totals.ts';

const numbers: Readonly<Record<string, (outcome: Outcome) => number | undefined>> = {
  result: ({ status }) => order.indexOf(status),
  now: ({ PresentPrice }) => PresentPrice?.ListingPrice.Amount,
  new: (outcome) => (isApplied(outcome) ? outcome.NewPrice?.ListingPrice.Amount : undefined),
  rival: ({ CompetingLandedPrice }) => CompetingLandedPrice?.Amount,
  net: (outcome) => netsOf(outcome).now,
  newNet: (outcome) => netsOf(outcome).next,
};

type Order = { readonly column: string; readonly direction: 'ascending' | 'descending' };

/** The rows with the chosen outcome, in the chosen order. Rows without a figure come last in either direction. */
export function arranged(outcomes: readonly Outcome[], show: string, { column, direction }: Order): Outcome[] {
  const sign = direction === 'descending' ? -1 : 1;
  const number = numbers[column];
  const bySku = (a: Outcome, b: Outcome) => naturalOrder.compare(a.SellerSKU, b.SellerSKU);
  return outcomes
    .filter(({ status }) => show === '' || status === show)
    .toSorted((a, b) => {
      if (!number) return sign * bySku(a, b);
      const [left, right] = [number(a), number(b)];
      if (left === undefined || right === undefined)
        return Number(left === undefined) - Number(right === undefined) || bySku(a, b);
      return sign * (left - right) || bySku(a, b);
    });
}
