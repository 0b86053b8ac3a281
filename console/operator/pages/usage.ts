import type { OperatorUsage } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { Time } from '../../components/time.ts';
import { DAY_MS } from '../../duration.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import type { PageProps } from '../../page.ts';
import { client } from '../api.ts';
import { useApplicationNames } from '../usage/applications.ts';
import { questionIn, UsageFilters, type UsageQuestion } from '../usage/filters.ts';
import { UsageTable } from '../usage/table.ts';

const LEAD = 'Who uses the API, what was refused and why, and how long answers took.';
const ROWS = 100;

export function Page({ query }: PageProps): VNode {
  const question = questionIn(query);
  const usage = useLoad((signal) => client.getUsage({ query: queryOf(question), signal }), Object.values(question));
  const nameOf = useApplicationNames();
  return html`<${PageHeading} title="Usage" lead=${LEAD} />
    <${UsageFilters} ...${question} />
    ${shown(usage, (answer) =>
      answer.usage.length === 0
        ? html`<${PageState} state="empty" title="No request of this kind was counted" hint="Choose another time, or clear a filter." />`
        : html`<div><${UsageTable} rows=${answer.usage} group=${question.group} nameOf=${nameOf} /><${Counted} ...${answer} /></div>`,
    )}`;
}

/** Whole UTC days and minutes, as the service counts them. */
function queryOf({ group, period, clientId, sellerId, operation }: UsageQuestion) {
  const only = {
    ...(clientId && { clientId }),
    ...(sellerId && { sellerId }),
    ...(operation && { operation }),
  };
  const asked = { ...only, groupBy: [group], limit: ROWS };
  if (period === 'hour') return { ...asked, resolution: 'minute' as const };
  if (period === 'today') return asked;
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return { ...asked, from: new Date(today - 6 * DAY_MS).toISOString(), to: new Date(today + DAY_MS).toISOString() };
}

/** What the figures do not have. */
function Counted({ countedUntil, gaps, hasOther, nextToken }: OperatorUsage): VNode {
  return html`<div class="small soft">
    <p>Complete until <${Time} at=${countedUntil} parts="time" />.${nextToken !== undefined && ` These are the busiest ${ROWS}.`}${hasOther && ' Some kinds of requests were too many to tell apart: they are counted as others.'}</p>
    ${
      gaps.length > 0 &&
      html`<ul class="plain">${gaps.map(
        ({ from, to, counted }) =>
          html`<li key=${from}>${counted === 'none' ? 'Nothing was counted' : 'Counts of one process are missing'} from <${Time} at=${from} /> to <${Time} at=${to} />.</li>`,
      )}</ul>`
    }
  </div>`;
}
