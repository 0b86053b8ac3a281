import { decimalsOf, decimalText, fromMinor, toMinor } from './amounts.ts';
import { numberFormat } from './formats.ts';
import { needsEcho, typedAmount } from './typed-amount.ts';

/** What a field of an amount says about the typed text. */
export type AmountNotes = { readonly error?: string; readonly echo?: string };

/** An amount that cannot be read is an error with an example. One that is not written as the page would is shown as it was understood. */
export function amountNotes(text: string, currency: string, example = 20): AmountNotes {
  const decimals = decimalsOf(currency);
  if (text.trim() === '') return {};
  const typed = typedAmount(text, decimals);
  if ('problem' in typed)
    return { error: typed.problem || `Enter an amount such as ${decimalText(toMinor(example, decimals), decimals)}` };
  if (!needsEcho(text)) return {};
  const money = numberFormat({ style: 'currency', currency });
  return { echo: `Understood as ${money.format(fromMinor(typed.minor, decimals))}` };
}
