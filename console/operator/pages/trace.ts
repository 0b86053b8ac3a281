import type { NotificationTrace } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { TextWithTimes } from '../../components/text-with-times.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import type { PageProps } from '../../page.ts';
import { hrefOf } from '../../router.ts';
import { client } from '../api.ts';
import { DeliveryRow } from '../deliveries/delivery-row.ts';
import { DestinationRow } from '../deliveries/destination-row.ts';
import { EventDestinations } from '../deliveries/event-row.ts';
import { TraceBox } from '../deliveries/trace-box.ts';

/** From an id to its cause: the change, the event, and what became of it at each destination. */
export function Page({ query }: PageProps): VNode {
  const id = (query.get('id') ?? '').trim();
  const sellerId = query.get('seller') ?? undefined;
  return html`<${PageHeading} title="Trace" lead="From a delivery, an event or a destination to what caused it, and what it waits for." />
    <${TraceBox} key=${id} id=${id} />
    ${id === '' ? html`<${PageState} state="empty" title="Which notification?" hint="Sellers find these ids in their log, in webhook headers and in their own logs." action=${html`<a href=${hrefOf('/deliveries')}>Destinations that fail</a>`} />` : html`<${Traced} id=${id} sellerId=${sellerId} />`}`;
}

function Traced({ id, sellerId }: { id: string; sellerId: string | undefined }): VNode {
  const trace = useLoad(
    (signal) => client.traceNotification({ query: { id, ...(sellerId && { sellerId }) }, signal }),
    [id, sellerId],
  );
  return shown(trace, (found) => html`<${Found} trace=${found} />`);
}

function Found({ trace }: { trace: NotificationTrace }): VNode {
  const { sellerId, outcome, steps, event, deliveries, destination } = trace;
  return html`<div>
    <section class="card">
      <h2>${outcome ? html`<${TextWithTimes} text=${outcome.text} />` : 'What became of it'}</h2>
      <p class="small soft">Seller <a href=${hrefOf('/sellers', sellerId)}>${sellerId}</a> ${outcome && html`<code>${outcome.code}</code>`}</p>
      <ol class="steps">${steps.map(({ step, time, text }) => html`<li key=${`${step} ${time} ${text}`}><span class="small soft">${time === undefined ? '' : html`<${Time} at=${time} />`}</span> <span><${TextWithTimes} text=${text} /></span></li>`)}</ol>
    </section>
    ${event && html`<section class="card"><h2>At each destination of the seller</h2><${EventDestinations} destinations=${event.destinations} /></section>`}
    ${destination && html`<section><h2>The destination</h2><ul class="entries"><${DestinationRow} destination=${destination} /></ul></section>`}
    ${deliveries.length > 0 && html`<section><h2>Deliveries</h2><ol class="entries">${deliveries.map((each) => html`<${DeliveryRow} key=${each.deliveryId} delivery=${each} isOpen />`)}</ol></section>`}
  </div>`;
}
