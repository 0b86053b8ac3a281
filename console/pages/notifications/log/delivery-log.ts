import type { Deliveries, Delivery, Destination, GetDeliveriesData } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../../api.ts';
import { Badge } from '../../../components/badge.ts';
import { PageState } from '../../../components/page-state.ts';
import { Time } from '../../../components/time.ts';
import { html } from '../../../html.ts';
import { type Loaded, useLoad } from '../../../load.ts';
import { setQuery } from '../../../router.ts';
import { kept } from '../poll.ts';
import { kindName, stateReason, stateWords } from '../words.ts';

type DeliveryLogProps = {
  destination: Destination;
  /** Only these; empty: all. */
  state: string;
  /** The newest of all states, followed by the page: when they change, the log asks again. */
  newest: readonly Delivery[];
};

type State = (GetDeliveriesData['query'] & object)['state'] & string;
const PAGE = 50;

/** Everything that was queued for a destination, the newest first. */
export function DeliveryLog({ destination, state, newest }: DeliveryLogProps): VNode {
  const { channelId, type } = destination;
  const [pages, setPages] = useState(1);
  const mark = newest.map((one) => `${one.deliveryId}${one.state}${one.attemptCount}`).join();
  const loaded: Loaded<Deliveries> = useLoad(
    (signal) => loadPages(channelId, state as State | '', pages, signal),
    [channelId, state, pages],
  );
  useEffect(() => {
    if (!loaded.isLoading) loaded.reload();
  }, [mark]);
  const choose = (event: Event) => {
    setPages(1);
    setQuery({ state: (event.currentTarget as HTMLSelectElement).value });
  };
  return html`<div class="log-head">
      <h2 class="log-title">Delivery log</h2>
      <select class="log-filter" aria-label="Show deliveries" value=${state} onChange=${choose}>
        <option value="">All</option>
        ${Object.entries(stateWords).map(([value, { name }]) => html`<option key=${value} value=${value}>${name}</option>`)}
      </select>
    </div>
    ${kept(
      loaded,
      ({ deliveries, nextToken }) =>
        deliveries.length === 0
          ? html`<${PageState} state="empty" title=${state ? 'Nothing in this state' : 'Nothing was sent yet'} hint=${state ? 'The log is kept for 30 days.' : 'Send a test, or wait for the first event.'} />`
          : html`<${LogTable} type=${type} deliveries=${deliveries} />${nextToken && html`<p><button type="button" onClick=${() => setPages(pages + 1)}>Show older</button></p>`}`,
      6,
    )}`;
}

async function loadPages(
  channelId: string,
  state: State | '',
  pages: number,
  signal: AbortSignal,
): Promise<Deliveries> {
  let token: string | undefined;
  const deliveries: Delivery[] = [];
  for (let page = 0; page < pages && (page === 0 || token !== undefined); page += 1) {
    const query = { limit: PAGE, ...(state ? { state } : {}), ...(token ? { nextToken: token } : {}) };
    const answer = await client.getDeliveries({ path: { channelId }, query, signal });
    deliveries.push(...answer.deliveries);
    token = answer.nextToken;
  }
  return { deliveries, ...(token === undefined ? {} : { nextToken: token }) };
}

function LogTable({ deliveries, type }: { deliveries: readonly Delivery[]; type: string }): VNode {
  return html`<div class="table log" role="region" aria-label="Deliveries" tabindex="0"><table>
    <thead><tr><th scope="col">Event</th><th scope="col">State</th><th scope="col" class="number">Attempts</th></tr></thead>
    <tbody>${deliveries.map((delivery) => html`<${LogRow} key=${delivery.deliveryId} delivery=${delivery} type=${type} />`)}</tbody>
  </table></div>`;
}

function LogRow({ delivery, type }: { delivery: Delivery; type: string }): VNode {
  const { deliveryId, eventType, state, attemptCount, createdTime, nextAttemptTime } = delivery;
  const { name, tone } = stateWords[state] ?? { name: state, tone: 'neutral' };
  const reason = stateReason(delivery, type);
  return html`<tr>
    <th scope="row"><button type="button" class="link" onClick=${() => setQuery({ delivery: deliveryId })}>${kindName(eventType)}</button><span class="soft small"><${Time} at=${createdTime} isFocusable=${false} /></span></th>
    <td><${Badge} tone=${tone}>${name}<//>${reason && html` <span class="soft small">${reason}${type !== 'PULL' && nextAttemptTime && state === 'PENDING' && html`, at <${Time} at=${nextAttemptTime} parts="time" isFocusable=${false} />`}</span>`}</td>
    <td class="number">${attemptCount}</td>
  </tr>`;
}
