import type { OperatorUsageRow } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { type Column, DataTable } from '../../components/data-table.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf, place } from '../../router.ts';
import type { Group } from './filters.ts';
import { callerName, durationText, refusalsText } from './words.ts';

type UsageTableProps = {
  rows: readonly OperatorUsageRow[];
  group: Group;
  nameOf: (clientId: string) => string | undefined;
};

const heads: Readonly<Record<Group, string>> = { client: 'Application', seller: 'Seller', operation: 'Operation' };

/** The busiest first: who, how much, what was refused and why, and how long it took. */
export function UsageTable({ rows, group, nameOf }: UsageTableProps): VNode {
  const columns: readonly Column<OperatorUsageRow>[] = [
    { id: 'who', label: heads[group], cell: (row) => html`<${Who} row=${row} group=${group} nameOf=${nameOf} />` },
    {
      id: 'requests',
      label: 'Requests',
      width: '6.5',
      isNumber: true,
      importance: 3,
      cell: (row) => numberText(row.requests),
    },
    {
      id: 'refused',
      label: 'Refused',
      width: '6',
      isNumber: true,
      importance: 2,
      cell: (row) => numberText(row.refused),
    },
    {
      id: 'why',
      label: 'Why',
      width: '19',
      importance: 1,
      isClear: true,
      cell: ({ refusals }) => {
        const text = refusalsText(refusals);
        return html`<span class=${text ? 'two-lines' : 'nothing'}>${text || '–'}</span>`;
      },
    },
    { id: 'p50', label: 'p50', width: '5', isNumber: true, cell: ({ p50Ms }) => durationText(p50Ms) },
    { id: 'p95', label: 'p95', width: '5', isNumber: true, cell: ({ p95Ms }) => durationText(p95Ms) },
  ];
  return html`<${DataTable} label=${`Requests by ${heads[group].toLowerCase()}`} columns=${columns} rows=${rows} keyOf=${keyOf} rowHeight=${52} isWhole />`;
}

const keyOf = (row: OperatorUsageRow) => [row.clientId, row.caller, row.sellerId, row.operation].join(' ');

/** The address of the page says what was chosen before: the time, and of whom. */
const chosenWith = (fields: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams({ ...Object.fromEntries(place.value.query), ...fields });

type WhoProps = { row: OperatorUsageRow; group: Group; nameOf: UsageTableProps['nameOf'] };

/** Leads to what this one did: an application and a seller by operation, an operation by application. */
function Who({ row, group, nameOf }: WhoProps): VNode {
  const linked = (name: string, value: string | undefined, by: Group, text: string) =>
    value === undefined
      ? html`<span class="one-line">${text}</span>`
      : html`<a class="one-line" href=${`${hrefOf('/usage')}?${chosenWith({ [name]: value, by })}`}>${text}</a>`;
  if (group === 'operation') return linked('operation', row.operation, 'client', row.operation ?? 'Others');
  if (group === 'seller') {
    const seller = linked('seller', row.sellerId, 'operation', row.sellerName ?? row.sellerId ?? 'No seller');
    return html`${seller}${row.sellerName !== undefined && html`<span class="small soft one-line">${row.sellerId}</span>`}`;
  }
  const name = row.clientId === undefined ? undefined : nameOf(row.clientId);
  const link = linked('client', row.clientId, 'operation', name ?? callerName(row));
  return html`<span class="one-line">${link}</span>${name !== undefined && html`<span class="small soft one-line">${row.clientId}</span>`}`;
}
