import type { SellerPriceChange } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { type Column, DataTable } from '../../components/data-table.ts';
import { Time } from '../../components/time.ts';
import type { Tone } from '../../components/tone.ts';
import { html } from '../../html.ts';
import { client } from '../api.ts';
import { Paged } from '../parts/pages.ts';
import { wordText } from './words.ts';

const tones: Readonly<Record<string, Tone>> = { APPLIED: 'good', REJECTED: 'bad', PENDING: 'warn', ACCEPTED: 'warn' };

const columns: readonly Column<SellerPriceChange>[] = [
  {
    id: 'sku',
    label: 'SKU',
    cell: ({ SellerSKU, MarketplaceId }) =>
      html`<span class="one-line">${SellerSKU}</span><span class="small soft one-line">${MarketplaceId}</span>`,
  },
  {
    id: 'state',
    label: 'Became',
    width: '12',
    importance: 2,
    isClear: true,
    cell: ({ State, RejectionCode }) =>
      html`<${Badge} tone=${tones[State] ?? 'neutral'}>${wordText(State)}<//>${RejectionCode && html` <span class="small soft">${RejectionCode}</span>`}`,
  },
  {
    id: 'who',
    label: 'By',
    width: '9',
    cell: ({ ChangedBy }) => ChangedBy.ApplicationId ?? ChangedBy.MemberId ?? ChangedBy.Kind,
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

/** What the seller's side changed, and what became of it. */
export function PriceChangesCard({ sellerId }: { sellerId: string }): VNode {
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const query = { limit: 10, ...(nextToken && { nextToken }) };
    const answer = await client.listPriceChangesOfSeller({ path: { sellerId }, query, signal });
    return { rows: answer.priceChanges, nextToken: answer.nextToken };
  };
  const content = (rows: readonly SellerPriceChange[]) =>
    html`<${DataTable} label="Price changes" columns=${columns} rows=${rows} keyOf=${({ PriceChangeId }: SellerPriceChange) => PriceChangeId} rowHeight=${56} />`;
  return html`<section>
    <h2>Price changes</h2>
    <${Paged} ask=${ask} inputs=${[sellerId]} content=${content} empty=${html`<p class="soft">The seller has changed no price here.</p>`} />
  </section>`;
}
