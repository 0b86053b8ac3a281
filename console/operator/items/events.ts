import type { OperatorItemEvent } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { PageState } from '../../components/page-state.ts';
import { Time } from '../../components/time.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { client } from '../api.ts';
import { Paged } from '../parts/pages.ts';

/** What sellers were told about the item, and which. */
export function ItemEvents({ marketplaceId, storeItemId }: { marketplaceId: string; storeItemId: string }): VNode {
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const query = { MarketplaceId: marketplaceId, ...(nextToken && { nextToken }) };
    const answer = await client.getItemEvents({ path: { storeItemId }, query, signal });
    return { rows: answer.events, nextToken: answer.nextToken };
  };
  const content = (rows: readonly OperatorItemEvent[]) =>
    html`<ol class="entries" aria-label="Events">${rows.map((event) => html`<${Event} key=${`${event.revision} ${event.kind}`} event=${event} />`)}</ol>`;
  const empty = html`<${PageState} state="empty" title="Nobody was told anything" hint="Events begin when a seller of the item receives them." />`;
  return html`<${Paged} ask=${ask} inputs=${[marketplaceId, storeItemId]} content=${content} empty=${empty} />`;
}

function Event({ event }: { event: OperatorItemEvent }): VNode {
  const { revision, time, kind, receivers, hasMoreReceivers } = event;
  return html`<li class="card entry">
    <div class="entry-head"><strong>${kind}</strong><span class="small soft">revision ${numberText(revision)}</span><span class="entry-time small soft"><${Time} at=${time} /></span></div>
    <ul class="plain small">${receivers.map(
      ({ sellerId, sellerName, sequence, notificationId }) =>
        html`<li key=${sellerId}><a title=${sellerId} href=${hrefOf('/sellers', sellerId)}>${sellerName ?? sellerId}</a> <span class="soft">number ${numberText(sequence)}</span> <a href=${`${hrefOf('/trace')}?${new URLSearchParams({ id: notificationId, seller: sellerId })}`}>Trace</a></li>`,
    )}</ul>
    ${hasMoreReceivers && html`<p class="small soft">And more sellers.</p>`}
  </li>`;
}
