import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** What was measured of a table. Columns only grow while it is shown: else they would move while the reader scrolls. */
export type TableMeasures = {
  /** The table's own width, whatever stands beside it. */
  readonly roomRem: number;
  /** By column: what the widest text needs. */
  readonly neededRem: Readonly<Record<string, number>>;
  /** The height of the tallest row at this width, in pixels. */
  readonly rowHeight: number;
};

const NOTHING: TableMeasures = { roomRem: 60, neededRem: {}, rowHeight: 0 };

const remPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Measures a table after each rendering, before it is painted, and when its width changes. */
export function useTableMeasures(box: RefObject<HTMLElement | null>, isPrinting: boolean): TableMeasures {
  const [measures, setMeasures] = useState(NOTHING);
  const measure = () => {
    const { current } = box;
    // One that is not shown has no width.
    if (current && current.clientWidth > 0) setMeasures((before) => measured(current, before, isPrinting));
  };
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [isPrinting]);
  return measures;
}

/** The room on paper is not known here, and belongs to no window. What its rows need is: many of them were not seen before. */
function measured(box: HTMLElement, before: TableMeasures, isPrinting: boolean): TableMeasures {
  const rem = remPx();
  const roomRem = isPrinting ? before.roomRem : (box.clientWidth - missingBarPx(rem)) / rem;
  const neededRem = { ...before.neededRem };
  let hasGrown = false;
  for (const cell of box.querySelectorAll<HTMLElement>('[data-column]')) {
    const id = cell.dataset.column ?? '';
    const needed = neededPx(cell) / rem;
    if (needed <= cell.clientWidth / rem || needed <= (neededRem[id] ?? 0)) continue;
    neededRem[id] = needed;
    hasGrown = true;
  }
  // Another width, or other columns, make other rows.
  const isOther = roomRem !== before.roomRem || hasGrown;
  const rowHeight = isOther ? 0 : Math.max(before.rowHeight, tallestOf(box));
  return isOther || rowHeight !== before.rowHeight ? { roomRem, neededRem, rowHeight } : before;
}

/**
 * Other columns make a page longer or shorter, and its scroll bar come or go. The room for columns does not depend on that: it would
 * change back and forth.
 */
const missingBarPx = (rem: number) => Math.max(0, rem - (innerWidth - document.documentElement.clientWidth));

/** The greatest height of the rows whose content does not fit the height that they were given; 0 when all fit. */
function tallestOf(box: HTMLElement): number {
  const heights = [...box.querySelectorAll<HTMLElement>('tr[data-row]')].map((row) => {
    const { height } = row.getBoundingClientRect();
    return height > Number.parseFloat(row.style.height) + 0.5 ? Math.ceil(height) : 0;
  });
  return Math.max(0, ...heights);
}

/** The width of a cell in which nothing would be cut, in whole pixels. */
function neededPx(cell: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const { paddingLeft, paddingRight } = getComputedStyle(cell);
  const { width } = range.getBoundingClientRect();
  return Math.ceil(width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) - 0.5);
}
