import { isId } from '../../ids.ts';
import { decimalFromMinor, decimalsOf, minorFromDecimal } from '../../money.ts';
import { readTime } from '../../time.ts';
import { valueAt } from '../event-payload.ts';

// '' stands for a value that is missing or has another type: see `event-payload.ts`.

/** An identifier without spaces and line breaks is safe in every channel; '' for anything else. */
export function idText(id: unknown): string {
  return typeof id === 'string' && isId(id) ? id : '';
}

/** `1,522.90 USD`: in English, as all of the text is. '' for an amount below zero: see `lossText`. */
export function moneyText(money: unknown): string {
  const amount = valueAt(money, 'Amount');
  const currency = valueAt(money, 'CurrencyCode');
  if (typeof amount !== 'number' || typeof currency !== 'string') return '';
  const isAmount = typeof minorFromDecimal(amount, currency) === 'number';
  const decimals = decimalsOf(currency) ?? 2;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return isAmount ? `${amount.toLocaleString('en', digits)} ${currency}` : '';
}

/** `0.45 USD`: what a sale with this net loses. '' for a net that is not below zero, and for anything else. */
export function lossText(net: unknown): string {
  const amount = valueAt(net, 'Amount');
  if (typeof amount !== 'number' || !(amount < 0)) return '';
  return moneyText({ CurrencyCode: valueAt(net, 'CurrencyCode'), Amount: -amount });
}

/** The exact sum of two amounts of one currency; undefined when one of them is none. */
export function sumOf(one: unknown, other: unknown): object | undefined {
  const CurrencyCode = valueAt(one, 'CurrencyCode');
  if (typeof CurrencyCode !== 'string' || valueAt(other, 'CurrencyCode') !== CurrencyCode) return undefined;
  const [a, b] = [one, other].map((money) => minorFromDecimal(valueAt(money, 'Amount') as number, CurrencyCode));
  return typeof a === 'number' && typeof b === 'number'
    ? { CurrencyCode, Amount: decimalFromMinor(a + b, CurrencyCode) }
    : undefined;
}

/** `0.45 USD more`, `0.45 USD less`; '' for a difference of 0 and for anything else. */
export function differenceText(money: unknown): string {
  const amount = valueAt(money, 'Amount');
  if (typeof amount !== 'number' || amount === 0) return '';
  const size = moneyText({ CurrencyCode: valueAt(money, 'CurrencyCode'), Amount: Math.abs(amount) });
  return size && `${size} ${amount > 0 ? 'more' : 'less'}`;
}

/** `15 Nov 2026, 09:30 UTC`. */
export function timeText(time: unknown): string {
  const ms = typeof time === 'string' ? readTime(time) : undefined;
  return ms === undefined ? '' : clockText(ms);
}

export function clockText(epochMs: number): string {
  const text = new Date(epochMs).toUTCString();
  return `${text.slice(5, 16).replace(/^0/, '')}, ${text.slice(17, 22)} UTC`;
}

/** `15 Nov 2026`; '' when it is no time. */
export const dayText = (time: unknown): string => timeText(time).split(',', 1)[0] ?? '';

/** The value when it is one of the list. Anything else may be text that a seller wrote. */
export function knownWord<W extends string>(list: readonly W[], value: unknown): W | undefined {
  return list.find((word) => word === value);
}
