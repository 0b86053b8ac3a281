import type { PriceChangeReceipt } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { Badge } from '../components/badge.ts';
import { moneyText } from '../components/money.ts';
import { Proceeds } from '../components/net.ts';
import { Time } from '../components/time.ts';
import { WriteButton } from '../components/write-button.ts';
import { html } from '../html.ts';
import { hrefOf } from '../router.ts';
import { priceChangeStates } from '../states/price-change.ts';
import { wordsIn } from '../states/state-words.ts';
import { canUndo, changedTermsText, outcomeText } from './receipt-words.ts';

type ReceiptViewProps = {
  receipt: PriceChangeReceipt;
  isBusy: boolean;
  /** Undefined: who reads it may not undo it. */
  onUndo?: (() => void) | undefined;
  /** Where all receipts are of this listing: there is nothing to link to. */
  isAmongItsOwn?: boolean;
};

/** What became of a change, where it was made. */
export function ReceiptView({ receipt, isBusy, onUndo, isAmongItsOwn = false }: ReceiptViewProps): VNode {
  const { State, SellerSKU, TermsRevision, Asked, CreatedTime, SettledTime, Result } = receipt;
  const { label, tone } = wordsIn(priceChangeStates, State);
  const isInForce = State === 'APPLIED';
  return html`<div class="receipt" role="status">
    <p><${Badge} tone=${tone}>${Asked.UndoOf && isInForce ? 'Undone' : label}<//> <strong>${changedTermsText(receipt, moneyText)}</strong> ${isInForce && html`<span class="soft"><${Proceeds} of=${Result?.AfterFees} /></span>`}</p>
    <p>${outcomeText(receipt)}</p>
    <p class="soft small"><${Time} at=${SettledTime ?? CreatedTime} />${TermsRevision !== undefined && ` · revision ${TermsRevision} of the terms`}${!isAmongItsOwn && html` · <a class="all-of-sku" href=${`${hrefOf('/changes')}?sku=${encodeURIComponent(SellerSKU)}`}>All changes of ${SellerSKU}</a>`}</p>
    ${onUndo && canUndo(receipt) && html`<${WriteButton} type="button" disabled=${isBusy} onClick=${onUndo}>Undo<//>`}
  </div>`;
}
