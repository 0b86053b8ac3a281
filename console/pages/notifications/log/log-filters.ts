import type { VNode } from 'preact';
import { html } from '../../../html.ts';
import { setQuery } from '../../../router.ts';
import { deliveryStates } from '../../../states/delivery.ts';
import { stateOptions } from '../../../states/state-words.ts';
import { useTypedQuery } from '../../../typed-query.ts';
import { type LogChoice, TIMES } from './log-choice.ts';

const textIn = (event: Event) => (event.currentTarget as HTMLInputElement | HTMLSelectElement).value;

/** By state, by time, and by the id that a receiver got or a support request names. */
export function LogFilters({ choice }: { choice: LogChoice }): VNode {
  const { state, time, from, to } = choice;
  const [id, setId] = useTypedQuery('id');
  const setTime = (value: string) => setQuery({ time: value, from: undefined, to: undefined });
  return html`<div class="log-filters" role="search" aria-label="Deliveries">
    <input type="search" class="log-id" aria-label="Delivery or notification id" placeholder="Delivery or notification id" autocomplete="off" spellcheck=${false} maxlength="256" value=${id} onInput=${(event: Event) => setId(textIn(event).trim())} />
    <select class="log-filter" aria-label="Time" value=${time} onChange=${(event: Event) => setTime(textIn(event))}>
      ${TIMES.map(({ value, label }) => html`<option key=${value} value=${value}>${label}</option>`)}
    </select>
    ${
      time === 'between' &&
      html`<input type="datetime-local" class="log-filter" aria-label="From" value=${from} onChange=${(event: Event) => setQuery({ from: textIn(event) })} />
      <input type="datetime-local" class="log-filter" aria-label="To" value=${to} onChange=${(event: Event) => setQuery({ to: textIn(event) })} />`
    }
    <select class="log-filter" aria-label="Show deliveries" value=${state} onChange=${(event: Event) => setQuery({ state: textIn(event) })}>
      <option value="">All states</option>
      ${stateOptions(deliveryStates).map(({ value, label }) => html`<option key=${value} value=${value}>${label}</option>`)}
    </select>
  </div>`;
}
