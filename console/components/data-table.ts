import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { html } from '../html.ts';
import { Icon } from './icon.ts';
import { type Fit, fitColumns } from './table-fit.ts';
import { useTableMeasures } from './table-measures.ts';
import { usePrinting } from './use-printing.ts';
import { moveFocus, useVisibleRows } from './visible-rows.ts';

export type Column<T> = {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: T) => ComponentChildren;
  /** In rem, the least one: the column grows with its longest text. Without it the column shares what is left. */
  readonly width?: string;
  /** Numbers stand at the end, under each other. */
  readonly isNumber?: boolean;
  readonly canSort?: boolean;
  /** Left out where there is no room, because the row's own page has it; other columns move under the first one. */
  readonly isOptional?: boolean;
  /** In a narrow table, columns with a lower value go first. Default: 0. */
  readonly importance?: number;
  /** Needs no label under the first column: its cells say what they are. */
  readonly isClear?: boolean;
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
  /** The least height in pixels. Unless `isWhole`, all rows are as high as the tallest: only so the place of a row is known without the rows before it. */
  rowHeight?: number;
  /** All rows exist, each as high as its text: for a list of some hundred rows at most. */
  isWhole?: boolean;
  /** More than there are rows: the others are still to come, and are shown as grey lines. */
  count?: number;
  /** Called with the first row in sight and the first one behind: what is missing can be asked for. */
  onRange?: (first: number, last: number) => void;
};

/** Paper between its margins: the text is smaller there. */
const PAPER_REM = 58;

/**
 * A table of any length and width. The page scrolls; only the visible rows exist, and two empty rows stand for the others. `aria-rowindex`
 * says where a row is. The first cell of a row is its heading; when that has a link, the arrow keys move from link to link.
 */
export function DataTable<T>(props: DataTableProps<T>): VNode {
  const { label, columns, rows, rowHeight: least = 48, isWhole = false, onRange } = props;
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const isPrinting = usePrinting();
  const measures = useTableMeasures(box, isPrinting);
  const { roomRem, neededRem } = measures;
  const rowHeight = isWhole ? least : Math.max(least, measures.rowHeight);
  // Paper has all that was read, and nothing that is still to come.
  const count = isPrinting ? rows.length : (props.count ?? rows.length);
  const seen = useVisibleRows(body, rowHeight, count);
  const { first, last } = isPrinting || isWhole ? { first: 0, last: count } : seen;
  useEffect(() => onRange?.(first, last), [first, last, rows]);
  const remOf = ({ id, width = '0' }: Column<T>) => Math.max(Number.parseFloat(width), neededRem[id] ?? 0);
  const fit = useMemo(
    () =>
      fitColumns(
        columns.map((column) => ({ ...column, rem: remOf(column) })),
        isPrinting ? PAPER_REM : roomRem,
      ),
    [columns, neededRem, roomRem, isPrinting],
  );
  const shown = useMemo(() => columns.filter(({ id }, n) => n === 0 || fit.beside.has(id)), [columns, fit]);
  const move = (event: KeyboardEvent) => moveFocus(event, body.current, rows.length);
  const height = isPrinting ? undefined : rowHeight;
  return html`<div class="data-table" data-cards=${String(shown.length === 1)} ref=${box} onKeyDown=${move}>
    <table aria-label=${label} aria-rowcount=${count + 1}>
      <colgroup>${shown.map((column) => html`<col key=${column.id} style=${column.width ? { width: `${remOf(column)}rem` } : undefined} />`)}</colgroup>
      <thead><tr aria-rowindex="1">${shown.map((column) => html`<${ColumnHead} key=${column.id} column=${column} ...${props} />`)}</tr></thead>
      <tbody ref=${body}>
        ${first > 0 && html`<tr key="above" class="spacer" aria-hidden="true" style=${{ height: `${first * rowHeight}px` }}><td></td></tr>`}
        ${Array.from({ length: Math.max(0, last - first) }, (_, n) => html`<${Row} key=${keyAt(props, first + n)} at=${first + n} row=${rows[first + n]} columns=${columns} fit=${fit} height=${height} />`)}
        ${last < count && html`<tr key="below" class="spacer" aria-hidden="true" style=${{ height: `${(count - last) * rowHeight}px` }}><td></td></tr>`}
      </tbody>
    </table>
  </div>`;
}

function keyAt<T>({ rows, keyOf }: DataTableProps<T>, at: number): string {
  const row = rows[at];
  return row === undefined ? `to come ${at}` : keyOf(row);
}

type RowProps<T> = {
  at: number;
  row: T | undefined;
  columns: readonly Column<T>[];
  fit: Fit;
  height: number | undefined;
};

/** A row that is still the same is not compared again: there are many cells. */
function Row<T>({ at, row, columns, fit, height }: RowProps<T>): VNode {
  const [name, ...others] = columns;
  return useMemo(
    () => html`<tr aria-rowindex=${at + 2} data-row=${at} aria-busy=${row === undefined ? 'true' : undefined} style=${{ height: height === undefined ? 'auto' : `${height}px` }}>
    <th scope="row" class="row-name">${row === undefined ? html`<span class="cell-bone"></span>` : html`${name?.cell(row)}<${Under} row=${row} columns=${others} fit=${fit} />`}</th>
    ${others.filter(({ id }) => fit.beside.has(id)).map((column) => html`<td key=${column.id} data-column=${column.id} class=${columnClass(column)}>${row === undefined ? html`<span class="cell-bone"></span>` : column.cell(row)}</td>`)}
  </tr>`,
    [at, row, columns, fit, height],
  );
}

type UnderProps<T> = { row: T; columns: readonly Column<T>[]; fit: Fit };

/** The figures that have no room beside the name. What needs no label stands in its last line, if there is room. */
function Under<T>({ row, columns, fit: { under } }: UnderProps<T>): VNode {
  const clear = columns.filter(({ id, isClear }) => under.has(id) && isClear);
  const labelled = columns.filter(({ id, isClear }) => under.has(id) && !isClear);
  return html`${clear.map((column) => html`<span key=${column.id} class="under-clear"><span class="hidden">${column.label} </span>${column.cell(row)}</span>`)}
    ${labelled.length > 0 && html`<span class="under">${labelled.map((column) => html`<span key=${column.id} class="under-figure"><span class="under-label">${column.label} </span><span>${column.cell(row)}</span></span>`)}</span>`}`;
}

const columnClass = <T>({ isNumber }: Column<T>) => (isNumber ? 'number' : undefined);

type ColumnHeadProps<T> = Pick<DataTableProps<T>, 'sort' | 'onSort'> & { column: Column<T> };

function ColumnHead<T>({ column, sort, onSort }: ColumnHeadProps<T>): VNode {
  const { id, label, canSort } = column;
  if (!canSort || !onSort) return html`<th scope="col" data-column=${id} class=${columnClass(column)}>${label}</th>`;
  const direction = sort?.column === id ? sort.direction : undefined;
  const next = direction === 'ascending' ? 'descending' : 'ascending';
  return html`<th scope="col" data-column=${id} class=${columnClass(column)} aria-sort=${direction ?? 'none'}>
    <button type="button" class="sort" onClick=${() => onSort({ column: id, direction: next })}>${label}${direction && html`<${Icon} name=${direction === 'ascending' ? 'up' : 'down'} />`}</button>
  </th>`;
}
