import type { BoxExplanation } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { Icon } from '../../components/icon.ts';
import { Money, moneyText } from '../../components/money.ts';
import { Loss } from '../../components/net.ts';
import { html } from '../../html.ts';
import { isLoss, losesMoney, lossText } from '../../losses.ts';
import type { SellerName } from '../../seller-name.ts';
import { useSellerNames } from '../../seller-names.ts';
import { gateWords } from './gate-words.ts';
import { nameOf, rivalsIn } from './standing.ts';

type VerdictProps = {
  /** The present terms. */
  box: BoxExplanation;
  /** The last answer about the tried ones. */
  answer: BoxExplanation;
  isChanged: boolean;
  /** The next answer is on its way. */
  isStale: boolean;
};

/** Whether the price wins, and its net. Screen readers hear it when the answer is there, not while the thumb moves. */
export function Verdict({ box, answer, isChanged, isStale }: VerdictProps): VNode {
  const { IsBuyBoxWinner: wins, Offer } = answer;
  const { Net, Profit, TotalFees, Reason } = Offer.AfterFees;
  const seller = useSellerNames(rivalsIn(answer));
  // A price that loses money is never shown as a good one.
  const isGood = wins && !losesMoney(Offer.AfterFees);
  return html`<div class="verdict" data-wins=${String(isGood)} role="status" aria-busy=${String(isStale)}>
    <p class="verdict-word"><${Icon} name=${isGood ? 'check' : wins ? 'warning' : 'close'} /><strong>${moneyText(Offer.ListingPrice)} ${wins ? 'wins the buy box' : 'does not win'}</strong></p>
    <p class="soft">${reasonOf(answer, seller)}</p>
    <dl>
      <div><dt>Net</dt><dd><strong class=${isLoss(Net) ? 'loss' : ''}><${Money} of=${Net} /></strong></dd></div>
      ${Profit && html`<div><dt>Profit</dt><dd><strong class=${isLoss(Profit) ? 'loss' : ''}><${Money} of=${Profit} /></strong></dd></div>`}
      <div><dt>Fees</dt><dd><${Money} of=${TotalFees} /></dd></div>
      ${isChanged && html`<div><dt>Against now</dt><dd>${difference(answer, box)}</dd></div>`}
    </dl>
    <${Loss} text=${lossText({ own: Offer.AfterFees }, (amount) => moneyText(amount))} />
    ${Reason && html`<p class="soft small">${Reason}</p>`}
  </div>`;
}

function difference(answer: BoxExplanation, box: BoxExplanation): VNode | string {
  const [then, now] = [answer.Offer.AfterFees.Net?.Amount, box.Offer.AfterFees.Net?.Amount];
  return then === undefined || now === undefined ? '–' : html`<${Money} of=${then - now} isSigned />`;
}

function reasonOf(answer: BoxExplanation, seller: SellerName): string {
  const { IsBuyBoxWinner, Gates, Holder, RunnerUp, Rank, EligibleOffers } = answer;
  const failed = Gates.filter(({ Passed }) => !Passed);
  const write = { money: moneyText, time: (at: string) => at };
  if (failed.length > 0)
    return `Missing: ${failed.map((gate) => gateWords(gate, write).label.toLowerCase()).join(', ')}.`;
  if (IsBuyBoxWinner)
    return RunnerUp
      ? `Next is ${nameOf(RunnerUp, seller)} with ${moneyText(RunnerUp.LandedPrice)}.`
      : 'Nobody else competes.';
  const place = Rank === undefined ? '' : ` You would be ${Rank} of ${EligibleOffers}.`;
  return Holder ? `${nameOf(Holder, seller)} asks ${moneyText(Holder.LandedPrice)} with shipping.${place}` : '';
}
