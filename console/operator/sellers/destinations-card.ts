import type { OperatorDestination } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { html } from '../../html.ts';
import { client } from '../api.ts';
import { DestinationRow } from '../deliveries/destination-row.ts';
import { Paged } from '../parts/pages.ts';

/** Where the seller wants notifications, and whether that works. */
export function DestinationsCard({ sellerId }: { sellerId: string }): VNode {
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const query = { sellerId, ...(nextToken && { nextToken }) };
    const answer = await client.listDestinationsOfSellers({ query, signal });
    return { rows: answer.destinations, nextToken: answer.nextToken };
  };
  const content = (rows: readonly OperatorDestination[]) =>
    html`<ul class="entries beside" aria-label="Destinations">${rows.map((each) => html`<${DestinationRow} key=${each.channelId} destination=${each} isOfSeller />`)}</ul>`;
  return html`<section>
    <h2>Destinations</h2>
    <${Paged} ask=${ask} inputs=${[sellerId]} content=${content} empty=${html`<p class="soft">The seller has no destination: it pulls nothing, and gets no webhook or message.</p>`} />
  </section>`;
}
