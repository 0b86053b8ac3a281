import type { Listing } from 'marketplace-seller-sdk';
import { naturalOrder } from '../../formats.ts';
import type { ListChoice } from './list-query.ts';

export type RowHistory = { readonly prices: readonly (number | undefined)[]; readonly share: number | undefined };

/* The order of the rows that are read. The service sorts by SKU, price, gap and change; the console sorts the others. */

/** A list of so many listings is read as a whole, so that its SKUs stand in natural order: 2 before 10. */
export const MAX_WHOLE_LIST = 500;

/** What sellers have to look at comes first. */
const BY_URGENCY = ['losing', 'unhealthy', 'inactive', 'winning', 'noCompetition'];

/** `DEMO-SKU-2` before `DEMO-SKU-10`. SKUs that differ only in accents or case keep one order. */
const compareSkus = (a: string, b: string): number => naturalOrder.compare(a, b) || (a < b ? -1 : Number(a > b));

/** Whether the console sorts what is read: the service does not know this order. */
export const isSortedHere = ({ sort }: Pick<ListChoice, 'sort'>): boolean =>
  sort === 'net' || sort === 'share' || sort === 'state';

type Value = (row: Listing) => number | undefined;

function valuesOf({ sort }: ListChoice, historyOf: (row: Listing) => RowHistory | undefined): Value {
  if (sort === 'net') return ({ NetAtOwnPrice }) => NetAtOwnPrice.Net?.Amount;
  if (sort === 'share') return (row) => historyOf(row)?.share;
  return ({ State }) => {
    const place = BY_URGENCY.indexOf(State);
    return place < 0 ? undefined : place;
  };
}

/** Rows without a value come last, whatever the direction; equal ones are in the order of SKUs. */
export function orderedRows(
  rows: readonly Listing[],
  choice: ListChoice,
  historyOf: (row: Listing) => RowHistory | undefined,
): readonly Listing[] {
  const sign = choice.order === 'desc' ? -1 : 1;
  const bySku = (a: Listing, b: Listing) => compareSkus(a.SellerSKU, b.SellerSKU);
  if (choice.sort === 'sku') return rows.toSorted((a, b) => sign * bySku(a, b));
  if (!isSortedHere(choice)) return rows;
  const valueIn = valuesOf(choice, historyOf);
  const compare = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? Number(a === undefined) - Number(b === undefined) : sign * (a - b);
  return rows.toSorted((a, b) => compare(valueIn(a), valueIn(b)) || bySku(a, b));
}
