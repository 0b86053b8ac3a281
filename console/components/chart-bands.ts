import type uPlot from 'uplot';
import type { ChartDrawing } from './chart-data.ts';

/** A part of the x axis, shaded behind the curves and named at its top. */
type ChartBand = {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  readonly isStrong: boolean;
};

/** Shades parts of the x axis behind the curves. The name stands at the top where it fits: the shade alone would say little. */
export const bandsOf =
  (bands: readonly ChartBand[]): ChartDrawing =>
  (plot, color) =>
    drawBands(plot, bands, color);

function drawBands(plot: uPlot, bands: readonly ChartBand[], color: (name: string) => string): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = 'top';
  for (const { from, to, label, isStrong } of bands) {
    const left = Math.max(bbox.left, plot.valToPos(from, 'x', true));
    const width = Math.min(bbox.left + bbox.width, plot.valToPos(to, 'x', true)) - left;
    if (width <= 0) continue;
    ctx.globalAlpha = isStrong ? 0.14 : 1;
    ctx.fillStyle = color(isStrong ? '--accent' : '--code');
    ctx.fillRect(left, bbox.top, width, bbox.height);
    ctx.globalAlpha = 1;
    ctx.fillStyle = color('--line');
    ctx.fillRect(left, bbox.top, ratio, bbox.height);
    ctx.fillStyle = color(isStrong ? '--text' : '--soft');
    const text = fitting(ctx, label, width - 8 * ratio);
    ctx.fillText(text, left + 5 * ratio, bbox.top + 5 * ratio);
  }
  ctx.restore();
}

/** The text, or its beginning, or nothing. */
function fitting(ctx: CanvasRenderingContext2D, text: string, width: number): string {
  if (ctx.measureText(text).width <= width) return text;
  for (let length = text.length - 1; length >= 3; length -= 1) {
    const short = `${text.slice(0, length)}…`;
    if (ctx.measureText(short).width <= width) return short;
  }
  return '';
}
