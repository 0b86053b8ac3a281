import type { VNode } from 'preact';
import { client } from '../api.ts';
import { SelectField } from '../components/field.ts';
import { PageHeading } from '../components/page-heading.ts';
import { PageState } from '../components/page-state.ts';
import { Segments } from '../components/segments.ts';
import { html } from '../html.ts';
import { shown, useLoad } from '../load.ts';
import type { PageProps } from '../page.ts';
import { hrefOf, setQuery } from '../router.ts';
import { settings } from '../settings.ts';
import { Counted } from '../usage/counted.ts';
import { periodQuery, USAGE_ROWS } from '../usage/period.ts';
import { type UsageGroup, UsageTable } from './usage/usage-table.ts';

const LEAD = 'Which of your applications used your limits, what was refused and why, and what is left.';

const groups = [
  { id: 'client', label: 'Applications' },
  { id: 'operation', label: 'Operations' },
];

const periods = [
  { value: 'today', label: 'Today (UTC)' },
  { value: 'hour', label: 'The last 60 minutes' },
  { value: 'week', label: 'The last 7 days' },
];

/** The use of the API by the seller's own applications (decision 56). */
export function Page({ query }: PageProps): VNode {
  const clientId = query.get('client') ?? '';
  const period = query.get('of') ?? 'today';
  const group: UsageGroup = clientId !== '' ? 'both' : query.get('by') === 'operation' ? 'operation' : 'client';
  const usage = useLoad(
    (signal) => client.getSellerUsage({ query: queryOf(clientId, group, period), signal }),
    [clientId, group, period],
  );
  return html`<${PageHeading} title="Usage" lead=${LEAD} />
    <div class="what-if-bar">
      ${
        clientId === ''
          ? html`<${Segments} label="Requests by" options=${groups} current=${group} onChange=${(by: string) => setQuery({ by: by === 'client' ? undefined : by })} />`
          : html`<p><strong>${clientId === settings.clientId ? 'This console' : clientId}</strong><br /><a href=${hrefOf('/usage')}>All applications</a></p>`
      }
      <${SelectField} label="When" value=${period} options=${periods} onChange=${(of: string) => setQuery({ of: of === 'today' ? undefined : of })} />
    </div>
    ${shown(usage, (answer) =>
      answer.usage.length === 0
        ? html`<${PageState} state="empty" title="No request was counted" hint="Choose another time. Requests appear some seconds after their answers." />`
        : html`<div><${UsageTable} rows=${answer.usage} group=${group} /><${Counted} ...${answer}>What the operator looks at in a support session is not counted.<//></div>`,
    )}`;
}

function queryOf(clientId: string, group: UsageGroup, period: string) {
  const groupBy = group === 'both' ? (['client', 'operation'] as const) : ([group] as const);
  const asked = { groupBy: [...groupBy], limit: USAGE_ROWS, ...(clientId && { clientId }) };
  return { ...asked, ...periodQuery(period) };
}
