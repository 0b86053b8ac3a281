import type { SellerPriceChange } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { type Column, DataTable } from '../../components/data-table.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { priceChangeStates } from '../../states/price-change.ts';
import { client } from '../api.ts';
import { actorText } from '../parts/actor-words.ts';
import { Paged } from '../parts/pages.ts';

const columns: readonly Column<SellerPriceChange>[] = [
  {
    id: 'sku',
    label: 'SKU',
    cell: ({ SellerSKU, MarketplaceId }) =>
      html`<span class="one-line">${SellerSKU}</span><span class="small soft one-line">${MarketplaceId}</span>`,
  },
  {
    id: 'state',
    label: 'State',
    width: '12',
    importance: 2,
    isClear: true,
    cell: ({ State, RejectionCode }) =>
      html`<${StateBadge} of=${priceChangeStates} state=${State} />${RejectionCode && html` <span class="small soft">${RejectionCode}</span>`}`,
  },
  {
    id: 'who',
    label: 'By',
    width: '14',
    importance: 2,
    cell: ({ ChangedBy }) => html`<${Author} of=${ChangedBy} />`,
  },
  {
    id: 'time',
    label: 'When',
    width: '12',
    importance: 1,
    isClear: true,
    cell: ({ CreatedTime }) => html`<${Time} at=${CreatedTime} isFocusable=${false} />`,
  },
];

/** A member by the address, an application by its name, which anybody may choose, and its id. */
function Author({ of: { Kind, ...of } }: { of: SellerPriceChange['ChangedBy'] }): VNode {
  const { ApplicationId, Application, MemberId = '', Member } = of;
  const isMember = Kind === 'member' && MemberId !== '';
  const [id, known] = isMember ? [MemberId, Member] : [ApplicationId, Application];
  const text = isMember ? (Member?.isRemoved ? 'former member' : 'in the console') : Application?.name && ApplicationId;
  return html`<span class="one-line" title=${known?.email && id}>${actorText({ id, ...known })}</span>${text && html`<span class="small soft one-line">${text}</span>`}`;
}

/** What the seller's side changed, and what became of it. */
export function PriceChangesCard({ sellerId }: { sellerId: string }): VNode {
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const query = { limit: 10, ...(nextToken && { nextToken }) };
    const answer = await client.listPriceChangesOfSeller({ path: { sellerId }, query, signal });
    return { rows: answer.priceChanges, nextToken: answer.nextToken };
  };
  const content = (rows: readonly SellerPriceChange[]) =>
    html`<${DataTable} label="Price changes" columns=${columns} rows=${rows} keyOf=${({ PriceChangeId }: SellerPriceChange) => PriceChangeId} rowHeight=${56} isWhole />`;
  return html`<section>
    <h2>Price changes</h2>
    <${Paged} ask=${ask} inputs=${[sellerId]} content=${content} empty=${html`<p class="soft">The seller has changed no price here.</p>`} />
  </section>`;
}
