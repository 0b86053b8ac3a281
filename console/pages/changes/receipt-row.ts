import type { PriceChangeReceipt } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { html } from '../../html.ts';
import { marketplace, marketplaces } from '../../marketplace.ts';
import { ChangeNotice } from '../../price-changes/change-notice.ts';
import { ReceiptView } from '../../price-changes/receipt-view.ts';
import { canUndo } from '../../price-changes/receipt-words.ts';
import { undoOf, useChange } from '../../price-changes/use-change.ts';
import { useWhyNoChanges } from '../../price-changes/use-why-no-changes.ts';
import { hrefIn } from '../../router.ts';
import { Author } from './author.ts';

type ReceiptRowProps = { receipt: PriceChangeReceipt; isOfOneSku: boolean; onChanged: () => void };

/** One change, and its undo. The receipt of the undo becomes a row of its own. */
export function ReceiptRow({ receipt, isOfOneSku, onChanged }: ReceiptRowProps): VNode {
  const undo = useChange(onChanged);
  const why = useWhyNoChanges();
  const { MarketplaceId, SellerSKU } = receipt;
  const elsewhere = MarketplaceId === marketplace.value?.id ? undefined : MarketplaceId;
  const where = marketplaces.value.find(({ id }) => id === elsewhere)?.name ?? elsewhere;
  // The list is loaded again, and has the undo as a row of its own.
  const isDone = undo.receipt !== undefined && undo.receipt.State !== 'REJECTED';
  return html`<li class="card">
    <h2><a href=${hrefIn(MarketplaceId, '/listings', SellerSKU)}>${SellerSKU}</a>${where && html` <span class="soft small">${where}</span>`}</h2>
    <${ReceiptView} receipt=${receipt} isAmongItsOwn=${isOfOneSku} isBusy=${undo.isBusy} onUndo=${why || isDone ? undefined : () => undo.begin(undoOf(receipt))} />
    ${why && canUndo(receipt) && html`<p class="soft small">${why}</p>`}
    <${ChangeNotice} change=${undo} />
    ${undo.receipt?.State === 'REJECTED' && html`<${ReceiptView} receipt=${undo.receipt} isAmongItsOwn=${isOfOneSku} isBusy=${false} />`}
    <p class="soft small"><${Author} of=${receipt} /></p>
  </li>`;
}
