/** What a person typed, in minor units, or what is wrong with it. */
type TypedAmount = { readonly minor: number } | { readonly problem: string };

const NO_AMOUNT: TypedAmount = { problem: '' };

/** Arabic and Persian digits, as keyboards of these languages write them, and their signs for decimals and thousands. */
const plainDigits = (text: string) =>
  text
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('\u066B', '.')
    .replaceAll('\u066C', "'");

/** `1,234` and `1.234.567`: one to three digits, then groups of three behind the same sign. */
const grouped = /^[1-9]\d{0,2}(?:([.,' ])\d{3})(?:\1\d{3})*$/;

/**
 * Reads an amount with a comma or a point before the decimals, and with thousands in groups: `12,50`, `1.234,56`, `1,234.56`. A comma
 * before three digits separates thousands, as the page writes them. What would be another amount in another language is no amount:
 * `1.234`, and `1,234` in a currency of three decimals. An amount below zero, or with more decimals than the currency has, is none.
 */
export function typedAmount(typed: string, decimals: number): TypedAmount {
  const text = plainDigits(typed.trim())
    .replace(/[\s\u00A0\u202F]/g, ' ')
    .replaceAll('’', "'");
  const found = /^(.*?)(?:([.,])(\d*))?$/.exec(text);
  const [, whole = '', sign = '', fraction = ''] = found ?? [];
  const isSingle = !/\D/.test(whole);
  // Three digits behind one sign: thousands in one language, decimals in another. Behind two they are thousands everywhere.
  if (sign !== '' && grouped.test(text) && !(isSingle && sign === '.' && decimals === 3)) {
    const isAmbiguous = isSingle && (sign === '.' ? decimals > 0 : decimals === 3);
    return isAmbiguous ? { problem: twoWays(text, decimals) } : amountOf(text.replace(/\D/g, ''), '', decimals);
  }
  const isWhole = isSingle ? whole + fraction !== '' : grouped.test(whole) && !(sign && whole.includes(sign));
  if (!isWhole || fraction.length > decimals) return NO_AMOUNT;
  return amountOf(whole.replace(/\D/g, ''), fraction, decimals);
}

function twoWays(text: string, decimals: number): string {
  const [whole = '', fraction = ''] = text.split(/[.,]/);
  return `${text} can be read in two ways: write ${whole}${fraction} or ${whole}.${fraction.slice(0, decimals)}`;
}

function amountOf(whole: string, fraction: string, decimals: number): TypedAmount {
  return whole.length > 9 ? NO_AMOUNT : { minor: Number(whole + fraction.padEnd(decimals, '0')) };
}

/** Undefined when it is no amount of the currency. */
export function typedMinor(text: string, decimals: number): number | undefined {
  const typed = typedAmount(text, decimals);
  return 'minor' in typed ? typed.minor : undefined;
}

/** Whether the page must say how it reads the text: it is not written as the page itself would write it into the field. */
export const needsEcho = (text: string): boolean => !/^\d*\.?\d*$/.test(text.trim());
