import { ApiError, type PriceChangeReceipt } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { priceChangeStates } from '../../states/price-change.ts';
import { wordsIn } from '../../states/state-words.ts';
import { needsConfirmation } from '../confirmation.ts';
import { errorText } from '../error-text.ts';
import { useOutcomes } from '../outcomes/use-outcomes.ts';
import { WaitingNote } from '../outcomes/waiting-note.ts';
import { OutcomeList } from './outcome-list.ts';
import { countedStates } from './review-rows.ts';
import type { Applying } from './use-apply.ts';

type ApplyResultProps = {
  applying: Applying;
  /** Sends those again that the service asks about. */
  onConfirm: (skus: readonly string[]) => void;
};

/** Progress, then how many are in each state, and what became of each. */
export function ApplyResult({ applying, onConfirm }: ApplyResultProps): VNode {
  const { isBusy, error, total, goOn } = applying;
  const outcomes = useOutcomes(applying.receipts, () => {});
  const { receipts } = outcomes;
  const far = receipts.filter(needsConfirmation);
  const done = `${numberText(receipts.length)} of ${numberText(total)}`;
  return html`<div class="receipt" role="status">
    ${(isBusy || error !== undefined) && html`<p class="what-if-progress"><progress aria-label="Listings changed" value=${receipts.length} max=${total}></progress> <span class="soft">${done}</span></p>`}
    ${error !== undefined && html`<p class="field-error" role="alert">${errorText(error instanceof ApiError ? error : undefined)} <button type="button" class="link" onClick=${goOn}>Go on</button></p>`}
    <p>${countedStates(receipts).map(([state, count]) => {
      const { label, tone } = wordsIn(priceChangeStates, state);
      return html`<${Badge} key=${state} tone=${tone}>${label}: ${numberText(count)}<//> `;
    })}</p>
    ${!isBusy && far.length > 0 && html`<p class="use-price"><span>${listings(far.length)} would get a price far from the present one.</span> <button type="button" onClick=${() => onConfirm(skusOf(far))}>Apply anyway to ${listings(far.length)}</button></p>`}
    <${WaitingNote} of=${outcomes} />
  </div>
  ${receipts.length > 0 && html`<${OutcomeList} receipts=${receipts} />`}
  ${!isBusy && html`<p><a href=${hrefOf('/changes')}>All changes, with undo</a></p>`}`;
}

const skusOf = (receipts: readonly PriceChangeReceipt[]) => receipts.map(({ SellerSKU }) => SellerSKU);

export const listings = (count: number): string => `${numberText(count)} ${count === 1 ? 'listing' : 'listings'}`;
