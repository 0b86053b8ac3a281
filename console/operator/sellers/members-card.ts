import type { SellerMember } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { type Column, DataTable } from '../../components/data-table.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { accessStates } from '../../states/access.ts';
import { wordText } from './words.ts';

const columns: readonly Column<SellerMember>[] = [
  {
    id: 'who',
    label: 'Person',
    cell: ({ email, accountId }) =>
      html`<a class="one-line" href=${`${hrefOf('/people')}?${new URLSearchParams({ account: accountId })}`}>${email}</a>`,
  },
  { id: 'role', label: 'Role', width: '7', importance: 2, isClear: true, cell: ({ role }) => wordText(role) },
  {
    id: 'status',
    label: 'State',
    width: '7.5',
    importance: 1,
    isClear: true,
    cell: ({ status }) => html`<${StateBadge} of=${accessStates} state=${status} />`,
  },
  {
    id: 'last',
    label: 'Last sign-in',
    width: '13',
    cell: ({ lastSignInTime }) => html`<${Time} at=${lastSignInTime} isFocusable=${false} />`,
  },
];

export const MembersCard = ({ members }: { members: readonly SellerMember[] }): VNode => html`<section>
    <h2>People</h2>
    ${members.length === 0 ? html`<p class="soft">Nobody can sign in for this seller.</p>` : html`<${DataTable} label="People" columns=${columns} rows=${members} keyOf=${({ memberId }: SellerMember) => memberId} rowHeight=${44} isWhole />`}
  </section>`;
