import type { WhatIfResult } from 'marketplace-seller-sdk';
import { losesMoney } from '../../losses.ts';
import { isApplied } from './outcome.ts';

/** How many listings, of what kind. No sums of money: listings are of unlike items, of which one may sell a thousand times as often. */
export type Totals = {
  readonly listings: number;
  readonly winsNow: number;
  readonly wouldWin: number;
  /** Each sale costs more than it brings: now, and with the new prices. */
  readonly losesMoneyNow: number;
  readonly wouldLoseMoney: number;
  readonly netRises: number;
  readonly netFalls: number;
  /** Listings whose fees cannot be estimated. */
  readonly netUnknown: number;
  /** The same of what is left after the cost. Undefined: the reader knows no cost of a listing. */
  readonly profit: Moves | undefined;
  readonly newPrices: number;
  readonly keepPrice: number;
  readonly byOutcome: ReadonlyMap<string, number>;
};

/** `unknown`: listings without a cost, or whose fees cannot be estimated. */
export type Moves = { readonly rises: number; readonly falls: number; readonly unknown: number };

/** Counts many answers of the service, each of up to 500 listings. SKUs that are not the seller's do not count. */
export function totalsOf(results: readonly WhatIfResult[]): Totals {
  const own = results.filter(({ status }) => status !== 'INVALID_SKU');
  const nets = own.map(netsOf);
  const byOutcome = new Map<string, number>();
  for (const { status } of results) byOutcome.set(status, (byOutcome.get(status) ?? 0) + 1);
  const newPrices = own.filter(isApplied).length;
  return {
    listings: own.length,
    winsNow: own.filter(({ IsBuyBoxWinner }) => IsBuyBoxWinner).length,
    wouldWin: own.filter(({ WouldWin }) => WouldWin).length,
    losesMoneyNow: own.filter(({ PresentPrice }) => losesMoney(PresentPrice?.AfterFees)).length,
    wouldLoseMoney: own.filter(({ NewPrice }) => losesMoney(NewPrice?.AfterFees)).length,
    netRises: nets.filter(({ now, next }) => now !== undefined && next !== undefined && next > now).length,
    netFalls: nets.filter(({ now, next }) => now !== undefined && next !== undefined && next < now).length,
    netUnknown: nets.filter(({ now, next }) => now === undefined || next === undefined).length,
    profit: profitMoves(own),
    newPrices,
    keepPrice: own.length - newPrices,
    byOutcome,
  };
}

function profitMoves(own: readonly WhatIfResult[]): Moves | undefined {
  const known = own.flatMap(({ PresentPrice, NewPrice }) => {
    const [now, next] = [PresentPrice?.AfterFees.Profit?.Amount, NewPrice?.AfterFees.Profit?.Amount];
    return now === undefined || next === undefined ? [] : [{ now, next }];
  });
  if (known.length === 0) return undefined;
  return {
    rises: known.filter(({ now, next }) => next > now).length,
    falls: known.filter(({ now, next }) => next < now).length,
    unknown: own.length - known.length,
  };
}

/** The net of a sale at the present price, and at the new one. A listing that keeps its price has that as the new one. */
export function netsOf({ PresentPrice, NewPrice }: WhatIfResult): {
  now: number | undefined;
  next: number | undefined;
} {
  return { now: PresentPrice?.AfterFees.Net?.Amount, next: NewPrice?.AfterFees.Net?.Amount };
}
