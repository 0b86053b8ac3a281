import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { html } from '../html.ts';
import type { ChartProps } from './chart-data.ts';

/** The numbers of a curve. Rendered when it is opened: most readers look at the curve. */
export function ChartTable({ title, x, xLabel, series, formatX, formatY, notes = [] }: ChartProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const follow = (event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open);
  return html`<details class="chart-table" onToggle=${follow}>
    <summary>Show as a table</summary>
    ${
      isOpen &&
      html`<div class="table stacks" tabindex="0" role="region" aria-label=${title}>
      <table>
        <thead><tr><th scope="col">${xLabel}</th>${series.map(({ label }) => html`<th key=${label} scope="col" class="number">${label}</th>`)}${notes.map(({ label }) => html`<th key=${label} scope="col">${label}</th>`)}</tr></thead>
        <tbody>
          ${x.map(
            (at, n) =>
              html`<tr key=${at}><th scope="row">${formatX(at)}</th>${series.map(({ label, values }) => {
                const value = values[n];
                return html`<td key=${label} class="number" data-label=${label}>${value == null ? '–' : formatY(value)}</td>`;
              })}${notes.map(({ label, values }) => html`<td key=${label} data-label=${label}>${values[n]}</td>`)}</tr>`,
          )}
        </tbody>
      </table>
    </div>`
    }
  </details>`;
}
