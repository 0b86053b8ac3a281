import type { Money, WhatIfResult } from 'marketplace-seller-sdk';
import { decimalsOf, fromMinor, toMinor } from '../../amounts.ts';
import { losesMoney } from '../../losses.ts';
import { isApplied } from './outcome.ts';

/**
 * How many listings, of what kind. Sums of money are of one unit of each, and come second: listings are of unlike items, of which one may sell
 * a thousand times as often.
 */
export type Totals = {
  readonly listings: number;
  readonly winsNow: number;
  readonly wouldWin: number;
  /** Each sale costs more than it brings: now, and with the new prices. */
  readonly losesMoneyNow: number;
  readonly wouldLoseMoney: number;
  /** Unknown are listings whose fees cannot be estimated. */
  readonly net: Moves;
  /** The same of what is left after the cost: those without one are unknown, too. Undefined: the reader knows no cost of a listing. */
  readonly profit: Moves | undefined;
  readonly newPrices: number;
  readonly keepPrice: number;
  readonly byOutcome: ReadonlyMap<string, number>;
};

export type Moves = {
  readonly rises: number;
  readonly falls: number;
  /** The number of listings that count nowhere else here. */
  readonly unknown: number;
  /** One unit of each. Undefined: nothing is known. */
  readonly sums: Sums | undefined;
};

type Sums = { readonly now: Money; readonly next: Money };

/** What a sale brings at the present price, and at the new one. A listing that keeps its price has that as the new one. */
type Pair = { readonly now: Money | undefined; readonly next: Money | undefined };

/** Counts many answers of the service, each of up to 500 listings. SKUs that are not the seller's do not count. */
export function totalsOf(results: readonly WhatIfResult[]): Totals {
  const own = results.filter(({ status }) => status !== 'INVALID_SKU');
  const profits = own.map(profitPair);
  const byOutcome = new Map<string, number>();
  for (const { status } of results) byOutcome.set(status, (byOutcome.get(status) ?? 0) + 1);
  const newPrices = own.filter(isApplied).length;
  return {
    listings: own.length,
    winsNow: own.filter(({ IsBuyBoxWinner }) => IsBuyBoxWinner).length,
    wouldWin: own.filter(({ WouldWin }) => WouldWin).length,
    losesMoneyNow: own.filter(({ PresentPrice }) => losesMoney(PresentPrice?.AfterFees)).length,
    wouldLoseMoney: own.filter(({ NewPrice }) => losesMoney(NewPrice?.AfterFees)).length,
    net: movesOf(own.map(netPair)),
    profit: profits.some(({ now }) => now) ? movesOf(profits) : undefined,
    newPrices,
    keepPrice: own.length - newPrices,
    byOutcome,
  };
}

function movesOf(pairs: readonly Pair[]): Moves {
  const known = pairs.flatMap(({ now, next }) => (now && next ? [{ now, next }] : []));
  return {
    rises: known.filter(({ now, next }) => next.Amount > now.Amount).length,
    falls: known.filter(({ now, next }) => next.Amount < now.Amount).length,
    unknown: pairs.length - known.length,
    sums: sumsOf(known),
  };
}

function sumsOf(known: readonly Sums[]): Sums | undefined {
  const CurrencyCode = known[0]?.now.CurrencyCode;
  if (CurrencyCode === undefined) return undefined;
  const decimals = decimalsOf(CurrencyCode);
  const sum = (side: keyof Sums): Money => {
    const minor = known.reduce((total, one) => total + toMinor(one[side].Amount, decimals), 0);
    return { CurrencyCode, Amount: fromMinor(minor, decimals) };
  };
  return { now: sum('now'), next: sum('next') };
}

const netPair = ({ PresentPrice, NewPrice }: WhatIfResult): Pair => ({
  now: PresentPrice?.AfterFees.Net,
  next: NewPrice?.AfterFees.Net,
});

const profitPair = ({ PresentPrice, NewPrice }: WhatIfResult): Pair => ({
  now: PresentPrice?.AfterFees.Profit,
  next: NewPrice?.AfterFees.Profit,
});

/** The amounts of a sale after its fees. */
export function netsOf(result: WhatIfResult): { now: number | undefined; next: number | undefined } {
  const { now, next } = netPair(result);
  return { now: now?.Amount, next: next?.Amount };
}
