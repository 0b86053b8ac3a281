import type { OperatorApplication } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { type Column, DataTable } from '../../components/data-table.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { accessStates } from '../../states/access.ts';
import { client } from '../api.ts';
import { Paged } from '../parts/pages.ts';

const columns: readonly Column<OperatorApplication>[] = [
  {
    id: 'name',
    label: 'Application',
    cell: ({ clientId, name }) =>
      html`<span class="one-line">${name ?? clientId}</span><span class="small soft one-line">${clientId}</span>`,
  },
  {
    id: 'status',
    label: 'State',
    width: '7.5',
    importance: 2,
    isClear: true,
    cell: ({ status }) => html`<${StateBadge} of=${accessStates} state=${status} />`,
  },
  {
    id: 'used',
    label: 'Last used',
    width: '13',
    importance: 1,
    cell: ({ lastUsedTime }) => html`<${Time} at=${lastUsedTime} isFocusable=${false} />`,
  },
  {
    id: 'usage',
    label: 'Usage',
    width: '7',
    isClear: true,
    cell: ({ clientId }) =>
      html`<a href=${`${hrefOf('/usage')}?${new URLSearchParams({ client: clientId, by: 'operation' })}`}>Show usage</a>`,
  },
];

/** The seller's own applications. */
export function ApplicationsCard({ sellerId }: { sellerId: string }): VNode {
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const answer = await client.listApplications({ query: { sellerId, ...(nextToken && { nextToken }) }, signal });
    return { rows: answer.applications, nextToken: answer.nextToken };
  };
  const content = (rows: readonly OperatorApplication[]) =>
    html`<${DataTable} label="Applications" columns=${columns} rows=${rows} keyOf=${({ clientId }: OperatorApplication) => clientId} rowHeight=${56} isWhole />`;
  return html`<section>
    <h2>Applications</h2>
    <${Paged} ask=${ask} inputs=${[sellerId]} content=${content} empty=${html`<p class="soft">The seller has no application of its own.</p>`} />
  </section>`;
}
