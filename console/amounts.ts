import { numberFormat } from './formats.ts';

/** Decimals of a currency (ISO 4217): 2 for USD, 0 for JPY. */
export function decimalsOf(currency: string): number {
  return numberFormat({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Amounts are compared and moved as whole minor units: 0.1 + 0.2 is not 0.3. */
export const toMinor = (amount: number, decimals: number): number => Math.round(amount * 10 ** decimals);

export const fromMinor = (amountMinor: number, decimals: number): number => amountMinor / 10 ** decimals;

/** As the API takes it: `24.90`. */
export const decimalText = (amountMinor: number, decimals: number): string =>
  fromMinor(amountMinor, decimals).toFixed(decimals);
