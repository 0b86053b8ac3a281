import { numberText } from '../../formats.ts';
import type { ListChoice } from './list-query.ts';
import type { ListingsView } from './listing-pages.ts';
import { isSortedHere, MAX_WHOLE_LIST } from './row-order.ts';

/** `length`: the rows that the table stands for. */
export function footText(choice: ListChoice, { rows, isComplete }: ListingsView, length: number): string {
  const loaded = rows.length;
  if (loaded === 0) return 'Loading …';
  if (isComplete) return loaded === 1 ? '1 listing' : `${numberText(loaded)} listings`;
  if (isSortedHere(choice)) return `Sorted among the ${numberText(loaded)} listings that are read. There are more.`;
  const read =
    length > loaded + 1 ? `${numberText(loaded)} of ${numberText(length)} read; scroll for more` : 'Scroll for more';
  return choice.sort === 'sku' && length > MAX_WHOLE_LIST
    ? `${read}. In so long a list SKUs are compared character by character: 10 comes before 2.`
    : read;
}
