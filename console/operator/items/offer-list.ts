import type { ItemOffer } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { TextField } from '../../components/field.ts';
import { PageState } from '../../components/page-state.ts';
import { html } from '../../html.ts';
import { useTypedQuery } from '../../typed-query.ts';
import { Paged } from '../parts/pages.ts';
import { OfferCard } from './offer-card.ts';
import { type OffersQuestion, offersOf } from './offers.ts';

/** Every offer on the item, or those of one seller, with the gates that keep them out of the buy box. */
export function OfferList({ question }: { question: OffersQuestion }): VNode {
  const [seller, setSeller] = useTypedQuery('seller');
  const [sku, setSku] = useTypedQuery('sku');
  const isFiltered = question.sellerId !== '' || question.sku !== '';
  const ask = (nextToken: string | undefined, signal: AbortSignal) => offersOf(question, nextToken, signal);
  const empty = html`<${PageState} state="empty" title=${isFiltered ? 'No offer on the item fits' : 'The item has no offers'} hint=${isFiltered ? 'Type a whole SellerId or SKU.' : undefined} />`;
  const content = (rows: readonly ItemOffer[]) =>
    html`<ol class="entries" aria-label="Offers">${rows.map((offer) => html`<${OfferCard} key=${`${offer.SellerId} ${offer.SellerSKU} ${offer.offerType}`} offer=${offer} />`)}</ol>`;
  return html`<div>
    <div class="filters"><${TextField} label="SellerId" value=${seller} onInput=${setSeller} placeholder="all" spellcheck=${false} /><${TextField} label="SKU" value=${sku} onInput=${setSku} placeholder="all" spellcheck=${false} /></div>
    <${Paged} ask=${ask} inputs=${Object.values(question)} content=${content} empty=${empty} />
  </div>`;
}
