import type { RefObject, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { DataTable } from '../../components/data-table.ts';
import { html } from '../../html.ts';
import { columnsOf } from './columns.ts';
import { setSort } from './filters.ts';
import { listLength } from './list-length.ts';
import type { ListChoice } from './list-query.ts';
import type { ListingPages, ListingsView } from './listing-pages.ts';
import { useHistories } from './use-histories.ts';

type ListingsTableProps = { choice: ListChoice; view: ListingsView; pages: RefObject<ListingPages> };

/** The rows in sight are read, and some behind them. The first screen of a list is asked for before its length is known. */
const AHEAD = 30;
const FIRST_ROWS = 12;

export function ListingsTable({ choice, view, pages }: ListingsTableProps): VNode {
  const { historyOf, see } = useHistories();
  const columns = useMemo(() => columnsOf(historyOf), [historyOf]);
  const { rows, isComplete, counts } = view;
  const states = choice.state ? [choice.state] : [];
  const length = listLength({ loaded: rows.length, isComplete, counts, states, hasText: choice.text !== '' });
  const onRange = (first: number, last: number) => {
    if (rows.length > 0) pages.current?.want(last + AHEAD);
    see(rows.slice(first, last));
  };
  const onSort = ({ column, direction }: { column: string; direction: string }) =>
    setSort(`${column} ${direction === 'ascending' ? 'asc' : 'desc'}`);
  const sort = { column: choice.sort, direction: choice.order === 'asc' ? 'ascending' : 'descending' };
  return html`<${DataTable} label="Listings" key=${Object.values(choice).join(' ')} columns=${columns} rows=${rows} keyOf=${(row: { SellerSKU: string }) => row.SellerSKU}
      sort=${sort} onSort=${onSort} rowHeight=${60} count=${rows.length === 0 ? FIRST_ROWS : length} onRange=${onRange} />
    <p class="soft small list-foot" role="status">${footOf(rows.length, length, isComplete)}</p>`;
}

function footOf(loaded: number, length: number, isComplete: boolean): string {
  if (loaded === 0) return 'Loading …';
  if (isComplete) return loaded === 1 ? '1 listing' : `${loaded.toLocaleString()} listings`;
  return length > loaded + 1
    ? `${loaded.toLocaleString()} of ${length.toLocaleString()} read; scroll for more`
    : 'Scroll for more';
}
