import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export type Span = { readonly first: number; readonly last: number };

/** Rows above and below the visible ones, so that fast scrolling shows no gaps. */
const SPARE = 8;

/** Which rows of a long table exist: those in the window, as the page scrolls, and some around them. */
export function useVisibleRows(body: RefObject<HTMLElement | null>, rowHeight: number, count: number): Span {
  const [seen, setSeen] = useState<Span>({ first: 0, last: Math.ceil(800 / rowHeight) });
  // Most steps of scrolling show the same rows: nothing is rendered then.
  const measure = () => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    const first = Math.max(0, Math.floor(-top / rowHeight));
    const last = Math.max(first, Math.ceil((innerHeight - top) / rowHeight));
    setSeen((before) => (before.first === first && before.last === last ? before : { first, last }));
  };
  // Higher rows above would move those that the reader looks at.
  const before = useRef(rowHeight);
  useLayoutEffect(() => {
    const moved = (rowHeight - before.current) * seen.first;
    before.current = rowHeight;
    if (moved !== 0) scrollBy(0, moved);
  }, [rowHeight]);
  // What stands above the table may change its place, too: then the table is rendered, or the page changes its height.
  useLayoutEffect(measure);
  useEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [rowHeight]);
  return {
    first: Math.max(0, Math.min(count - 1, seen.first) - SPARE),
    last: Math.min(count, seen.last + SPARE),
  };
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** For as long the row is kept in view: rows that come into sight can be higher than those before, which moves all of them. */
const SETTLING_FRAMES = 8;

/** The move that was asked for last. An earlier one ends. */
let latestMove: symbol | undefined;

/** From the link of one row to that of another, which is scrolled into view first: it may not exist yet. */
export function moveFocus(event: KeyboardEvent, body: HTMLElement | null, count: number): void {
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>('tr[data-row]') : null;
  const step = steps[event.key];
  if (!row || !body || step === undefined) return;
  event.preventDefault();
  const wanted = Math.max(0, Math.min(count - 1, Number(row.dataset.row) + step));
  const move = Symbol(`row ${wanted}`);
  latestMove = move;
  let frames = SETTLING_FRAMES;
  const settle = () => {
    if (latestMove !== move) return;
    const link = scrollToRow(body, wanted)?.querySelector<HTMLElement>('a');
    if (link && document.activeElement !== link) link.focus({ preventScroll: true });
    frames -= 1;
    if (frames > 0) requestAnimationFrame(settle);
  };
  settle();
}

/** Scrolls a row into view, or where it will be. Undefined while it does not exist. */
function scrollToRow(body: HTMLElement, wanted: number): HTMLElement | undefined {
  const row = body.querySelector<HTMLElement>(`tr[data-row="${wanted}"]`);
  const height = (row ?? body.querySelector<HTMLElement>('tr[data-row]'))?.offsetHeight ?? 0;
  const top = row?.getBoundingClientRect().top ?? body.getBoundingClientRect().top + wanted * height;
  // The bar of the page and the heads of the columns lie above the rows.
  const covered = body.parentElement?.querySelector('thead th')?.getBoundingClientRect().bottom ?? 0;
  const above = top - Math.max(0, covered);
  const below = top + height - innerHeight;
  if (above < 0) scrollBy(0, above - height);
  else if (below > 0) scrollBy(0, below + height);
  return row ?? undefined;
}
