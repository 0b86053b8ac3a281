export type ChartSeries = {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** A custom property of the style sheet, such as `--accent`. */
  readonly color?: string;
  /** The value holds until the next one, as prices do. */
  readonly isStepped?: boolean;
  /** Distinguishes the curve without colour. */
  readonly isDashed?: boolean;
};

/** A part of the x axis, shaded behind the curves and named at its top. */
export type ChartBand = {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly isStrong: boolean;
};

/** An upright line with a short text: where something changes. */
export type ChartMark = { readonly at: number; readonly label: string; readonly color?: string };

export type ChartProps = {
  title: string;
  /** Seconds since 1970 for times, or any rising numbers. */
  x: readonly number[];
  xLabel: string;
  isTime?: boolean;
  series: readonly ChartSeries[];
  marks?: readonly ChartMark[];
  formatX: (value: number) => string;
  formatY: (value: number) => string;
  /** The texts of the x axis, where they must be shorter than in the table. */
  formatTick?: (value: number) => string;
  bands?: readonly ChartBand[];
  /** What the bands say, for each x: a column of the table. */
  notes?: { readonly label: string; readonly values: readonly string[] };
  height?: number;
};
