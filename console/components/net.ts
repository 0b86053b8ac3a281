import type { VNode } from 'preact';
import { html } from '../html.ts';
import { isLoss, netText, type Proceeds as ProceedsOf, profitText } from '../losses.ts';
import { Icon } from './icon.ts';
import { type Amount, moneyText } from './money.ts';

/** The net of a sale after fees, marked where it is a loss: by the word and the colour. Nothing where the net is not known. */
export function Net({ of }: { of: Amount | undefined }): VNode | null {
  if (!of) return null;
  const text = netText(of, (amount) => moneyText(amount));
  return isLoss(of)
    ? html`<span class="loss" title="Fees are more than one sale brings">${text}</span>`
    : html`<span title="What one sale brings after fees">${text}</span>`;
}

/** What is left of the net after the cost. Nothing where no cost is known to the reader. */
export const Profit = ({ of }: { of: Amount | undefined }): VNode | null =>
  of
    ? html`<span class=${isLoss(of) && 'loss'} title="What one sale brings after fees and its cost">${profitText(of, (amount) => moneyText(amount))}</span>`
    : null;

/** The net and, where it is known, the profit. */
export const Proceeds = ({ of }: { of: ProceedsOf<Amount> | undefined }): VNode =>
  html`<${Net} of=${of?.Net} />${of?.Profit && html`, <${Profit} of=${of.Profit} />`}`;

/** A sentence about prices that lose money. Nothing where none does. */
export const Loss = ({ text }: { text: string | undefined }): VNode | null =>
  text ? html`<p class="loss"><${Icon} name="warning" />${text}</p>` : null;
