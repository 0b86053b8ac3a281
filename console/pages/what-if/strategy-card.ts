import type { VNode } from 'preact';
import { amountNotes } from '../../amount-notes.ts';
import { decimalsOf, decimalText } from '../../amounts.ts';
import { SelectField, TextField } from '../../components/field.ts';
import { html } from '../../html.ts';
import { setQuery } from '../../router.ts';
import { useTypedQuery } from '../../typed-query.ts';
import type { StrategyType, WhatIfInputs } from './inputs.ts';

const strategies: readonly { value: StrategyType; label: string }[] = [
  { value: 'win', label: 'The price that wins' },
  { value: 'match', label: 'As low as the best rival' },
  { value: 'beatBy', label: 'Lower than the best rival' },
  { value: 'setTo', label: 'One price for all' },
];

const hints: Readonly<Record<StrategyType, string>> = {
  win: 'The highest price with which each listing wins the buy box now.',
  match: 'Shipping counts. At equal prices better feedback decides, so some do not win.',
  beatBy: 'Shipping counts. A listing without a rival keeps its price.',
  setTo: 'Every chosen listing gets this price.',
};

const customers = [
  { value: '', label: 'Consumers' },
  { value: 'business', label: 'Businesses' },
];

/** How the new prices come about. */
export function StrategyCard({ inputs, currency }: { inputs: WhatIfInputs; currency: string }): VNode {
  const { type, isBusiness } = inputs;
  const choose = (strategy: string) =>
    setQuery({ strategy: strategy === 'win' ? undefined : strategy, amount: undefined });
  const least = decimalText(1, decimalsOf(currency));
  return html`<section class="card">
    <h2>Which price</h2>
    <div class="what-if-strategy">
      <${SelectField} label="Strategy" value=${type} options=${strategies} onChange=${choose} hint=${hints[type]} />
      ${(type === 'beatBy' || type === 'setTo') && html`<${AmountField} key=${type} name="amount" label=${type === 'beatBy' ? 'Lower by' : 'Price'} currency=${currency} placeholder=${type === 'beatBy' ? least : ''} />`}
      <${AmountField} name="floor" label="Never below" currency=${currency} hint="A listing whose new price would be lower keeps its price." />
      <${SelectField} label="Buy box of" value=${isBusiness ? 'business' : ''} options=${customers} onChange=${(customer: string) => setQuery({ customer })} />
    </div>
  </section>`;
}

type AmountFieldProps = {
  name: string;
  label: string;
  currency: string;
  placeholder?: string;
  hint?: string;
};

function AmountField({ name, label, currency, placeholder = '', hint = '' }: AmountFieldProps): VNode {
  const [text, type] = useTypedQuery(name);
  const { error, echo } = amountNotes(text, currency);
  return html`<${TextField} label=${`${label} (${currency})`} value=${text} onInput=${type} inputmode="decimal" autocomplete="off" placeholder=${placeholder} error=${error} hint=${echo ?? hint} />`;
}
