import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import type { Options } from 'uplot';
import { html } from '../html.ts';
import type { ChartProps } from './chart-data.ts';
import { ChartTable } from './chart-table.ts';

const COLORS = ['--accent', '--good', '--warn', '--bad', '--soft'];

/** A curve, and the same numbers as a table: screen readers cannot read a canvas. */
export function Chart(props: ChartProps): VNode {
  const place = useRef<HTMLDivElement>(null);
  const isDark = useDarkMode();
  const { x, series, over, height = 240 } = props;
  // Before the next picture: on paper there is no other.
  useLayoutEffect(() => {
    const target = place.current;
    if (!target) return undefined;
    return draw(target, props, height);
  }, [x, series, over, height, isDark]);
  return html`<figure class="chart">
    <figcaption>${props.title}</figcaption>
    <ul class="chart-legend" aria-hidden="true">${series.map(({ label, color, isDashed, isThick }, n) => html`<li key=${label}><i data-dashed=${String(isDashed === true)} style=${{ background: `var(${color ?? COLORS[n % COLORS.length]})`, height: isThick && '5px' }}></i>${label}</li>`)}${props.legend}</ul>
    <div class="chart-place" ref=${place} aria-hidden="true" style=${{ height: `${height}px` }}></div>
    <${ChartTable} ...${props} />
  </figure>`;
}

/** Draws, and follows the width of its place. Returns what removes it. The library is loaded when the first curve appears. */
function draw(target: HTMLElement, props: ChartProps, height: number): () => void {
  let isGone = false;
  let remove = () => {};
  void import('uplot').then(({ default: UPlot }) => {
    if (isGone) return;
    const { x, series } = props;
    const data = [x, ...series.map(({ values }) => values)] as ConstructorParameters<typeof UPlot>[1];
    const plot = new UPlot({ ...optionsOf(props, UPlot), width: target.clientWidth, height }, data, target);
    const observer = new ResizeObserver(() => plot.setSize({ width: target.clientWidth, height }));
    observer.observe(target);
    remove = () => {
      observer.disconnect();
      plot.destroy();
    };
  });
  return () => {
    isGone = true;
    remove();
  };
}

/** The width of the longest text beside an axis, with the space around it. */
const widthOf = (texts: readonly string[]) => 16 + 7 * Math.max(0, ...texts.map((text) => text.length));

function optionsOf(
  { x, series, behind, over, formatX, formatTick = formatX, formatY, xLabel, isTime = true }: ChartProps,
  { paths, rangeNum }: typeof uPlot,
): Omit<Options, 'width' | 'height'> {
  const color = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const axis = {
    stroke: color('--soft'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const steps = paths.stepped?.({ align: 1 });
  return {
    legend: { show: false },
    // The text at the end of the axis stands around its place.
    padding: [null, widthOf([formatTick(x.at(-1) ?? 0)]) / 2, null, null],
    cursor: { y: false, points: { size: 7 } },
    hooks: {
      drawClear: [(plot) => behind?.(plot, color)],
      draw: [(plot) => over?.(plot, color)],
    },
    scales: {
      x: { time: isTime },
      // A flat curve would stand between zero and twice its value.
      y: {
        range: (_plot, low, high) =>
          low === high ? [low * 0.95, high * 1.05 || 1] : rangeNum(low, high, behind ? 0.3 : 0.1, true),
      },
    },
    axes: [
      {
        ...axis,
        values: (_plot, splits) => splits.map((value) => formatTick(value)),
        space: (_plot, _axis, low, high) => Math.max(90, widthOf([formatTick(low), formatTick(high)])),
        size: 36,
      },
      {
        ...axis,
        values: (_plot, splits) => splits.map((value) => formatY(value)),
        size: (_plot, values) => Math.max(72, widthOf(values ?? [])),
      },
    ],
    series: [
      { label: xLabel },
      ...series.map(({ label, color: name, isStepped, isDashed, isThick }, n) => ({
        label,
        stroke: color(name ?? COLORS[n % COLORS.length] ?? '--accent'),
        width: isThick ? 5 : 2,
        points: { show: false },
        // Whole pixels make steps sharp, and slopes wavy.
        pxAlign: isStepped ? 1 : 0,
        ...(isDashed ? { dash: [6, 4] } : {}),
        ...(isStepped && steps ? { paths: steps } : {}),
      })),
    ],
  };
}

const DARK = 'screen and (prefers-color-scheme: dark)';

/** Colours of a canvas do not follow the style sheet by themselves. */
function useDarkMode(): boolean {
  const [isDark, setDark] = useState(() => matchMedia(DARK).matches);
  useEffect(() => {
    const query = matchMedia(DARK);
    const follow = () => setDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, []);
  return isDark;
}
