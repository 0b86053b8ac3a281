import type { BoxExplanation } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { CopyButton } from '../../components/copy-button.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';

type IdentityProps = {
  sku: string;
  box: BoxExplanation | undefined;
  /** Units in stock; undefined: not known yet. */
  stock: number | undefined;
};

/** What the listing is, and the other pages about it. */
export function Identity({ sku, box, stock }: IdentityProps): VNode {
  const about = (path: string) => `${hrefOf(path)}?sku=${encodeURIComponent(sku)}`;
  return html`<span class="identity">
    <span>SKU <code>${sku}</code> <${CopyButton} text=${sku} of=${`SKU ${sku}`} /></span>
    ${box && html`<span>Item <code>${box.storeItemId}</code></span><span>${box.ItemCondition}</span><span>${channelText(box.Offer.FulfillmentChannel)}</span>`}
    ${stock !== undefined && html`<span>${numberText(stock)} in stock</span>`}
    <a href=${about('/fees')}>Fees</a>
    <a href=${about('/what-if')}>What if</a>
    <a href=${about('/changes')}>Changes</a>
    <a href=${about('/events')}>Events</a>
  </span>`;
}

const channelText = (channel: string): string =>
  channel === 'FS' ? 'Fulfilled by the store (FS)' : 'Shipped by the seller';
