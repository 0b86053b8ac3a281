import type { OperatorEvent } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Time } from '../../components/time.ts';
import { listText, numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { typeText } from './words.ts';

/** An event of a seller, and what became of it at each destination. */
export function EventRow({ event }: { event: OperatorEvent }): VNode {
  const { eventId, sequence, eventType, time, marketplaceId, storeItemId, skus, destinations } = event;
  return html`<li class="card entry">
    <div class="entry-head"><strong><a href=${`${hrefOf('/trace')}?${new URLSearchParams({ id: eventId })}`}>${eventType}</a></strong><span class="small soft">number ${numberText(sequence)}</span><span class="entry-time small soft"><${Time} at=${time} /></span></div>
    <p class="small soft">${storeItemId && marketplaceId && html`<a href=${hrefOf('/items', marketplaceId, storeItemId)}>${storeItemId}</a> in ${marketplaceId} · `}${skus && skus.length > 0 && `SKU ${listText(skus)} · `}<code>${eventId}</code></p>
    <${EventDestinations} destinations=${destinations} />
  </li>`;
}

export function EventDestinations({ destinations }: Pick<OperatorEvent, 'destinations'>): VNode {
  if (destinations.length === 0) return html`<p class="small soft">The seller has no destination.</p>`;
  return html`<ul class="plain">${destinations.map(
    ({ channelId, channelName, type, outcome, delivery }) =>
      html`<li key=${channelId}><strong>${channelName}</strong> <span class="small soft">${typeText(type)}</span><br />${outcome.text}${delivery && html` <a class="small" href=${`${hrefOf('/trace')}?${new URLSearchParams({ id: delivery.deliveryId })}`}>Trace</a>`}</li>`,
  )}</ul>`;
}
