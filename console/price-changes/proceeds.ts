import type { Money } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { moneyText } from '../components/money.ts';
import { html } from '../html.ts';
import { isLoss } from '../losses.ts';

/** After the net: what is left of it after the cost. Nothing where no cost is known. */
export function Profit({ of }: { of: Money | undefined }): VNode | null {
  if (!of) return null;
  return isLoss(of)
    ? html`, <span class="loss">below cost by ${moneyText({ ...of, Amount: -of.Amount })}</span>`
    : html`, profit ${moneyText(of)}`;
}
