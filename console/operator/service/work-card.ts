import type { OperatedService } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { apiUrl } from '../../api-url.ts';
import { Badge } from '../../components/badge.ts';
import { type Column, DataTable } from '../../components/data-table.ts';
import { Time } from '../../components/time.ts';
import { listText } from '../../formats.ts';
import { html } from '../../html.ts';
import { spanText } from './words.ts';

type Work = OperatedService['work'][number];

/** A run that is late by less may only have waited for its turn. */
const LATE_SECONDS = 60;

const columns: readonly Column<Work>[] = [
  {
    id: 'work',
    label: 'Work',
    cell: ({ work, purpose }) =>
      html`<span class="one-line">${work}</span>${purpose && html`<span class="small soft two-lines">${purpose}</span>`}`,
  },
  {
    id: 'last',
    label: 'Last run',
    width: '7',
    importance: 2,
    cell: ({ lastRunTime }) => html`<${Time} at=${lastRunTime} parts="time" isFocusable=${false} />`,
  },
  {
    id: 'took',
    label: 'Took',
    width: '5.5',
    isNumber: true,
    cell: ({ durationSeconds }) => (durationSeconds === undefined ? '–' : spanText(durationSeconds)),
  },
  {
    id: 'state',
    label: 'Outcome',
    width: '9',
    importance: 3,
    isClear: true,
    cell: (work) => html`<${Outcome} work=${work} />`,
  },
];

function Outcome({ work: { hasFailed, lagSeconds, lastRunTime, runbook } }: { work: Work }): VNode {
  const help = html`<a href=${`${apiUrl}${runbook}`}>runbook</a>`;
  if (hasFailed) return html`<span><${Badge} tone="bad">failed<//> ${help}</span>`;
  if (lagSeconds > LATE_SECONDS)
    return html`<span><${Badge} tone="warn">late by ${spanText(lagSeconds)}<//> ${help}</span>`;
  return html`<${Badge} tone=${lastRunTime === undefined ? 'neutral' : 'good'}>${lastRunTime === undefined ? 'not yet' : 'done'}<//>`;
}

type WorkCardProps = Pick<OperatedService, 'work' | 'sharedWork'> & { hasWorker: boolean };

/** Background work: when each ran last, and whether it failed. */
export function WorkCard({ work, sharedWork, hasWorker }: WorkCardProps): VNode {
  const shared = sharedWork.filter(({ workers }) => workers > 0);
  return html`<section class="card">
    <h2>Background work</h2>
    ${shared.length > 0 && html`<p class="small soft">At this moment ${listText(shared.map((one) => `${one.workers === 1 ? '1 worker has' : `${one.workers} workers share`} ${one.work}`))}.</p>`}
    ${work.length === 0 ? html`<${NoWork} hasWorker=${hasWorker} />` : html`<${AllWork} work=${work} />`}
  </section>`;
}

/** What failed or is late; the rest on demand: nothing is to be done about it. */
function AllWork({ work }: { work: readonly Work[] }): VNode {
  const isTroubled = ({ hasFailed, lagSeconds }: Work) => hasFailed || lagSeconds > LATE_SECONDS;
  const troubled = work.filter(isTroubled);
  const others = work.filter((one) => !isTroubled(one));
  return html`<div>
    ${troubled.length > 0 ? html`<${WorkTable} label="Work that failed or is late" rows=${troubled} />` : html`<p>All of it runs, and in time.</p>`}
    ${others.length > 0 && html`<details><summary>${troubled.length > 0 ? 'The rest of it' : 'All of it'} (${others.length})</summary><${WorkTable} label="Background work" rows=${others} /></details>`}
  </div>`;
}

const WorkTable = ({ label, rows }: { label: string; rows: readonly Work[] }): VNode =>
  html`<${DataTable} label=${label} columns=${columns} rows=${rows} keyOf=${(one: Work) => one.work} rowHeight=${56} isWhole />`;

const NoWork = ({ hasWorker }: { hasWorker: boolean }): VNode =>
  hasWorker
    ? html`<p class="soft">The worker has just started. What it works on is here in some seconds.</p>`
    : html`<p><${Badge} tone="bad">no worker runs<//> Nothing is sent, rebuilt or deleted.</p>`;
