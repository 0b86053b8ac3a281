import type { WhatIfResult } from 'marketplace-seller-sdk';
import { decimalsOf, fromMinor, toMinor } from '../../amounts.ts';
import { isApplied } from './outcome.ts';

/** One unit of each listing. */
export type Totals = {
  readonly listings: number;
  readonly winsNow: number;
  readonly wouldWin: number;
  /** What the sale of one unit of each listing that wins leaves, now and with the new prices. */
  readonly winnersNet: number;
  readonly newWinnersNet: number;
  /** The same of all listings. */
  readonly net: number;
  readonly newNet: number;
  /** Listings that are in no sum of nets: their fees cannot be estimated. */
  readonly netUnknown: number;
  readonly newPrices: number;
  readonly keepPrice: number;
  readonly byOutcome: ReadonlyMap<string, number>;
};

/** Adds up many answers of the service, each of up to 500 listings, in whole minor units. SKUs that are not the seller's do not count. */
export function totalsOf(results: readonly WhatIfResult[], currency: string): Totals {
  const decimals = decimalsOf(currency);
  const sums = { winnersNet: 0, newWinnersNet: 0, net: 0, newNet: 0 };
  const counts = { listings: 0, winsNow: 0, wouldWin: 0, netUnknown: 0, newPrices: 0, keepPrice: 0 };
  const byOutcome = new Map<string, number>();
  for (const result of results) {
    const { status, IsBuyBoxWinner, WouldWin } = result;
    byOutcome.set(status, (byOutcome.get(status) ?? 0) + 1);
    if (status === 'INVALID_SKU') continue;
    counts.listings += 1;
    if (IsBuyBoxWinner) counts.winsNow += 1;
    if (WouldWin) counts.wouldWin += 1;
    if (isApplied(result)) counts.newPrices += 1;
    else counts.keepPrice += 1;
    const { now, next } = netsOf(result);
    if (now === undefined || next === undefined) {
      counts.netUnknown += 1;
      continue;
    }
    sums.net += toMinor(now, decimals);
    sums.newNet += toMinor(next, decimals);
    if (IsBuyBoxWinner) sums.winnersNet += toMinor(now, decimals);
    if (WouldWin) sums.newWinnersNet += toMinor(next, decimals);
  }
  const amount = (minor: number) => fromMinor(minor, decimals);
  return {
    ...counts,
    winnersNet: amount(sums.winnersNet),
    newWinnersNet: amount(sums.newWinnersNet),
    net: amount(sums.net),
    newNet: amount(sums.newNet),
    byOutcome,
  };
}

/** What a sale leaves at the present price, and at the new one. A listing that keeps its price has that as the new one. */
export function netsOf({ PresentPrice, NewPrice }: WhatIfResult): {
  now: number | undefined;
  next: number | undefined;
} {
  return { now: PresentPrice?.AfterFees.Net?.Amount, next: NewPrice?.AfterFees.Net?.Amount };
}
