import type { OperatorGrant } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { type Column, DataTable } from '../../components/data-table.ts';
import { Time } from '../../components/time.ts';
import { listText } from '../../formats.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { client } from '../api.ts';

const columns: readonly Column<OperatorGrant>[] = [
  {
    id: 'name',
    label: 'Application',
    cell: ({ clientId, name }) =>
      html`<span class="one-line">${name}</span><span class="small soft one-line">${clientId}</span>`,
  },
  {
    id: 'rights',
    label: 'May',
    width: '16',
    isClear: true,
    cell: ({ rights, paused }) =>
      html`<span class="two-lines">${paused && html`<${Badge} tone="warn">paused<//> `}${listText(rights.map((right) => right.replace(/^seller-api:/, '')))}</span>`,
  },
  {
    id: 'by',
    label: 'Given by',
    width: '12',
    cell: ({ members }) => html`<span class="two-lines">${listText(members.map(({ email }) => email))}</span>`,
  },
  {
    id: 'used',
    label: 'Last used',
    width: '13',
    importance: 2,
    cell: ({ lastUsedTime }) => html`<${Time} at=${lastUsedTime} isFocusable=${false} />`,
  },
  {
    id: 'ends',
    label: 'Ends',
    width: '8',
    importance: 1,
    cell: ({ endsTime }) => html`<${Time} at=${endsTime} parts="date" isFocusable=${false} />`,
  },
];

/** Applications of others that act for the seller. */
export function GrantsCard({ sellerId }: { sellerId: string }): VNode {
  const grants = useLoad((signal) => client.listGrants({ path: { sellerId }, signal }), [sellerId]);
  return html`<section>
    <h2>Applications with access</h2>
    ${shown(
      grants,
      (answer) =>
        answer.grants.length === 0
          ? html`<p class="soft">The seller gave no application access.</p>`
          : html`<${DataTable} label="Applications with access" columns=${columns} rows=${answer.grants} keyOf=${({ clientId }: OperatorGrant) => clientId} rowHeight=${56} isWhole />`,
      2,
    )}
  </section>`;
}
