import type { OperatorSeller } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { type Column, DataTable } from '../../components/data-table.ts';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { Time } from '../../components/time.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { client } from '../api.ts';
import { Paged } from '../parts/pages.ts';
import { wordText } from '../sellers/words.ts';

const columns: readonly Column<OperatorSeller>[] = [
  {
    id: 'seller',
    label: 'Seller',
    cell: ({ sellerId }) => html`<a href=${hrefOf('/sellers', sellerId)}>${sellerId}</a>`,
  },
  {
    id: 'state',
    label: 'State',
    width: '8',
    importance: 2,
    isClear: true,
    cell: ({ status }) => html`<${Badge} tone=${status === 'ENABLED' ? 'good' : 'bad'}>${wordText(status)}<//>`,
  },
  { id: 'people', label: 'People', width: '6', isNumber: true, cell: ({ members }) => numberText(members.length) },
  {
    id: 'created',
    label: 'Since',
    width: '10',
    isOptional: true,
    cell: ({ createdTime }) => html`<${Time} at=${createdTime} parts="date" isFocusable=${false} />`,
  },
];

export function Page(): VNode {
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const answer = await client.listSellers({ query: { ...(nextToken && { nextToken }), limit: 50 }, signal });
    return { rows: answer.sellers, nextToken: answer.nextToken };
  };
  const empty = html`<${PageState} state="empty" title="No seller has an account" hint="Invite the first owner of a seller: npm run client -- invite-owner." />`;
  const content = (rows: readonly OperatorSeller[]) =>
    html`<${DataTable} label="Sellers" columns=${columns} rows=${rows} keyOf=${({ sellerId }: OperatorSeller) => sellerId} />`;
  return html`<${PageHeading} title="Sellers" lead="Every seller with people or applications." />
    <${Paged} ask=${ask} inputs=${[]} content=${content} empty=${empty} />`;
}
