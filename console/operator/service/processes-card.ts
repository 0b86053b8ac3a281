import type { OperatedService } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { type Column, DataTable } from '../../components/data-table.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { processStates } from '../../states/process.ts';

type Process = OperatedService['processes'][number];

const columns: readonly Column<Process>[] = [
  {
    id: 'process',
    label: 'Process',
    cell: ({ role, host, pid }) =>
      html`<span class="one-line">${role} <span class="small soft">${host}, ${pid}</span></span>`,
  },
  {
    id: 'state',
    label: 'State',
    width: '6',
    importance: 3,
    isClear: true,
    cell: ({ state }) => html`<${StateBadge} of=${processStates} state=${state} />`,
  },
  { id: 'version', label: 'Version', width: '6', importance: 2, cell: ({ version }) => version },
  { id: 'started', label: 'Started', width: '11', cell: ({ startedTime }) => html`<${Time} at=${startedTime} />` },
  { id: 'seen', label: 'Seen', width: '7', cell: ({ seenTime }) => html`<${Time} at=${seenTime} parts="time" />` },
];

/** What runs where, and in which version: an upgrade is over when there is one. */
export function ProcessesCard({ processes }: { processes: readonly Process[] }): VNode {
  const versions = new Set(processes.map(({ version }) => version));
  return html`<section class="card">
    <h2>Processes</h2>
    ${versions.size > 1 && html`<p><${Badge} tone="warn">${versions.size} versions<//> An upgrade goes on, or a process was left behind.</p>`}
    <${DataTable} label="Processes" columns=${columns} rows=${processes} keyOf=${({ processId }: Process) => processId} isWhole />
  </section>`;
}
