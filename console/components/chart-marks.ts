import type uPlot from 'uplot';
import type { ChartDrawing } from './chart-data.ts';

/** An upright line with a short text: where something changes. */
type ChartMark = { readonly at: number; readonly label: string; readonly color?: string };

/** Upright lines over a curve, each with its text at the top; a text that would cover the one before goes one line down. */
export const marksOf =
  (marks: readonly ChartMark[]): ChartDrawing =>
  (plot, color) =>
    drawMarks(plot, marks, color);

function drawMarks(plot: uPlot, marks: readonly ChartMark[], colorOf: (name: string) => string): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const lineHeight = 15 * ratio;
  /** Where the text of each line ends. */
  const ends: number[] = [];
  ctx.save();
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  ctx.lineWidth = ratio;
  for (const { at, label, color = '--soft' } of marks.toSorted((a, b) => a.at - b.at)) {
    const x = Math.round(plot.valToPos(at, 'x', true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.strokeStyle = colorOf(color);
    ctx.fillStyle = colorOf(color);
    ctx.setLineDash([4 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const width = ctx.measureText(label).width;
    const fits = x + width + 5 * ratio <= bbox.left + bbox.width;
    const left = fits ? x + 5 * ratio : x - width - 5 * ratio;
    const free = ends.findIndex((end) => end <= left);
    const row = free === -1 ? ends.length : free;
    ends[row] = left + width + 8 * ratio;
    ctx.fillText(label, left, bbox.top + row * lineHeight);
  }
  ctx.restore();
}
