import type { PriceChangeReceipt, WhatIfResult } from 'marketplace-seller-sdk';
import { losesMoney } from '../../losses.ts';

/** One listing whose price would change, and whether the seller wants that. */
export type ReviewRow = { readonly outcome: WhatIfResult; readonly isChosen: boolean };

/** Listings that would get another price. Those that would lose money begin unchosen: the seller may choose them. */
export const reviewRows = (outcomes: readonly WhatIfResult[]): ReviewRow[] =>
  outcomes.filter(changesPrice).map((outcome) => ({ outcome, isChosen: !losesMoney(outcome.NewPrice?.AfterFees) }));

const changesPrice = ({ PresentPrice, NewPrice }: WhatIfResult) =>
  NewPrice !== undefined && NewPrice.ListingPrice.Amount !== PresentPrice?.ListingPrice.Amount;

/** As the operation takes it: the very price that was reviewed, whatever the market has become. */
export const listingsOf = (rows: readonly ReviewRow[]) =>
  rows.flatMap(({ outcome: { SellerSKU, NewPrice }, isChosen }) =>
    isChosen && NewPrice ? [{ SellerSKU, strategy: { type: 'setTo' as const, price: NewPrice.ListingPrice } }] : [],
  );

/** How many of the chosen prices lose money. */
export const losingRows = (rows: readonly ReviewRow[]): number =>
  rows.filter(({ outcome, isChosen }) => isChosen && losesMoney(outcome.NewPrice?.AfterFees)).length;

/** How many receipts are in each state, in the order in which the states occur. */
export function countedStates(receipts: readonly PriceChangeReceipt[]): [state: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { State } of receipts) counts.set(State, (counts.get(State) ?? 0) + 1);
  return [...counts];
}
