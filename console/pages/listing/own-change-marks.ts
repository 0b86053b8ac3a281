import type { VNode } from 'preact';
import type { ChartDrawing } from '../../components/chart-data.ts';
import { html } from '../../html.ts';
import type { OwnChange } from './own-prices.ts';

/** A shape for each kind of author: colours alone would not tell them apart. */
const shapes: Readonly<Record<string, string>> = { member: '●', application: '■', operator: '◆', rule: '▲' };

/** Its author is not known, or the service has added a kind. */
const OTHER_SHAPE = '○';

const shapeOf = (author: string | undefined) => shapes[author ?? ''] ?? OTHER_SHAPE;

/** Who made the changes, in their order. Undefined: it is not known. */
export type Authors = readonly (string | undefined)[];

/** A mark at each change of the own price, by the kind of its author. */
export const ownChangeMarks =
  (changes: readonly OwnChange[], authors: Authors): ChartDrawing =>
  ({ ctx, bbox, valToPos }, color) => {
    const ratio = devicePixelRatio;
    ctx.save();
    ctx.font = `${13 * ratio}px system-ui, sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    for (const [n, { at, price }] of changes.entries()) {
      const [x, y] = [valToPos(at, 'x', true), valToPos(price, 'y', true)];
      if (x < bbox.left || x > bbox.left + bbox.width) continue;
      ctx.fillStyle = color('--card');
      ctx.beginPath();
      ctx.arc(x, y, 7 * ratio, 0, 2 * Math.PI);
      ctx.fill();
      ctx.fillStyle = color('--text');
      ctx.fillText(shapeOf(authors[n]), x, y);
    }
    ctx.restore();
  };

type AuthorLegendProps = { authors: Authors; textOf: (author: string | undefined) => string };

/** What the marks mean, for those that occur. */
export const authorLegend = ({ authors, textOf }: AuthorLegendProps): VNode[] =>
  [...new Set(authors)].map((author) => html`<li key=${author ?? ''}><b>${shapeOf(author)}</b>${textOf(author)}</li>`);
