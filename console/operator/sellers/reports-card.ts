import type { OperatorReport } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { type Column, DataTable } from '../../components/data-table.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { Time } from '../../components/time.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { reportStates } from '../../states/report.ts';
import { client } from '../api.ts';
import { Paged } from '../parts/pages.ts';

const columns: readonly Column<OperatorReport>[] = [
  {
    id: 'type',
    label: 'Report',
    cell: ({ reportType, reportId }) =>
      html`<span class="one-line">${reportType}</span><span class="small soft one-line">${reportId}</span>`,
  },
  {
    id: 'state',
    label: 'State',
    width: '8',
    importance: 2,
    isClear: true,
    cell: ({ state }) => html`<${StateBadge} of=${reportStates} state=${state} />`,
  },
  { id: 'lines', label: 'Lines', width: '7', isNumber: true, cell: ({ processed }) => numberText(processed) },
  {
    id: 'time',
    label: 'Asked for',
    width: '12',
    importance: 1,
    isClear: true,
    cell: ({ createdTime }) => html`<${Time} at=${createdTime} isFocusable=${false} />`,
  },
];

/** Which reports the seller asked for, and how far they are. */
export function ReportsCard({ sellerId }: { sellerId: string }): VNode {
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const query = { limit: 10, ...(nextToken && { nextToken }) };
    const answer = await client.listReportsOfSeller({ path: { sellerId }, query, signal });
    return { rows: answer.reports, nextToken: answer.nextToken };
  };
  const content = (rows: readonly OperatorReport[]) =>
    html`<${DataTable} label="Reports" columns=${columns} rows=${rows} keyOf=${({ reportId }: OperatorReport) => reportId} rowHeight=${56} isWhole />`;
  return html`<section>
    <h2>Reports</h2>
    <${Paged} ask=${ask} inputs=${[sellerId]} content=${content} empty=${html`<p class="soft">The seller has asked for no report.</p>`} />
  </section>`;
}
