import type { FeesEstimate } from 'marketplace-seller-sdk';
import { decimalsOf, fromMinor, toMinor } from '../../amounts.ts';

type Part = {
  readonly id: string;
  readonly amount: number;
  /** The part of what the customer pays, or of the fees when they are higher. From 0 to 1. */
  readonly share: number;
};

export type Split = {
  /** What the customer pays: price and shipping. */
  readonly paid: number;
  readonly fees: readonly Part[];
  readonly totalFees: number;
  /** Negative: the sale costs more than it brings. */
  readonly net: number;
  readonly netShare: number;
};

/** Who gets how much of what the customer pays. In whole minor units, so that the parts add up to the last cent. */
export function splitOf(price: number, shipping: number, { FeeDetailList }: FeesEstimate, currency: string): Split {
  const decimals = decimalsOf(currency);
  const paid = toMinor(price, decimals) + toMinor(shipping, decimals);
  const fees = FeeDetailList.map(({ FeeType, FinalFee }) => ({
    id: FeeType,
    minor: toMinor(FinalFee.Amount, decimals),
  }));
  const total = fees.reduce((sum, { minor }) => sum + minor, 0);
  const whole = Math.max(paid, total, 1);
  return {
    paid: fromMinor(paid, decimals),
    fees: fees.map(({ id, minor }) => ({ id, amount: fromMinor(minor, decimals), share: minor / whole })),
    totalFees: fromMinor(total, decimals),
    net: fromMinor(paid - total, decimals),
    netShare: Math.max(0, paid - total) / whole,
  };
}
