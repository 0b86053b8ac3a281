import type { VNode } from 'preact';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import type { PageProps } from '../../page.ts';
import { Counted } from '../../usage/counted.ts';
import { periodQuery, USAGE_ROWS } from '../../usage/period.ts';
import { client } from '../api.ts';
import { isApplication, useApplicationNames } from '../usage/applications.ts';
import { questionIn, UsageFilters, type UsageQuestion } from '../usage/filters.ts';
import { UsageTable } from '../usage/table.ts';

const LEAD = 'Who uses the API, what was refused and why, and how long answers took.';

export function Page({ query }: PageProps): VNode {
  const question = questionIn(query);
  const usage = useLoad((signal) => client.getUsage({ query: queryOf(question), signal }), Object.values(question));
  const nameOf = useApplicationNames();
  const isOnlyApplications = question.group === 'client' && question.isOnlyApplications;
  return html`<${PageHeading} title="Usage" lead=${LEAD} />
    <${UsageFilters} ...${question} />
    ${shown(usage, (answer) => {
      const rows = isOnlyApplications ? answer.usage.filter(isApplication) : answer.usage;
      return rows.length === 0
        ? html`<${PageState} state="empty" title="No request of this kind was counted" hint="Choose another time, or clear a filter." />`
        : html`<div><${UsageTable} rows=${rows} group=${question.group} nameOf=${nameOf} /><${Counted} ...${answer}>${answer.hasOther && 'Some kinds of requests were too many to tell apart: they are counted as others.'}<//></div>`;
    })}`;
}

function queryOf({ group, period, clientId, sellerId, operation }: UsageQuestion) {
  const only = {
    ...(clientId && { clientId }),
    ...(sellerId && { sellerId }),
    ...(operation && { operation }),
  };
  const asked = { ...only, groupBy: [group], limit: USAGE_ROWS };
  return { ...asked, ...periodQuery(period) };
}
