import type { SellerUsageRow } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { type Column, DataTable } from '../../components/data-table.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { refusalsText } from '../../refusal-words.ts';
import { hrefOf } from '../../router.ts';
import { settings } from '../../settings.ts';
import { leftText } from './left-text.ts';

/** `client`: the applications; `operation`: what all of them did; `both`: what one application did, and what it has left. */
export type UsageGroup = 'client' | 'operation' | 'both';

type TableProps = { rows: readonly SellerUsageRow[]; group: UsageGroup };

/** The busiest first: who, how much, what was refused and why, and what is left. */
export function UsageTable({ rows, group }: TableProps): VNode {
  const head = group === 'client' ? 'Application' : 'Operation';
  const columns: readonly Column<SellerUsageRow>[] = [
    { id: 'who', label: head, cell: (row) => html`<${Who} row=${row} group=${group} />` },
    {
      id: 'requests',
      label: 'Requests',
      width: '6.5',
      isNumber: true,
      importance: 3,
      cell: ({ requests }) => numberText(requests),
    },
    {
      id: 'refused',
      label: 'Refused',
      width: '6',
      isNumber: true,
      importance: 2,
      cell: ({ refused }) => numberText(refused),
    },
    {
      id: 'why',
      label: 'Why',
      width: '22',
      importance: 1,
      cell: ({ refusals }) => html`<span class="two-lines">${refusalsText(refusals) || '–'}</span>`,
    },
    ...(group === 'both'
      ? [
          {
            id: 'left',
            label: 'Left now',
            width: '11',
            importance: 2,
            cell: ({ limit }: SellerUsageRow) => leftText(limit),
          } as const,
        ]
      : []),
  ];
  return html`<${DataTable} label=${`Requests by ${head.toLowerCase()}`} columns=${columns} rows=${rows} keyOf=${keyOf} rowHeight=${52} isWhole />`;
}

const keyOf = ({ clientId, caller, operation }: SellerUsageRow) => [clientId, caller, operation].join(' ');

/** An application leads to its operations, and an operation to the applications that called it. */
function Who({ row: { clientId, operation }, group }: { row: SellerUsageRow; group: UsageGroup }): VNode {
  if (group !== 'client') return html`<span class="one-line">${operation ?? 'Others'}</span>`;
  if (clientId === undefined) return html`<span>Others</span>`;
  const name = clientId === settings.clientId ? 'This console' : clientId;
  return html`<a class="one-line linked" href=${`${hrefOf('/usage')}?${new URLSearchParams({ client: clientId })}`}>${name}</a>`;
}
