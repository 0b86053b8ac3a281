import type { WhatIfResult } from 'marketplace-seller-sdk';
import { fromMinor, toMinor } from '../../amounts.ts';
import { losesMoney } from '../../losses.ts';
import { isApplied } from './outcome.ts';
import { netsOf } from './totals.ts';

/** What changes for one listing: undefined where its price stays, or where a figure is not known. */
export type Differences = { readonly price: number | undefined; readonly net: number | undefined };

/** In whole minor units, so that two amounts differ by an amount. */
export function differencesOf(outcome: WhatIfResult, decimals: number): Differences {
  if (!isApplied(outcome)) return { price: undefined, net: undefined };
  const { now, next } = netsOf(outcome);
  const between = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined
      ? undefined
      : fromMinor(toMinor(to, decimals) - toMinor(from, decimals), decimals);
  const { PresentPrice, NewPrice } = outcome;
  return { price: between(PresentPrice?.ListingPrice.Amount, NewPrice?.ListingPrice.Amount), net: between(now, next) };
}

/** Whether each sale would cost more than it brings, fees and the known cost counted. */
export const wouldLoseMoney = ({ NewPrice }: WhatIfResult): boolean => losesMoney(NewPrice?.AfterFees);
