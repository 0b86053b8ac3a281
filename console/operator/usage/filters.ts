import type { VNode } from 'preact';
import { SelectField, TextField } from '../../components/field.ts';
import { Segments } from '../../components/segments.ts';
import { html } from '../../html.ts';
import { setQuery } from '../../router.ts';
import { useTypedQuery } from '../../typed-query.ts';

const GROUPS = ['client', 'seller', 'operation'] as const;
export type Group = (typeof GROUPS)[number];

const groups = [
  { id: 'client', label: 'Applications' },
  { id: 'seller', label: 'Sellers' },
  { id: 'operation', label: 'Operations' },
];

/** What the page answers: by whom, of when, and of whom alone. */
export type UsageQuestion = {
  readonly group: Group;
  readonly period: Period;
  readonly clientId: string;
  readonly sellerId: string;
  readonly operation: string;
  /** Without people in the consoles, and without requests that have no valid token. */
  readonly isOnlyApplications: boolean;
};

const ONLY_APPLICATIONS = 'applications';
const callers = [
  { value: '', label: 'Everybody' },
  { value: ONLY_APPLICATIONS, label: 'Applications only' },
];

type Period = 'today' | 'hour' | 'week';

const periods: readonly { readonly value: Period; readonly label: string }[] = [
  { value: 'today', label: 'Today (UTC)' },
  { value: 'hour', label: 'The last 60 minutes' },
  { value: 'week', label: 'The last 7 days' },
];

/** The question in the address: a link to what was seen shows the same. */
export function questionIn(query: URLSearchParams): UsageQuestion {
  const text = (name: string) => query.get(name) ?? '';
  return {
    group: GROUPS.find((id) => id === query.get('by')) ?? 'client',
    period: periods.find(({ value }) => value === query.get('of'))?.value ?? 'today',
    ...{ clientId: text('client'), sellerId: text('seller'), operation: text('operation') },
    isOnlyApplications: text('only') === ONLY_APPLICATIONS,
  };
}

export function UsageFilters({ group, period, isOnlyApplications }: UsageQuestion): VNode {
  const [client, setClient] = useTypedQuery('client');
  const [seller, setSeller] = useTypedQuery('seller');
  const [operation, setOperation] = useTypedQuery('operation');
  const choose = (of: string) => setQuery({ of: of === 'today' ? undefined : of });
  return html`<div class="filters">
    <${Segments} label="Requests by" options=${groups} current=${group} onChange=${(by: string) => setQuery({ by: by === 'client' ? undefined : by })} />
    <${SelectField} label="When" value=${period} options=${periods} onChange=${choose} />
    ${group === 'client' && html`<${SelectField} label="Who" value=${isOnlyApplications ? ONLY_APPLICATIONS : ''} options=${callers} onChange=${(only: string) => setQuery({ only })} />`}
    <${TextField} label="Application" value=${client} onInput=${setClient} placeholder="all" spellcheck=${false} />
    <${TextField} label="Seller" value=${seller} onInput=${setSeller} placeholder="all" spellcheck=${false} />
    <${TextField} label="Operation" value=${operation} onInput=${setOperation} placeholder="all" spellcheck=${false} />
  </div>`;
}
