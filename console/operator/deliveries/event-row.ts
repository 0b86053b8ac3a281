import type { OperatorEvent } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { StateBadge } from '../../components/state-badge.ts';
import { TextWithTimes } from '../../components/text-with-times.ts';
import { Time } from '../../components/time.ts';
import { listText, numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { deliveryStates } from '../../states/delivery.ts';
import { typeText } from './words.ts';

/** An event of a seller: what became of it at each destination in a word, and on demand why. */
export function EventRow({ event }: { event: OperatorEvent }): VNode {
  const { eventId, sequence, eventType, time, marketplaceId, storeItemId, skus, destinations } = event;
  return html`<li class="card entry">
    <div class="entry-head"><strong><a href=${`${hrefOf('/trace')}?${new URLSearchParams({ id: eventId })}`}>${eventType}</a></strong><span class="small soft">number ${numberText(sequence)}</span><span class="entry-time small soft"><${Time} at=${time} /></span></div>
    <p class="small soft">${storeItemId && marketplaceId && html`<a href=${hrefOf('/items', marketplaceId, storeItemId)}>${storeItemId}</a> in ${marketplaceId} · `}${skus && skus.length > 0 && `SKU ${listText(skus)} · `}<code>${eventId}</code></p>
    <${InShort} destinations=${destinations} />
    ${destinations.length > 0 && html`<details class="small"><summary>Why, at each of ${numberText(destinations.length)} ${destinations.length === 1 ? 'destination' : 'destinations'}</summary><${EventDestinations} destinations=${destinations} /></details>`}
  </li>`;
}

type Destinations = Pick<OperatorEvent, 'destinations'>;

/** The state at each destination that took the event; how many others there are. */
function InShort({ destinations }: Destinations): VNode {
  if (destinations.length === 0) return html`<p class="small soft">The seller has no destination.</p>`;
  const sent = destinations.flatMap(({ delivery, ...one }) => (delivery ? [{ ...one, state: delivery.state }] : []));
  const others = destinations.length - sent.length;
  return html`<ul class="chips small">${sent.map(({ channelId, channelName, state }) => html`<li key=${channelId}><${StateBadge} of=${deliveryStates} state=${state} /> ${channelName}</li>`)}${others > 0 && html`<li class="soft">not for ${numberText(others)} ${sent.length > 0 ? (others === 1 ? 'other' : 'others') : others === 1 ? 'destination' : 'destinations'}</li>`}</ul>`;
}

export function EventDestinations({ destinations }: Destinations): VNode {
  if (destinations.length === 0) return html`<p class="small soft">The seller has no destination.</p>`;
  return html`<ul class="plain">${destinations.map(
    ({ channelId, channelName, type, outcome, delivery }) =>
      html`<li key=${channelId}><strong>${channelName}</strong> <span class="small soft">${typeText(type)}</span><br /><${TextWithTimes} text=${outcome.text} />${delivery && html` <a class="small" href=${`${hrefOf('/trace')}?${new URLSearchParams({ id: delivery.deliveryId })}`}>Trace</a>`}</li>`,
  )}</ul>`;
}
