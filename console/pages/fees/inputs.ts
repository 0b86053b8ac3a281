import { decimalsOf, fromMinor } from '../../amounts.ts';
import { typedMinor } from '../../typed-amount.ts';

/** What the address says. An amount that cannot be read is `NaN`: the field says so, and nothing is asked. */
export type FeesInputs = {
  /** A SKU or an item. */
  readonly id: string;
  readonly price: number | undefined;
  readonly shipping: number | undefined;
  readonly isExpedited: boolean;
  /** The day to compare today with: YYYY-MM-DD. */
  readonly date: string;
};

export function inputsOf(query: URLSearchParams, currency: string, today: Date): FeesInputs {
  const decimals = decimalsOf(currency);
  const amount = (name: string) => {
    const text = query.get(name)?.trim() ?? '';
    return text === '' ? undefined : fromMinor(typedMinor(text, decimals) ?? Number.NaN, decimals);
  };
  const date = query.get('date') ?? '';
  return {
    id: idIn(query),
    price: amount('price'),
    shipping: amount('shipping'),
    isExpedited: query.get('delivery') === 'expedited',
    date: isDay(date) ? date : inAYear(today),
  };
}

/** The SKU or item that is looked at. Empty: none. */
export const idIn = (query: URLSearchParams): string =>
  (query.get('id') ?? query.get('sku') ?? query.get('item') ?? '').trim();

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Without a chosen day: what the seller pays in a year. */
function inAYear(today: Date): string {
  const later = new Date(today);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  return later.toISOString().slice(0, 10);
}
