import { ApiError } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { moneyText } from '../components/money.ts';
import { percentText } from '../formats.ts';
import { html } from '../html.ts';
import { confirmationQuestion, needsConfirmation } from './confirmation.ts';
import { errorText } from './error-text.ts';
import type { Change } from './use-change.ts';

const write = { money: (amount: Parameters<typeof moneyText>[0]) => moneyText(amount), percent: percentText };

/** What stands between the click and its receipt: a failure in plain words, or the question whether the seller means it. */
export function ChangeNotice({ change }: { change: Change }): VNode | null {
  const { error, receipt, isBusy, repeat, clear } = change;
  if (error !== undefined)
    return html`<p class="field-error" role="alert">${errorText(error instanceof ApiError ? error : undefined)} <button type="button" class="link" disabled=${isBusy} onClick=${() => repeat()}>Try again</button></p>`;
  if (!receipt?.Rejection || !needsConfirmation(receipt)) return null;
  return html`<div class="use-price" role="alert">
    <span>${confirmationQuestion(receipt.Rejection, write)}</span>
    <button type="button" disabled=${isBusy} onClick=${() => repeat({ Confirm: true })}>Use it anyway</button>
    <button type="button" class="link" onClick=${clear}>Keep the present price</button>
  </div>`;
}
