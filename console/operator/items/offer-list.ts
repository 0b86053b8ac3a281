import type { ItemOffer } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { TextField } from '../../components/field.ts';
import { PageState } from '../../components/page-state.ts';
import { html } from '../../html.ts';
import { useTypedQuery } from '../../typed-query.ts';
import { Paged } from '../parts/pages.ts';
import { OfferCard } from './offer-card.ts';
import { type CustomerType, offersOf } from './offers.ts';

type OfferListProps = { marketplaceId: string; storeItemId: string; customers: CustomerType; of: string };

/** Every offer on the item, or those of one seller, with the gates that keep them out of the buy box. */
export function OfferList({ marketplaceId, storeItemId, customers, of }: OfferListProps): VNode {
  const [typed, setTyped] = useTypedQuery('seller');
  const question = { storeItemId, MarketplaceId: marketplaceId, CustomerType: customers, of };
  const ask = (nextToken: string | undefined, signal: AbortSignal) => offersOf(question, nextToken, signal);
  const empty = html`<${PageState} state="empty" title=${of ? 'This seller has no offer on the item' : 'The item has no offers'} hint=${of ? 'Look for a whole SellerId or SKU.' : undefined} />`;
  const content = (rows: readonly ItemOffer[]) =>
    html`<ol class="entries" aria-label="Offers">${rows.map((offer) => html`<${OfferCard} key=${`${offer.SellerId} ${offer.SellerSKU} ${offer.offerType}`} offer=${offer} />`)}</ol>`;
  return html`<div>
    <div class="filters"><${TextField} label="Seller" value=${typed} onInput=${setTyped} placeholder="SellerId or SKU; all" spellcheck=${false} /></div>
    <${Paged} ask=${ask} inputs=${[storeItemId, marketplaceId, customers, of]} content=${content} empty=${empty} />
  </div>`;
}
