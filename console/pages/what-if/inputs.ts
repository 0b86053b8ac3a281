import type { WhatIfStrategy } from 'marketplace-seller-sdk';
import { decimalsOf, fromMinor } from '../../amounts.ts';
import { typedMinor } from '../../typed-amount.ts';

export type StrategyType = WhatIfStrategy['type'];

/** What the address says. An amount that cannot be read is `NaN`. */
export type WhatIfInputs = {
  /** Chosen listings; undefined: those that fit the filter. */
  readonly skus: readonly string[] | undefined;
  readonly query: string;
  readonly states: readonly string[];
  readonly type: StrategyType;
  /** How much lower, or the one price. */
  readonly amount: number | undefined;
  readonly floor: number | undefined;
  readonly isBusiness: boolean;
};

const types: readonly StrategyType[] = ['win', 'match', 'beatBy', 'setTo'];

/** One cent less than the best rival: the least that is surely lower. */
const LEAST_STEP = 1;

export function inputsOf(query: URLSearchParams, currency: string): WhatIfInputs {
  const decimals = decimalsOf(currency);
  const amount = (name: string) => {
    const text = query.get(name)?.trim() ?? '';
    return text === '' ? undefined : fromMinor(typedMinor(text, decimals) ?? Number.NaN, decimals);
  };
  const skus = query.getAll('sku').filter(Boolean);
  const type = types.find((name) => name === query.get('strategy')) ?? 'win';
  return {
    skus: skus.length > 0 || query.get('by') === 'skus' ? skus : undefined,
    query: query.get('q')?.trim() ?? '',
    states: query
      .getAll('state')
      .flatMap((text) => text.split(','))
      .filter(Boolean),
    type,
    amount: amount('amount') ?? (type === 'beatBy' ? fromMinor(LEAST_STEP, decimals) : undefined),
    floor: amount('floor'),
    isBusiness: query.get('customer') === 'business',
  };
}

/** Undefined while an amount is missing or cannot be read. */
export function strategyOf({ type, amount }: WhatIfInputs, currency: string): WhatIfStrategy | undefined {
  if (type === 'match' || type === 'win') return { type };
  if (amount === undefined || Number.isNaN(amount)) return undefined;
  const money = { CurrencyCode: currency, Amount: amount };
  return type === 'beatBy' ? { type, amount: money } : { type, price: money };
}

/** One SKU a line; empty lines and repeated SKUs do not count. */
export const skusOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];
