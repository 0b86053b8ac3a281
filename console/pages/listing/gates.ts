import type { GateVerdict } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { Icon } from '../../components/icon.ts';
import { moneyText } from '../../components/money.ts';
import { timeText } from '../../components/time.ts';
import { html } from '../../html.ts';
import { gateWords } from './gate-words.ts';

/** What an offer must pass before its price counts. */
export function Gates({ gates }: { gates: readonly GateVerdict[] }): VNode {
  const failed = gates.filter(({ Passed }) => !Passed).length;
  return html`<section class="card">
    <h2>What the buy box asks for</h2>
    <p class="soft small">${failed === 0 ? 'Your offer meets all of it. The lowest landed price wins.' : `${failed} of ${gates.length} is missing. Until then no price wins.`}</p>
    <ul class="gates">${gates.map((gate) => html`<${Gate} key=${gate.Name} gate=${gate} />`)}</ul>
  </section>`;
}

function Gate({ gate }: { gate: GateVerdict }): VNode {
  const { label, figure, required } = gateWords(gate, { money: moneyText, time: timeText });
  return html`<li data-passed=${String(gate.Passed)}>
    <${Icon} name=${gate.Passed ? 'check' : 'close'} />
    <span><span class="hidden">${gate.Passed ? 'Passes: ' : 'Fails: '}</span>${label}${required && html`<small class="soft">${required}</small>`}</span>
    <strong>${figure}</strong>
  </li>`;
}
