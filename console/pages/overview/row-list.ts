import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { Badge } from '../../components/badge.ts';
import { Icon } from '../../components/icon.ts';
import { Loss } from '../../components/net.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import type { Row } from './rows.ts';

/** A link below the rows, to the whole list. */
export type More = { readonly text: string; readonly path: string };

type RowListProps = {
  title: string;
  rows: readonly Row[];
  count?: string;
  more?: readonly More[];
  /** What the rows do not show. */
  note?: string | undefined;
  nothing: string;
};

/** What needs attention, or that nothing does. A row that comes while the page is open stands out for a moment. */
export function RowList({ title, rows, count, more = [], note, nothing }: RowListProps): VNode {
  const first = useRef<ReadonlySet<string>>(new Set(rows.map(({ key }) => key)));
  return html`<section class="attention">
    <h2>${title} ${rows.length > 0 && html`<span class="attention-count">${count ?? rows.length}</span>`}</h2>
    ${rows.length === 0 ? html`<p class="attention-nothing"><${Icon} name="check" />${nothing}</p>` : html`<ul>${rows.map((row) => html`<${RowItem} key=${row.key} row=${row} isNew=${!first.current.has(row.key)} />`)}</ul>`}
    ${more.length > 0 && html`<p class="attention-more">${more.map(({ text, path }) => html`<a key=${path} href=${hrefOf(path)}>${text}</a>`)}</p>`}
    ${note && html`<p class="soft small">${note}</p>`}
  </section>`;
}

function RowItem({ row, isNew }: { row: Row; isNew: boolean }): VNode {
  const { icon, tone, title, about, text, loss, word, at, path } = row;
  return html`<li class=${isNew ? 'is-new' : ''}>
    <span class="attention-icon" data-tone=${tone}><${Icon} name=${icon} /></span>
    <div>
      <p><a href=${hrefOf(path)}>${title}</a> ${about && html`<span class="soft small">${about}</span>`}</p>
      <p class="soft">${text}</p>
      <${Loss} text=${loss} />
    </div>
    <p class="attention-state"><${Badge} tone=${tone}>${word}</${Badge}>${at && html`<${Time} at=${at} parts=${isToday(at) ? 'time' : 'date'} isFocusable=${false} />`}</p>
  </li>`;
}

const isToday = (at: string) => new Date(at).toDateString() === new Date().toDateString();
