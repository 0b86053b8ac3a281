import type { ListingLimits, ListingLimitsBody } from 'marketplace-seller-sdk';
import { decimalsOf, decimalText, fromMinor, toMinor } from '../../amounts.ts';
import { typedMinor } from '../../typed-amount.ts';

export const LIMITS = ['MinimumPrice', 'MaximumPrice', 'MinimumNet', 'Cost'] as const;
export type LimitName = (typeof LIMITS)[number];

/** What stands in the fields: an empty text is no limit. */
export type TypedLimits = Readonly<Record<LimitName, string>>;

export const NO_LIMITS: TypedLimits = { MinimumPrice: '', MaximumPrice: '', MinimumNet: '', Cost: '' };

/** The fields as the service has the limits. */
export function typedLimits(limits: ListingLimits, currency: string): TypedLimits {
  const decimals = decimalsOf(currency);
  const text = (name: LimitName) => {
    const amount = limits[name]?.Amount;
    return amount === undefined ? '' : decimalText(toMinor(amount, decimals), decimals);
  };
  return {
    MinimumPrice: text('MinimumPrice'),
    MaximumPrice: text('MaximumPrice'),
    MinimumNet: text('MinimumNet'),
    Cost: text('Cost'),
  };
}

/** The fields that mean something else than before: `20` is `20.00`. */
export function changedLimits(typed: TypedLimits, before: TypedLimits, currency: string): LimitName[] {
  const decimals = decimalsOf(currency);
  const meaning = (text: string) => typedMinor(text, decimals) ?? text.trim();
  return LIMITS.filter((name) => meaning(typed[name]) !== meaning(before[name]));
}

/**
 * What is sent: all limits, because absent ones are removed, and the cost only when it differs. To name a cost needs a recent sign-in.
 * Undefined when an amount cannot be read.
 */
export function limitsBody(typed: TypedLimits, before: TypedLimits, currency: string): ListingLimitsBody | undefined {
  const decimals = decimalsOf(currency);
  const namesCost = changedLimits(typed, before, currency).includes('Cost');
  const body: ListingLimitsBody = {};
  for (const name of LIMITS) {
    const text = typed[name].trim();
    if (name === 'Cost' && !namesCost) continue;
    const minor = typedMinor(text, decimals);
    if (text !== '' && minor === undefined) return undefined;
    body[name] = minor === undefined ? null : { CurrencyCode: currency, Amount: fromMinor(minor, decimals) };
  }
  return body;
}
