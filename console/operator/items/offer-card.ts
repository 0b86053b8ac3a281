import type { GateVerdict, ItemOffer } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Icon } from '../../components/icon.ts';
import { Money } from '../../components/money.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { TextWithTimes } from '../../components/text-with-times.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { listingStates } from '../../states/listing.ts';
import { gateName } from './gate-names.ts';

const channels: Readonly<Record<string, string>> = { FS: 'fulfilled by the store', SELLER: 'shipped by the seller' };

/** An offer: what it asks, whether it holds the buy box, and which gates keep it out. */
export function OfferCard({ offer }: { offer: ItemOffer }): VNode {
  const { SellerId, SellerName, SellerSKU, ItemCondition, SubCondition, FulfillmentChannel, LandedPrice } = offer;
  const { ListingPrice, Quantity, Explanation, Gates, WinningPrice } = offer;
  const failed = Gates.filter(({ Passed }) => !Passed);
  return html`<li class="card offer">
    <div class="entry-head">
      <strong><a href=${hrefOf('/sellers', SellerId)}>${SellerName ?? SellerId}</a></strong>
      <${State} offer=${offer} failed=${failed.length} />
      <span class="entry-time"><${Money} of=${LandedPrice ?? ListingPrice} /></span>
    </div>
    <p class="small soft">${SellerName && html`<code>${SellerId}</code> · `}SKU <code>${SellerSKU}</code> · ${ItemCondition}${SubCondition !== ItemCondition && `, ${SubCondition}`} · ${channels[FulfillmentChannel] ?? FulfillmentChannel} · ${numberText(Quantity)} in stock</p>
    ${failed.length === 0 && html`<p><${TextWithTimes} text=${Explanation} /></p>`}
    ${failed.length > 0 && html`<ul class="gates">${failed.map((gate) => html`<${Gate} key=${gate.Name} gate=${gate} />`)}</ul>`}
    ${WinningPrice.ListingPrice && !offer.IsBuyBoxWinner && html`<p class="small">Would win with a listing price of at most <strong><${Money} of=${WinningPrice.ListingPrice} /></strong>.</p>`}
    <details class="small"><summary>${Gates.length} gates, ${Gates.length - failed.length} passed</summary><ul class="gates">${Gates.map((gate) => html`<${Gate} key=${gate.Name} gate=${gate} />`)}</ul></details>
  </li>`;
}

function State({ offer, failed }: { offer: ItemOffer; failed: number }): VNode {
  if (offer.IsBuyBoxWinner) return html`<${StateBadge} of=${listingStates} state="winning" />`;
  if (offer.IsEligible) return html`<${StateBadge} of=${listingStates} state="losing" />`;
  return html`<${StateBadge} of=${listingStates} state="unhealthy" /><span class="small soft">fails ${failed} ${failed === 1 ? 'gate' : 'gates'}</span>`;
}

const Gate = ({
  gate: { Name, Passed, Explanation },
}: {
  gate: GateVerdict;
}): VNode => html`<li class="gate" data-passed=${String(Passed)}>
  <${Icon} name=${Passed ? 'check' : 'close'} />
  <span><span class="hidden">${Passed ? 'Passes: ' : 'Fails: '}</span><strong>${gateName(Name)}</strong> <span class="soft"><${TextWithTimes} text=${Explanation} /></span></span>
</li>`;
