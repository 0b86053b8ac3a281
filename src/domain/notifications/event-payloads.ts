import { decimalsOf, minorFromDecimal } from '../money.ts';
import { readTime } from '../time.ts';
import type { StatusReason } from './status-reason.ts';

/**
 * Destinations that are suspended (decisions 27, 38, 42). `status` ACTIVE: they will be at `EffectiveFrom`. SUSPENDED: they are
 * since then. The names are those of the destination endpoints.
 */
export type DestinationSuspended = {
  createdBy?: string;
  channelIds: readonly string[];
  /** Of the same destinations, in the same order. */
  channelNames: readonly string[];
  status: 'ACTIVE' | 'SUSPENDED';
  statusReason: StatusReason;
  lastUsedTime?: string;
  /** How the last attempt failed: the service's own words, nothing of what the receiver answered. */
  lastError?: string;
  EffectiveFrom: string;
};

// A stored event may come from another version of the service, and a text with one sentence less is better than none. So
// these functions return '' or undefined where a value is missing or has another type.

/** The value at a path of names; undefined when there is none. */
export function valueAt(data: unknown, ...names: readonly string[]): unknown {
  let value = data;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** `22.90 USD`. */
export function moneyText(money: unknown): string {
  const amount = valueAt(money, 'Amount');
  const currency = valueAt(money, 'CurrencyCode');
  if (typeof amount !== 'number' || typeof currency !== 'string') return '';
  const isAmount = typeof minorFromDecimal(amount, currency) === 'number';
  return isAmount ? `${amount.toFixed(decimalsOf(currency))} ${currency}` : '';
}

/** `15 Nov 2026, 09:30 UTC`. */
export function timeText(time: unknown): string {
  const ms = typeof time === 'string' ? readTime(time) : undefined;
  return ms === undefined ? '' : clockText(ms);
}

export function clockText(epochMs: number): string {
  const text = new Date(epochMs).toUTCString();
  return `${text.slice(5, 16)}, ${text.slice(17, 22)} UTC`;
}

/** The value when it is one of the list. Anything else may be text that a seller wrote. */
export function knownWord<W extends string>(list: readonly W[], value: unknown): W | undefined {
  return list.find((word) => word === value);
}
