import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../../components/icon.ts';
import { moneyText } from '../../components/money.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { isApplied, type Outcome, outcomeOf } from './outcome.ts';
import { type Moves, type Totals, totalsOf } from './totals.ts';

/** The answer in counts of listings, and what one unit of each would bring. */
export function TotalsCards({ outcomes }: { outcomes: readonly Outcome[] }): VNode {
  const totals = useMemo(() => totalsOf(outcomes), [outcomes]);
  const { listings, winsNow, wouldWin, losesMoneyNow, wouldLoseMoney, newPrices, net, profit } = totals;
  return html`<p class="hidden" role="status">${wouldWin} of ${listings} would win the buy box, now ${winsNow}. ${wouldLoseMoney} would lose money, now ${losesMoneyNow}.</p>
    <dl class="cards what-if-totals">
      <${Figure} label="Would win the buy box" value=${`${numberText(wouldWin)} of ${numberText(listings)}`} tone=${winsTone(totals)}><${Change} from=${winsNow} to=${wouldWin} /><//>
      <${Figure} label="Would lose money" value=${numberText(wouldLoseMoney)} isLoss=${wouldLoseMoney > 0} tone=${toneOf(losesMoneyNow - wouldLoseMoney)}><${Change} from=${losesMoneyNow} to=${wouldLoseMoney} /><//>
      <${Figure} label="Net of a sale" value=${movesValue(net)}><${MovesNote} of=${net} unknown="with unknown fees" /><//>
      ${profit && html`<${Figure} label="Profit of a sale" value=${movesValue(profit)}><${MovesNote} of=${profit} unknown="without a cost, or with unknown fees" /><//>`}
      <${Figure} label="Get a new price" value=${numberText(newPrices)}>${keptText(totals)}<//>
    </dl>
    <p class="soft small">Each listing is judged as if it alone changed. Sums are of one unit of each: they say nothing of how many you would sell. Your prices stay as they are. Prices are without shipping unless a line says so; that of the best rival is with shipping.</p>`;
}

type FigureProps = {
  label: string;
  value: string;
  tone?: string | undefined;
  isLoss?: boolean;
  children?: ComponentChildren;
};

const Figure = ({ label, value, tone, isLoss = false, children }: FigureProps): VNode => html`<div class="card">
  <dt>${label}</dt><dd class=${`what-if-figure${isLoss ? ' loss' : ''}`}>${isLoss && html`<${Icon} name="warning" />`}${value}</dd><dd class="soft" data-tone=${tone}>${children}</dd>
</div>`;

const Change = ({ from, to }: { from: number; to: number }): VNode =>
  html`Now ${numberText(from)}${to !== from && html` <strong>${signed(to - from)}</strong>`}`;

/** Good for a gain, bad for a loss. */
const toneOf = (gained: number) => (gained > 0 ? 'good' : gained < 0 ? 'bad' : undefined);

/** More boxes are no good news where more sales lose money. */
function winsTone({ winsNow, wouldWin, losesMoneyNow, wouldLoseMoney }: Totals) {
  const tone = toneOf(wouldWin - winsNow);
  return tone === 'good' && wouldLoseMoney > losesMoneyNow ? undefined : tone;
}

const signed = (count: number) => (count > 0 ? `+${numberText(count)}` : numberText(count));

const movesValue = ({ rises, falls }: Moves) =>
  rises === 0 && falls === 0 ? 'Unchanged' : `${numberText(rises)} ↑ ${numberText(falls)} ↓`;

type MovesNoteProps = {
  of: Moves;
  /** Which listings are not counted. */
  unknown: string;
};

function MovesNote({ of: { rises, falls, sums, unknown: count }, unknown }: MovesNoteProps): VNode {
  return html`Rises for ${numberText(rises)}, falls for ${numberText(falls)}
    ${sums && html`<span class="what-if-sums">One unit of each: now <span>${moneyText(sums.now)}</span>, then <strong>${moneyText(sums.next)}</strong></span>`}
    ${count > 0 && html`<span class="what-if-sums">Not counted: ${numberText(count)} ${unknown}</span>`}`;
}

function keptText({ keepPrice, byOutcome }: Totals): string {
  if (keepPrice === 0) return 'None keeps its price';
  const reasons = [...byOutcome]
    .filter(([status]) => !isApplied({ status }) && status !== 'INVALID_SKU')
    .map(([status, count]) => `${outcomeOf(status).label.toLowerCase()} (${numberText(count)})`);
  return `Others keep theirs: ${reasons.join(', ')}`;
}
