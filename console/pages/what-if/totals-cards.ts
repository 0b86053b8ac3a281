import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { moneyText } from '../../components/money.ts';
import { html } from '../../html.ts';
import { isApplied, type Outcome, outcomeOf } from './outcome.ts';
import { type Totals, totalsOf } from './totals.ts';

/** The answer in four figures. Each sum is of one unit of each listing. */
export function TotalsCards({ outcomes, currency }: { outcomes: readonly Outcome[]; currency: string }): VNode {
  const totals = useMemo(() => totalsOf(outcomes, currency), [outcomes, currency]);
  const { listings, winsNow, wouldWin, winnersNet, newWinnersNet, net, newNet, newPrices, netUnknown } = totals;
  const gained = wouldWin - winsNow;
  return html`<p class="hidden" role="status">${wouldWin} of ${listings} would win the buy box, now ${winsNow}.</p>
    <dl class="cards what-if-totals">
      <${Figure} label="Would win the buy box" value=${`${wouldWin.toLocaleString()} of ${listings.toLocaleString()}`} tone=${toneOf(gained)}>Now ${winsNow.toLocaleString()}${gained !== 0 && html` <strong>${signed(gained)}</strong>`}<//>
      <${Figure} label="Left by one sale of each winner" value=${moneyText(newWinnersNet)}>Now ${moneyText(winnersNet)}<//>
      <${Figure} label="Left by one sale of each listing" value=${moneyText(newNet)}>Now ${moneyText(net)}${netUnknown > 0 && `, without ${netUnknown} whose fees are unknown`}<//>
      <${Figure} label="Get a new price" value=${newPrices.toLocaleString()}>${keptText(totals)}<//>
    </dl>
    <p class="soft small">Each listing is judged as if it alone changed. Your prices stay as they are.</p>`;
}

type FigureProps = { label: string; value: string; tone?: string | undefined; children?: ComponentChildren };

const Figure = ({ label, value, tone, children }: FigureProps): VNode => html`<div class="card">
  <dt>${label}</dt><dd class="what-if-figure">${value}</dd><dd class="soft" data-tone=${tone}>${children}</dd>
</div>`;

const toneOf = (gained: number) => (gained > 0 ? 'good' : gained < 0 ? 'bad' : undefined);

const signed = (count: number) => (count > 0 ? `+${count.toLocaleString()}` : `−${(-count).toLocaleString()}`);

function keptText({ keepPrice, byOutcome }: Totals): string {
  if (keepPrice === 0) return 'None keeps its price';
  const reasons = [...byOutcome]
    .filter(([status]) => !isApplied({ status }) && status !== 'INVALID_SKU')
    .map(([status, count]) => `${count.toLocaleString()} ${outcomeOf(status).label.toLowerCase()}`);
  return `Others keep theirs: ${reasons.join(', ')}`;
}
