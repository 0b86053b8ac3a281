import type { ComponentChildren } from 'preact';
import type uPlot from 'uplot';

export type ChartSeries = {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** A custom property of the style sheet, such as `--accent`. */
  readonly color?: string;
  /** The value holds until the next one, as prices do. */
  readonly isStepped?: boolean;
  /** Distinguishes the curve without colour. */
  readonly isDashed?: boolean;
  /** Stays visible under a curve with the same values. */
  readonly isThick?: boolean;
};

/** Draws what a page adds to the curves; `color` gives the value of a custom property of the style sheet. */
export type ChartDrawing = (plot: uPlot, color: (name: string) => string) => void;

/** A column of the table beside the curves, with a text for each x. */
type ChartNote = { readonly label: string; readonly values: readonly string[] };

export type ChartProps = {
  title: string;
  /** Seconds since 1970 for times, or any rising numbers. */
  x: readonly number[];
  xLabel: string;
  isTime?: boolean;
  series: readonly ChartSeries[];
  /** After the curves in the legend. */
  legend?: ComponentChildren;
  formatX: (value: number) => string;
  formatY: (value: number) => string;
  /** The texts of the x axis, where they must be shorter than in the table. */
  formatTick?: (value: number) => string;
  /** Behind the curves, with room for a line of text at the top. It is drawn again when `x` or `series` changes. */
  behind?: ChartDrawing;
  /** Over the curves. Another function is drawn at once. */
  over?: ChartDrawing;
  /** What is drawn behind and over the curves, in words. */
  notes?: readonly ChartNote[];
  height?: number;
};
