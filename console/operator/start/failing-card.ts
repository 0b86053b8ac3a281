import type { VNode } from 'preact';
import { TextWithTimes } from '../../components/text-with-times.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { hrefOf } from '../../router.ts';
import { client } from '../api.ts';

const SHOWN = 4;

/** Destinations that fail, and why. */
export function FailingCard(): VNode {
  const failing = useLoad(
    (signal) =>
      client.listDestinationsOfSellers({ query: { failingSince: new Date(0).toISOString(), limit: SHOWN }, signal }),
    [],
  );
  return html`<section class="card">
    <div class="card-head"><h2>Destinations that fail</h2><a class="small" href=${hrefOf('/deliveries')}>All deliveries</a></div>
    ${shown(
      failing,
      ({ destinations, nextToken }) =>
        destinations.length === 0
          ? html`<p class="soft">None.</p>`
          : html`<ul class="plain">${destinations.map(
              ({ channelId, sellerId, sellerName, channelName, failingSince, lastFailure }) =>
                html`<li key=${channelId}><strong><a href=${`${hrefOf('/deliveries/of', channelId)}?${new URLSearchParams({ seller: sellerId })}`}>${channelName}</a></strong> of <a href=${hrefOf('/sellers', sellerId)} title=${sellerId}>${sellerName ?? sellerId}</a> <span class="small soft">since <${Time} at=${failingSince} /></span>${lastFailure && html`<br /><span class="small"><${TextWithTimes} text=${lastFailure.cause} /></span>`}</li>`,
            )}</ul>${nextToken !== undefined && html`<p class="small soft">There are more.</p>`}`,
      SHOWN,
    )}
  </section>`;
}
