import type { RefObject, VNode } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { DataTable } from '../../components/data-table.ts';
import { html } from '../../html.ts';
import { columnsOf } from './columns.ts';
import { setSort } from './filters.ts';
import { ListFoot } from './list-foot.ts';
import { countOf, listLength } from './list-length.ts';
import type { ListChoice } from './list-query.ts';
import type { ListingPages, ListingsView } from './listing-pages.ts';
import { isSortedHere, MAX_WHOLE_LIST, orderedRows } from './row-order.ts';
import { useHistories } from './use-histories.ts';

type ListingsTableProps = { choice: ListChoice; view: ListingsView; pages: RefObject<ListingPages> };

/** The rows in sight are read, and some behind them. The first screen of a list is asked for before its length is known. */
const AHEAD = 30;
const FIRST_ROWS = 12;

export function ListingsTable({ choice, view, pages }: ListingsTableProps): VNode {
  const { historyOf, see } = useHistories();
  const columns = useMemo(() => columnsOf(historyOf), [historyOf]);
  const { isComplete, counts } = view;
  const known = countOf(counts, choice.state ? [choice.state] : []);
  const isWhole = isComplete || (known.isExact && known.count <= MAX_WHOLE_LIST);
  const isLocal = isSortedHere(choice);
  const hasOrder = isLocal || (choice.sort === 'sku' && isWhole);
  const rows = useMemo(
    () => (hasOrder ? orderedRows(view.rows, choice, historyOf) : view.rows),
    [view.rows, hasOrder, choice.sort, choice.order, historyOf],
  );
  const states = choice.state ? [choice.state] : [];
  // Rows that are still to come may stand anywhere: none is shown before it is read.
  const length = isLocal ? rows.length : listLength({ loaded: rows.length, isComplete, counts, states });
  useEffect(() => {
    if (hasOrder && view.rows.length > 0) pages.current?.want(Math.max(MAX_WHOLE_LIST, view.rows.length));
    if (choice.sort === 'share') see(view.rows);
  }, [hasOrder, choice.sort, view.rows]);
  const onRange = (first: number, last: number) => {
    if (rows.length > 0 && !hasOrder) pages.current?.want(last + AHEAD);
    if (choice.sort !== 'share') see(rows.slice(first, last));
  };
  const onSort = ({ column, direction }: { column: string; direction: string }) =>
    setSort(`${column} ${direction === 'ascending' ? 'asc' : 'desc'}`);
  const sort = { column: choice.sort, direction: choice.order === 'asc' ? 'ascending' : 'descending' };
  return html`<${DataTable} label="Listings" key=${Object.values(choice).join(' ')} columns=${columns} rows=${rows} keyOf=${(row: { SellerSKU: string }) => row.SellerSKU}
      sort=${sort} onSort=${onSort} rowHeight=${60} count=${rows.length === 0 ? FIRST_ROWS : length} onRange=${onRange} />
    <${ListFoot} choice=${choice} view=${view} length=${length} pages=${pages} />`;
}
