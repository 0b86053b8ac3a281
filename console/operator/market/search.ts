import type { MarketSearchResult } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { TextField } from '../../components/field.ts';
import { PageState } from '../../components/page-state.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { listingStates } from '../../states/listing.ts';
import { useTypedQuery } from '../../typed-query.ts';
import { client } from '../api.ts';
import { Paged } from '../parts/pages.ts';
import { traced } from './ids.ts';

/** Finds items, sellers and offers while the reader types, and leads from an id of a notification to its trace. */
export function MarketSearch({ query }: { query: URLSearchParams }): VNode {
  const [typed, setTyped] = useTypedQuery('q');
  const q = (query.get('q') ?? '').trim();
  return html`<section aria-label="Search">
    <div class="search"><${TextField} label="Find" type="search" value=${typed} onInput=${setTyped} placeholder="item, SKU or SellerId, or what it begins with; id of a delivery or event" autocomplete="off" spellcheck=${false} /></div>
    ${q !== '' && (traced(q) ? html`<p class="card"><a href=${`${hrefOf('/trace')}?${new URLSearchParams({ id: q })}`}>Trace <code>${q}</code></a>: what it is, and what became of it.</p>` : html`<${Results} q=${q} />`)}
  </section>`;
}

function Results({ q }: { q: string }): VNode {
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const answer = await client.searchMarket({ query: { q, ...(nextToken && { nextToken }) }, signal });
    return { rows: answer.results, nextToken: answer.nextToken };
  };
  const empty = html`<${PageState} state="empty" title="Nothing begins with it" hint="Capital and small letters count. Titles and names are not searched." />`;
  const content = (rows: readonly MarketSearchResult[]) =>
    html`<div class="card"><ul class="plain found" aria-label="Found">${rows.map((row) => html`<li key=${JSON.stringify(row)}><${Result} row=${row} /></li>`)}</ul></div>`;
  return html`<${Paged} ask=${ask} inputs=${[q]} content=${content} empty=${empty} />`;
}

function Result({ row }: { row: MarketSearchResult }): VNode {
  const { kind, marketplaceId, itemId, sellerId, sku, title, name } = row;
  const about = html`<span class="small soft">${kind}${marketplaceId && ` in ${marketplaceId}`}</span>`;
  if (kind === 'seller' && sellerId !== undefined)
    return html`<a href=${hrefOf('/sellers', sellerId)}>${name ?? sellerId}</a> ${name && html`<code>${sellerId}</code> `}${about}`;
  if (itemId === undefined || marketplaceId === undefined) return html`<span>${kind}</span>`;
  const item = hrefOf('/items', marketplaceId, itemId);
  if (sku === undefined) return html`<a href=${item}>${title ?? itemId}</a> <code>${itemId}</code> ${about}`;
  return html`<a href=${`${item}?${new URLSearchParams({ seller: sellerId ?? '', sku })}`}>SKU ${sku}</a> of ${name ?? html`<code>${sellerId}</code>`} on <code>${itemId}</code> ${row.state && html`<${StateBadge} of=${listingStates} state=${row.state} /> `}${about}`;
}
