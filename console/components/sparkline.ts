import type { VNode } from 'preact';
import { html } from '../html.ts';

type SparklineProps = {
  /** In order of time; undefined for unknown values. */
  values: readonly (number | undefined)[];
  /** What the values are: the beginning of the text for screen readers. */
  label: string;
  format?: (value: number) => string;
};

const WIDTH = 96;
const HEIGHT = 24;
const EDGE = 2;

/** The course of a value in the size of a word. Its text names the first, lowest, highest and last value. */
export function Sparkline({ values, label, format = String }: SparklineProps): VNode {
  const known = values.filter((value) => value !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined)
    return html`<span class="soft" aria-label=${`${label}: no data`}>–</span>`;
  const low = Math.min(...known);
  const high = Math.max(...known);
  const text = `${label}: from ${format(first)} to ${format(last)}, lowest ${format(low)}, highest ${format(high)}`;
  return html`<svg class="sparkline" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${text}>
    <path d=${pathOf(values, low, high)} />
  </svg>`;
}

/** A gap in the values is a gap in the line. */
function pathOf(values: SparklineProps['values'], low: number, high: number): string {
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  const scale = (HEIGHT - 2 * EDGE) / (high - low || 1);
  let isDrawing = false;
  return values
    .map((value, n) => {
      if (value === undefined) {
        isDrawing = false;
        return '';
      }
      const y = high === low ? HEIGHT / 2 : HEIGHT - EDGE - (value - low) * scale;
      const command = `${isDrawing ? 'L' : 'M'}${(EDGE + n * step).toFixed(1)} ${y.toFixed(1)}`;
      isDrawing = true;
      return command;
    })
    .join('');
}
