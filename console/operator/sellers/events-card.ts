import type { OperatorEvent } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { html } from '../../html.ts';
import { client } from '../api.ts';
import { EventRow } from '../deliveries/event-row.ts';
import { Paged } from '../parts/pages.ts';

/** What the seller was told, and what became of it. Why there is nothing, where there is nothing. */
export function EventsCard({ sellerId }: { sellerId: string }): VNode {
  const [none, setNone] = useState<string>();
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const query = { limit: 5, ...(nextToken && { nextToken }) };
    const answer = await client.listEventsOfSeller({ path: { sellerId }, query, signal });
    setNone(answer.none?.text);
    return { rows: answer.events, nextToken: answer.nextToken };
  };
  const content = (rows: readonly OperatorEvent[]) =>
    html`<ol class="entries" aria-label="Events">${rows.map((each) => html`<${EventRow} key=${each.eventId} event=${each} />`)}</ol>`;
  return html`<section>
    <h2>Events</h2>
    <${Paged} ask=${ask} inputs=${[sellerId]} content=${content} empty=${html`<p class="soft">${none ?? 'No event was made for the seller.'}</p>`} />
  </section>`;
}
