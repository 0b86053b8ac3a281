import type { MarketSeller } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { type Column, DataTable } from '../../components/data-table.ts';
import { TextField } from '../../components/field.ts';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import type { PageProps } from '../../page.ts';
import { hrefOf } from '../../router.ts';
import { listingStates } from '../../states/listing.ts';
import { wordsIn } from '../../states/state-words.ts';
import { useTypedQuery } from '../../typed-query.ts';
import { client } from '../api.ts';
import { Paged } from '../parts/pages.ts';
import { destinationsText, listingsIn, listingsText, shareText } from '../sellers/market-facts.ts';

const columns: readonly Column<MarketSeller>[] = [
  {
    id: 'seller',
    label: 'Seller',
    cell: ({ sellerId, name }) =>
      html`<a class="one-line" href=${hrefOf('/sellers', sellerId)}>${name ?? sellerId}</a>${name && html`<span class="small soft one-line">${sellerId}</span>`}`,
  },
  { id: 'listings', label: 'Listings', width: '6', isNumber: true, importance: 3, cell: listingsText },
  {
    id: 'unhealthy',
    label: wordsIn(listingStates, 'unhealthy').label,
    width: '6.5',
    isNumber: true,
    cell: (seller) => numberText(listingsIn(seller, 'unhealthy')),
  },
  { id: 'share', label: 'Buy box share', width: '11', importance: 1, cell: (seller) => shareText(seller) || '–' },
  {
    id: 'destinations',
    label: 'Destinations',
    width: '8',
    isNumber: true,
    importance: 2,
    cell: (seller) =>
      seller.destinations.failing > 0
        ? html`<${Badge} tone="bad">${destinationsText(seller)}<//>`
        : destinationsText(seller),
  },
  {
    id: 'usage',
    label: 'Requests today',
    width: '8',
    isNumber: true,
    cell: ({ usageToday }) => numberText(usageToday.requests),
  },
];

/** Every seller of the market, with what one asks first about it. */
export function Page({ query }: PageProps): VNode {
  const [typed, setTyped] = useTypedQuery('q');
  const q = (query.get('q') ?? '').trim();
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const answer = await client.listMarketSellers({
      query: { ...(q && { q }), ...(nextToken && { nextToken }) },
      signal,
    });
    return { rows: answer.sellers, nextToken: answer.nextToken };
  };
  const empty = html`<${PageState} state="empty" title=${q ? 'No SellerId begins with it' : 'There is no seller'} hint=${q ? 'Capital and small letters count.' : 'Import seller records.'} />`;
  const content = (rows: readonly MarketSeller[]) =>
    html`<${DataTable} label="Sellers" columns=${columns} rows=${rows} keyOf=${({ sellerId }: MarketSeller) => sellerId} rowHeight=${56} isWhole />`;
  return html`<${PageHeading} title="Sellers" lead="Every seller of the market: its listings, its share, its destinations and its use of the API." />
    <div class="search"><${TextField} label="SellerId" type="search" value=${typed} onInput=${setTyped} placeholder="what it begins with" spellcheck=${false} /></div>
    <${Paged} ask=${ask} inputs=${[q]} content=${content} empty=${empty} />`;
}
