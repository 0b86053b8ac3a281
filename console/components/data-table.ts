import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { html } from '../html.ts';
import { Icon } from './icon.ts';

export type Column<T> = {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: T) => ComponentChildren;
  /** A CSS width; the others share what is left. */
  readonly width?: string;
  /** Numbers stand at the end, under each other. */
  readonly isNumber?: boolean;
  readonly canSort?: boolean;
  /** Not shown in narrow windows. */
  readonly isOptional?: boolean;
};

export type Sort = { readonly column: string; readonly direction: 'ascending' | 'descending' };

type DataTableProps<T> = {
  /** What the rows are, for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  /** All rows have this height in pixels: only so the place of a row is known without the rows before it. */
  rowHeight?: number;
  /** More than there are rows: the others are still to come, and are shown as grey lines. */
  count?: number;
  /** Called with the first row in sight and the first one behind: what is missing can be asked for. */
  onRange?: (first: number, last: number) => void;
};

type Span = { readonly first: number; readonly last: number };

/** Rows above and below the visible ones, so that fast scrolling shows no gaps. */
const SPARE = 8;

/**
 * A table of any length. Only the visible rows exist; two empty rows stand for the others. `aria-rowindex` says where a row is.
 * The first cell of a row is its heading; when that has a link, the arrow keys move from link to link.
 */
export function DataTable<T>(props: DataTableProps<T>): VNode {
  const { label, columns, rows, rowHeight = 48, count = rows.length, onRange } = props;
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<Span>({ first: 0, last: Math.ceil(800 / rowHeight) });
  // Most steps of scrolling show the same rows: nothing is rendered then.
  const measure = () => {
    const { scrollTop = 0, clientHeight = 800 } = box.current ?? {};
    const first = Math.floor(scrollTop / rowHeight);
    const last = Math.ceil((scrollTop + clientHeight) / rowHeight);
    setSeen((before) => (before.first === first && before.last === last ? before : { first, last }));
  };
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [rowHeight]);
  const first = Math.max(0, Math.min(count - 1, seen.first) - SPARE);
  const last = Math.min(count, seen.last + SPARE);
  useEffect(() => onRange?.(first, last), [first, last, rows]);
  const move = (event: KeyboardEvent) => moveFocus(event, box.current, rows.length, rowHeight);
  return html`<div class="data-table" ref=${box} onScroll=${measure} onKeyDown=${move} role="region" aria-label=${label} tabindex="0">
    <table aria-label=${label} aria-rowcount=${count + 1}>
      <colgroup>${columns.map((column) => html`<col key=${column.id} class=${columnClass(column)} style=${column.width ? { width: column.width } : undefined} />`)}</colgroup>
      <thead><tr aria-rowindex="1">${columns.map((column) => html`<${ColumnHead} key=${column.id} column=${column} ...${props} />`)}</tr></thead>
      <tbody>
        ${first > 0 && html`<tr key="above" class="spacer" aria-hidden="true" style=${{ height: `${first * rowHeight}px` }}><td></td></tr>`}
        ${Array.from({ length: Math.max(0, last - first) }, (_, n) => html`<${Row} key=${keyAt(props, first + n)} at=${first + n} row=${rows[first + n]} columns=${columns} rowHeight=${rowHeight} />`)}
        ${last < count && html`<tr key="below" class="spacer" aria-hidden="true" style=${{ height: `${(count - last) * rowHeight}px` }}><td></td></tr>`}
      </tbody>
    </table>
  </div>`;
}

function keyAt<T>({ rows, keyOf }: DataTableProps<T>, at: number): string {
  const row = rows[at];
  return row === undefined ? `to come ${at}` : keyOf(row);
}

type RowProps<T> = { at: number; row: T | undefined; columns: readonly Column<T>[]; rowHeight: number };

/** A row that is still the same is not compared again: there are many cells. */
function Row<T>({ at, row, columns, rowHeight }: RowProps<T>): VNode {
  return useMemo(
    () => html`<tr aria-rowindex=${at + 2} data-row=${at} aria-busy=${row === undefined ? 'true' : undefined} style=${{ height: `${rowHeight}px` }}>
    ${columns.map((column, n) => html`<${n === 0 ? 'th' : 'td'} key=${column.id} scope=${n === 0 ? 'row' : undefined} class=${columnClass(column)}>${row === undefined ? html`<span class="cell-bone"></span>` : column.cell(row)}<//>`)}
  </tr>`,
    [at, row, columns, rowHeight],
  );
}

const columnClass = <T>({ isNumber, isOptional }: Column<T>) =>
  [isNumber && 'number', isOptional && 'optional'].filter(Boolean).join(' ') || undefined;

type ColumnHeadProps<T> = Pick<DataTableProps<T>, 'sort' | 'onSort'> & { column: Column<T> };

function ColumnHead<T>({ column, sort, onSort }: ColumnHeadProps<T>): VNode {
  const { id, label, canSort } = column;
  if (!canSort || !onSort) return html`<th scope="col" class=${columnClass(column)}>${label}</th>`;
  const direction = sort?.column === id ? sort.direction : undefined;
  const next = direction === 'ascending' ? 'descending' : 'ascending';
  return html`<th scope="col" class=${columnClass(column)} aria-sort=${direction ?? 'none'}>
    <button type="button" class="sort" onClick=${() => onSort({ column: id, direction: next })}>${label}${direction && html`<${Icon} name=${direction === 'ascending' ? 'up' : 'down'} />`}</button>
  </th>`;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** From the link of one row to that of another, which is scrolled into view first: it may not exist yet. */
function moveFocus(event: KeyboardEvent, box: HTMLDivElement | null, count: number, rowHeight: number): void {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-row]') : null;
  const step = steps[event.key];
  if (!row || !box || step === undefined) return;
  const wanted = Math.max(0, Math.min(count - 1, Number(row.dataset.row) + step));
  event.preventDefault();
  const above = wanted * rowHeight;
  const visible = box.clientHeight - 2 * rowHeight;
  if (above < box.scrollTop) box.scrollTop = above;
  else if (above > box.scrollTop + visible) box.scrollTop = above - visible;
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      box.querySelector<HTMLElement>(`tr[data-row="${wanted}"] a`)?.focus({ preventScroll: true }),
    ),
  );
}
