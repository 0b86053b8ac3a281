import type { SignIn } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { type Column, DataTable } from '../../components/data-table.ts';
import { TextField } from '../../components/field.ts';
import { PageState } from '../../components/page-state.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { signInOutcomes } from '../../states/sign-in.ts';
import { useTypedQuery } from '../../typed-query.ts';
import { client } from '../api.ts';
import { Paged } from '../parts/pages.ts';

const columns: readonly Column<SignIn>[] = [
  {
    id: 'who',
    label: 'Who',
    cell: ({ email, unknownAddress }) =>
      html`<span class="one-line">${email ?? (unknownAddress ? 'an address without an account' : 'unknown')}</span>`,
  },
  {
    id: 'outcome',
    label: 'Outcome',
    width: '8.5',
    importance: 2,
    isClear: true,
    cell: ({ outcome }) => html`<${StateBadge} of=${signInOutcomes} state=${outcome} />`,
  },
  {
    id: 'time',
    label: 'When',
    width: '12',
    importance: 1,
    isClear: true,
    cell: ({ time }) => html`<${Time} at=${time} isFocusable=${false} />`,
  },
  { id: 'device', label: 'Device', width: '10', cell: ({ device }) => html`<span class="one-line">${device}</span>` },
  {
    id: 'address',
    label: 'Address',
    width: '9',
    cell: ({ address }) => html`<span class="one-line">${address}</span>`,
  },
];

/** Sign-ins and attempts of sellers' and the operator's people, the newest first. */
export function SignInsCard(): VNode {
  const [account, setAccount] = useTypedQuery('account');
  const accountId = account.trim();
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const query = { ...(accountId && { accountId }), ...(nextToken && { nextToken }), limit: 50 };
    const answer = await client.listSignIns({ query, signal });
    return { rows: answer.signIns, nextToken: answer.nextToken };
  };
  const empty = html`<${PageState} state="empty" title="No sign-in is known" hint="Sign-ins are kept for 90 days." />`;
  const content = (rows: readonly SignIn[]) =>
    html`<${DataTable} label="Sign-ins" columns=${columns} rows=${rows} keyOf=${({ signInId }: SignIn) => signInId} rowHeight=${44} isWhole />`;
  return html`<section>
    <h2>Sign-ins</h2>
    <div class="search"><${TextField} label="Account" value=${account} onInput=${setAccount} placeholder="all" spellcheck=${false} /></div>
    <${Paged} ask=${ask} inputs=${[accountId]} content=${content} empty=${empty} />
  </section>`;
}
