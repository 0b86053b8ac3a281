import type { VNode } from 'preact';
import { html } from '../html.ts';
import { isLoss, netText } from '../losses.ts';
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

/** A sentence about prices that lose money. Nothing where none does. */
export const Loss = ({ text }: { text: string | undefined }): VNode | null =>
  text ? html`<p class="loss"><${Icon} name="warning" />${text}</p>` : null;
