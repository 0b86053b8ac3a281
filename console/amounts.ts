import { numberFormat } from './formats.ts';

/** A format takes long to make, and a table of amounts asks for each of them. */
const known = new Map<string, number>();

/** Decimals of a currency (ISO 4217): 2 for USD, 0 for JPY. */
export function decimalsOf(currency: string): number {
  const decimals =
    known.get(currency) ?? numberFormat({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  known.set(currency, decimals);
  return decimals;
}

/** Amounts are compared and moved as whole minor units: 0.1 + 0.2 is not 0.3. */
export const toMinor = (amount: number, decimals: number): number => Math.round(amount * 10 ** decimals);

export const fromMinor = (amountMinor: number, decimals: number): number => amountMinor / 10 ** decimals;

/** As the API takes it: `24.90`. */
export const decimalText = (amountMinor: number, decimals: number): string =>
  fromMinor(amountMinor, decimals).toFixed(decimals);
