import type { BoxExplanation, Money } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { client } from '../api.ts';
import { moneyText } from '../components/money.ts';
import { Proceeds } from '../components/net.ts';
import { WriteButton } from '../components/write-button.ts';
import { html } from '../html.ts';
import { losesMoney, type Proceeds as ProceedsOf } from '../losses.ts';
import { ChangeNotice } from './change-notice.ts';
import { needsConfirmation } from './confirmation.ts';
import { WaitingNote } from './outcomes/waiting-note.ts';
import { ReceiptView } from './receipt-view.ts';
import { type ChangeRequest, undoOf, useChange } from './use-change.ts';
import { useWhyNoChanges } from './use-why-no-changes.ts';

type AfterFees = ProceedsOf<Money>;

/** What would change; a price or charge that stays is absent. */
type WantedPrice = { readonly price?: Money | undefined; readonly shipping?: Money | undefined };

type UsePriceProps = {
  /** The listing as it is. */
  box: BoxExplanation;
  /** Undefined: there is no other price to use. */
  wanted: WantedPrice | undefined;
  /** The net of one sale with it. */
  after: AfterFees | undefined;
  /** The terms are other ones now. */
  onChanged: () => void;
};

/** Changes the terms of the listing, and shows the receipt in the same place. */
export function UsePrice({ box, wanted, after, onChanged }: UsePriceProps): VNode | null {
  const change = useChange(onChanged);
  const why = useWhyNoChanges();
  const { receipt, isBusy } = change;
  if (!wanted && !receipt) return null;
  if (why) return html`<p class="soft small">${why}</p>`;
  const isAsked = receipt !== undefined && needsConfirmation(receipt);
  return html`<div class="price-change">
    ${wanted && !isAsked && html`<${Offered} wanted=${wanted} after=${after} isBusy=${isBusy} onUse=${() => change.begin(requestOf(box, wanted))} />`}
    <${ChangeNotice} change=${change} />
    ${receipt && !isAsked && html`<${ReceiptView} receipt=${receipt} isBusy=${isBusy} onUndo=${() => change.begin(undoOf(receipt))} />`}
    <${WaitingNote} of=${change.outcomes} />
  </div>`;
}

type OfferedProps = { wanted: WantedPrice; after: AfterFees | undefined; isBusy: boolean; onUse: () => void };

/** The button is the page's main one only where the price loses no money. */
function Offered({ wanted: { price, shipping }, after, isBusy, onUse }: OfferedProps): VNode {
  const loses = losesMoney(after);
  const words = [price && moneyText(price), shipping && `${moneyText(shipping)} shipping`].filter(Boolean).join(' + ');
  return html`<p class="use-price">
    <${WriteButton} type="button" class=${loses ? undefined : 'main'} disabled=${isBusy} onClick=${onUse}>${isBusy ? 'One moment …' : 'Use this price'}<//>
    <span><strong>${words}</strong> <span class="soft"><${Proceeds} of=${after} /></span></span>
  </p>`;
}

/** Only on the terms that the page shows: whoever changed them meanwhile is not overruled. */
function requestOf({ MarketplaceId, SellerSKU, CustomerType, TermsRevision }: BoxExplanation, wanted: WantedPrice) {
  const { price, shipping } = wanted;
  const body = {
    MarketplaceId,
    CustomerType: CustomerType as 'Consumer' | 'Business',
    SellerSKUs: [SellerSKU],
    IfTermsRevision: TermsRevision,
    ...(price && { strategy: { type: 'setTo' as const, price } }),
    ...(shipping && { terms: { Shipping: shipping } }),
  };
  return {
    about: body,
    send: async (confirm, headers) => {
      const { payload } = await client.changePrices({ body: { ...body, ...confirm }, headers });
      const [receipt] = payload.Receipts;
      if (!receipt) throw new Error('The service answered without a receipt');
      return receipt;
    },
  } satisfies ChangeRequest;
}
