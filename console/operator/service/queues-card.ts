import type { OperatedService } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { apiUrl } from '../../api-url.ts';
import { type Column, DataTable } from '../../components/data-table.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { ageText, queueText } from './words.ts';

type Queue = OperatedService['queues'][number];

const columns: readonly Column<Queue>[] = [
  { id: 'queue', label: 'What waits', cell: ({ queue }) => html`<span class="one-line">${queueText(queue)}</span>` },
  {
    id: 'count',
    label: 'Waiting',
    width: '6.5',
    isNumber: true,
    importance: 3,
    cell: ({ count, isExact }) => `${isExact ? '' : 'over '}${numberText(count)}`,
  },
  {
    id: 'age',
    label: 'Oldest',
    width: '6',
    isNumber: true,
    importance: 2,
    cell: ageText,
  },
  {
    id: 'help',
    label: 'When it grows',
    width: '8',
    isClear: true,
    cell: ({ runbook }) => html`<a href=${`${apiUrl}${runbook}`}>runbook</a>`,
  },
];

/** What waits for a worker, and since when. */
export const QueuesCard = ({ queues }: { queues: readonly Queue[] }): VNode => html`<section class="card">
    <h2>Queues</h2>
    <${DataTable} label="Queues" columns=${columns} rows=${queues} keyOf=${({ queue }: Queue) => queue} isWhole />
  </section>`;
