import type { ItemOffer } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../components/field.ts';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { Segments } from '../../components/segments.ts';
import { html } from '../../html.ts';
import type { PageProps } from '../../page.ts';
import { setQuery } from '../../router.ts';
import { useTypedQuery } from '../../typed-query.ts';
import { OfferCard } from '../items/offer-card.ts';
import { type CustomerType, offersOf } from '../items/offers.ts';
import { Paged } from '../parts/pages.ts';

const customers: readonly { readonly id: CustomerType; readonly label: string }[] = [
  { id: 'Consumer', label: 'Consumers' },
  { id: 'Business', label: 'Business buyers' },
];

/** Every offer on an item: who holds the buy box, and which gate keeps each of the others out. */
export function Page({ params, query }: PageProps): VNode {
  const [MarketplaceId = '', storeItemId = ''] = params;
  const type = customers.find(({ id }) => id === query.get('for'))?.id ?? 'Consumer';
  const [typed, setTyped] = useTypedQuery('seller');
  const of = (query.get('seller') ?? '').trim();
  const [title, setTitle] = useState<string>();
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const page = await offersOf({ storeItemId, MarketplaceId, CustomerType: type, of }, nextToken, signal);
    setTitle(page.title);
    return page;
  };
  const empty = html`<${PageState} state="empty" title=${of ? 'This seller has no offer on the item' : 'The item has no offers'} hint=${of ? 'Look for a whole SellerId or SKU.' : undefined} />`;
  const content = (rows: readonly ItemOffer[]) =>
    html`<ol class="entries" aria-label="Offers">${rows.map((offer) => html`<${OfferCard} key=${`${offer.SellerId} ${offer.SellerSKU} ${offer.offerType}`} offer=${offer} />`)}</ol>`;
  return html`<${PageHeading} title=${title ?? storeItemId} lead=${html`Item <code>${storeItemId}</code> in <code>${MarketplaceId}</code>: all offers, and the gates that keep them out of the buy box.`} />
    <div class="filters">
      <${Segments} label="Customers" options=${customers} current=${type} onChange=${(id: string) => setQuery({ for: id === 'Consumer' ? undefined : id })} />
      <${TextField} label="Seller" value=${typed} onInput=${setTyped} placeholder="SellerId or SKU; all" spellcheck=${false} />
    </div>
    <${Paged} ask=${ask} inputs=${[storeItemId, MarketplaceId, type, of]} content=${content} empty=${empty} />`;
}
