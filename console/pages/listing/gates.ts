import type { GateVerdict } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { Icon } from '../../components/icon.ts';
import { moneyText } from '../../components/money.ts';
import { html } from '../../html.ts';
import { timeText } from '../../moments.ts';
import { gatesLead, gateWords } from './gate-words.ts';

/** What an offer must pass before its price counts. */
export function Gates({ gates }: { gates: readonly GateVerdict[] }): VNode {
  return html`<section class="card">
    <h2>What the buy box asks for</h2>
    <p class="soft small">${gatesLead(gates, moneyText)}</p>
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
