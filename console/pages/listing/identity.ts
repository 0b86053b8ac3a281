import type { BoxExplanation } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';

/** What the listing is, and the other pages about it. */
export function Identity({ sku, box }: { sku: string; box: BoxExplanation | undefined }): VNode {
  const about = (path: string) => `${hrefOf(path)}?sku=${encodeURIComponent(sku)}`;
  return html`<span class="identity">
    <span>SKU <code>${sku}</code></span>
    ${box && html`<span>Item <code>${box.storeItemId}</code></span><span>${box.ItemCondition}</span><span>${channelText(box.Offer.FulfillmentChannel)}</span>`}
    <a href=${about('/fees')}>Fees</a>
    <a href=${about('/what-if')}>What if</a>
    <a href=${about('/events')}>Events</a>
  </span>`;
}

const channelText = (channel: string): string =>
  channel === 'FS' ? 'Fulfilled by the store (FS)' : 'Shipped by the seller';
