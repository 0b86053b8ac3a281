import type { OperatorDelivery } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { SelectField, TextField } from '../../components/field.ts';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import type { PageProps } from '../../page.ts';
import { hrefOf, setQuery } from '../../router.ts';
import { deliveryStates } from '../../states/delivery.ts';
import { stateOptions } from '../../states/state-words.ts';
import { client } from '../api.ts';
import { DeliveryRow } from '../deliveries/delivery-row.ts';
import { DestinationRow } from '../deliveries/destination-row.ts';
import { Paged } from '../parts/pages.ts';

const STATES = [
  ...(['PENDING', 'SENDING', 'DELIVERED', 'STORED', 'DEAD', 'EXPIRED'] as const),
  ...(['CANCELED', 'SUPERSEDED', 'FILTERED'] as const),
];
const states = [{ value: '', label: 'Any' }, ...stateOptions(deliveryStates)];

/** A time that a browser's field writes, as UTC. Undefined for text that is none. */
const isoOf = (text: string) => (Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString());

/** A destination and its deliveries, the newest first: the webhook of 10:32 is found by its time. */
export function Page({ params, query }: PageProps): VNode {
  const [destinationId = ''] = params;
  const sellerId = query.get('seller') ?? '';
  const state = STATES.find((each) => each === query.get('state'));
  const until = query.get('until') ?? '';
  const to = isoOf(until);
  const found = useLoad(
    (signal) => client.traceNotification({ query: { id: destinationId, ...(sellerId && { sellerId }) }, signal }),
    [destinationId, sellerId],
  );
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const answer = await client.listDeliveriesOfSellers({
      query: { destinationId, ...(state && { state }), ...(to && { to }), ...(nextToken && { nextToken }) },
      signal,
    });
    return { rows: answer.deliveries, nextToken: answer.nextToken };
  };
  const empty = html`<${PageState} state="empty" title="No delivery fits" hint="Clear a filter, or trace the event: it may have been left out by a filter of the destination." />`;
  const content = (rows: readonly OperatorDelivery[]) =>
    html`<ol class="entries" aria-label="Deliveries">${rows.map((each) => html`<${DeliveryRow} key=${each.deliveryId} delivery=${each} />`)}</ol>`;
  return html`<${PageHeading} title=${found.value?.destination?.channelName ?? 'Deliveries of a destination'} lead=${html`Destination <code>${destinationId}</code>${sellerId && html` of <a href=${hrefOf('/sellers', sellerId)}>${sellerId}</a>`}`} />
    ${shown(found, ({ destination }) => html`<ul class="entries" aria-label="The destination">${destination && html`<${DestinationRow} destination=${destination} isOwnPage />`}</ul>`, 2)}
    <h2>Deliveries</h2>
    <div class="row">
      <${SelectField} label="State" value=${state ?? ''} options=${states} onChange=${(value: string) => setQuery({ state: value })} />
      <${TextField} label="Queued until (your time)" type="datetime-local" value=${until} onInput=${(text: string) => setQuery({ until: text })} />
    </div>
    <${Paged} ask=${ask} inputs=${[destinationId, state, to]} content=${content} empty=${empty} />`;
}
