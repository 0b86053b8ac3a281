/**
 * The language of all texts (`lang` of the page). Numbers, dates and digits follow it, not the browser: with a German or an Arabic one
 * an English sentence would have `1.234,50` or Arabic digits in it. Every format of the console is made here; times are in the reader's zone.
 */
const LANGUAGE = 'en';

/** Below zero a number has a minus sign (U+2212). `Intl` writes a hyphen in English, which is shorter and may end a line. */
class WithMinusSign extends Intl.NumberFormat {
  override format(value: number): string {
    return super.format(value).replace('-', '\u2212');
  }
}

export const numberFormat = (options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  new WithMinusSign(LANGUAGE, options);

export const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(LANGUAGE, options);

const plain = numberFormat();

/** `12,345`: a count, or another number without a unit. */
export const numberText = (value: number): string => plain.format(value);

const percents = numberFormat({ style: 'percent', maximumFractionDigits: 2 });

/** `12.5%`, of a number of percent: 12.5. */
export const percentText = (percent: number): string => percents.format(percent / 100);

/** Names with numbers in them in the order that people expect: A-2 before A-10. */
export const naturalOrder = new Intl.Collator(LANGUAGE, { numeric: true });

const lists = new Intl.ListFormat(LANGUAGE);

/** `A`; `A and B`; `A, B, and C`. */
export const listText = (names: readonly string[]): string => lists.format(names);
