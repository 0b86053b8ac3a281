import type { Money } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { moneyText } from '../components/money.ts';
import { html } from '../html.ts';
import { isLoss } from '../losses.ts';

/** What one sale brings: after fees, and after the cost where one is set and the reader may see it. */
export type AfterFees = { readonly Net?: Money; readonly Profit?: Money };

/** Whether each sale would cost more than it brings, fees and the known cost counted. */
export const losesMoney = (after: AfterFees | undefined): boolean => isLoss(after?.Net) || isLoss(after?.Profit);

/** After the net: what is left of it after the cost. Nothing where no cost is known. */
export function Profit({ of }: { of: Money | undefined }): VNode | null {
  if (!of) return null;
  return isLoss(of)
    ? html`, <span class="loss">below cost by ${moneyText({ ...of, Amount: -of.Amount })}</span>`
    : html`, profit ${moneyText(of)}`;
}
