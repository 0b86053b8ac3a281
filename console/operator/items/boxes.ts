import type { OperatorItem } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Money } from '../../components/money.ts';
import { TextWithTimes } from '../../components/text-with-times.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';

/** Each buy box of the item: who holds it, at which price, and why. */
export const Boxes = ({ item: { BuyBoxes, OffersOnSale, Record } }: { item: OperatorItem }): VNode =>
  html`<section class="card">
      <h2>${BuyBoxes.length === 1 ? 'The buy box' : 'Buy boxes'}</h2>
      ${BuyBoxes.length === 0 && html`<p class="soft">The item has none: nothing of it is on sale.</p>`}
      <ul class="plain">${BuyBoxes.map(
        ({
          ItemCondition,
          CustomerType,
          offerType,
          EligibleOffers,
          Holder,
          Explanation,
        }) => html`<li key=${`${ItemCondition} ${CustomerType} ${offerType}`}>
          <strong>${ItemCondition}, ${CustomerType === 'Business' ? `business buyers (${offerType})` : 'consumers'}</strong>:
          ${Holder ? html` <a href=${hrefOf('/sellers', Holder.SellerId)}>${Holder.SellerName ?? Holder.SellerId}</a> with SKU <code>${Holder.SellerSKU}</code> at <strong><${Money} of=${Holder.LandedPrice} /></strong>.` : ' nobody holds it.'}
          <br /><span class="small soft"><${TextWithTimes} text=${Explanation} /> ${numberText(EligibleOffers)} eligible ${EligibleOffers === 1 ? 'offer' : 'offers'}.</span>
        </li>`,
      )}</ul>
      <details class="small"><summary>${numberText(OffersOnSale)} ${OffersOnSale === 1 ? 'offer' : 'offers'} on sale; the record of the item</summary><pre class="wrapped"><code>${JSON.stringify(Record, null, 2)}</code></pre></details>
    </section>`;
