import type { VNode } from 'preact';
import { numberFormat } from '../formats.ts';
import { html } from '../html.ts';
import { pagePlace } from '../page-place.ts';

/** An amount as the API writes it. */
export type Amount = { readonly CurrencyCode?: string; readonly Amount: number };

type MoneyProps = {
  of: Amount | number | undefined;
  /** With + for gains: differences. */
  isSigned?: boolean;
};

const formats = new Map<string, Intl.NumberFormat>();

/** Text in the language of the page. A number alone is in the currency of the marketplace. */
export function moneyText(of: Amount | number, isSigned = false): string {
  const { Amount: value, CurrencyCode } = typeof of === 'number' ? { Amount: of, CurrencyCode: undefined } : of;
  const currency = CurrencyCode ?? pagePlace.value.currency;
  const key = `${currency}${isSigned}`;
  const format = formats.get(key) ?? newFormat(currency, isSigned);
  formats.set(key, format);
  return format.format(value);
}

const newFormat = (currency: string, isSigned: boolean) =>
  numberFormat({
    style: 'currency',
    currency,
    ...(isSigned ? { signDisplay: 'exceptZero' as const } : {}),
  });

/** An amount, or a dash where there is none. */
export function Money({ of, isSigned = false }: MoneyProps): VNode {
  if (of === undefined) return html`<span class="soft" aria-label="none">–</span>`;
  return html`<span class="money">${moneyText(of, isSigned)}</span>`;
}
