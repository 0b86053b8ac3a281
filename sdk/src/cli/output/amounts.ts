import type { Money } from '../../generated/types.gen.ts';
import { usageProblem } from '../problem.ts';

/** `22.99 USD`, with the decimals of the currency. */
export function amountOf(money: Money | undefined): string | undefined {
  return money && `${figureOf(money)} ${money.CurrencyCode}`;
}

/** Without the currency, for columns of one marketplace. */
export function figureOf(money: Money | undefined): string | undefined {
  return money?.Amount.toFixed(decimalsOf(money.CurrencyCode));
}

function decimalsOf(currency: string): number {
  try {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    return maximumFractionDigits;
  } catch {
    return 2;
  }
}

/** An amount as people type it. `name` is the option or argument. */
export function readAmount(text: string, name: string, currency: string): Money {
  if (!/^\d{1,12}(\.\d{1,3})?$/.test(text))
    throw usageProblem(`${name} must be an amount such as 19.99, not "${text}".`);
  return { CurrencyCode: currency, Amount: Number(text) };
}

export const timeOf = (text: string | undefined): string | undefined => text?.replace(/\.\d+Z$/, 'Z').replace('T', ' ');
