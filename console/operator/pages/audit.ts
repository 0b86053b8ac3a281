import type { AuditEntry } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { TextWithTimes } from '../../components/text-with-times.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import type { PageProps } from '../../page.ts';
import { hrefOf } from '../../router.ts';
import { entriesOf } from '../audit/entries.ts';
import { AuditFilters } from '../audit/filters.ts';
import { detailsText } from '../audit/words.ts';
import { Actor } from '../parts/actor.ts';
import { Paged } from '../parts/pages.ts';

const LEAD = 'Who changed what, when and from where. Entries have the keys of what was changed, never its content.';

export function Page({ query }: PageProps): VNode {
  const operation = query.get('operation') ?? '';
  const who = query.get('who') ?? '';
  const kind = query.get('kind') ?? '';
  const ask = (nextToken: string | undefined, signal: AbortSignal) =>
    entriesOf({ operation, who, kind }, nextToken, signal);
  const empty = html`<${PageState} state="empty" title="No entry fits" hint="Clear a filter. Entries are kept for AUDIT_DAYS; what came with the first start, such as the demo's fee schedules, has none." />`;
  return html`<${PageHeading} title="Audit" lead=${LEAD} />
    <${AuditFilters} kind=${kind} />
    <${Paged} ask=${ask} inputs=${[operation, who, kind]} empty=${empty} content=${(rows: readonly AuditEntry[]) => html`<ol class="entries" aria-label="Entries">${rows.map((entry) => html`<${Entry} key=${entry.number} entry=${entry} />`)}</ol>`} />`;
}

const tones = { denied: 'bad', failed: 'bad', begun: 'warn', ended: 'good', done: 'good' } as const;

function Entry({ entry }: { entry: AuditEntry }): VNode {
  const { number, time, who, from, operation, outcome, sellerId, requestId, details } = entry;
  const tone = tones[outcome as keyof typeof tones] ?? 'neutral';
  const text = detailsText(entry);
  return html`<li class="card entry">
    <div class="entry-head"><strong>${operation}</strong><${Badge} tone=${tone}>${outcome}<//><span class="entry-time small soft"><${Time} at=${time} /></span></div>
    <p class="small">by <${Actor} ...${who} /> from ${from}${sellerId && html`, about <a href=${hrefOf('/sellers', sellerId)}>${sellerId}</a>`}</p>
    ${text && html`<p class="small entry-text"><${TextWithTimes} text=${text} /></p>`}
    <details class="small"><summary>Details</summary><pre class="wrapped"><code>${JSON.stringify({ number, who, requestId, details }, null, 2)}</code></pre></details>
  </li>`;
}
