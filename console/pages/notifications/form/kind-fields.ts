import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { SelectField } from '../../../components/field.ts';
import { html } from '../../../html.ts';
import { isForPeople, kindWords } from '../words.ts';
import { Choices } from './choices.ts';
import type { FormPart } from './form-part.ts';

const windows = [
  { value: '0', label: 'Tell every change at once' },
  { value: '60', label: 'At most one a minute for an item' },
  { value: '300', label: 'At most one in 5 minutes for an item' },
  { value: '600', label: 'At most one in 10 minutes for an item' },
];

const kindOptions = Object.fromEntries(
  Object.entries(kindWords).map(([kind, { name, about }]) => [kind, `${name}: ${about}`]),
);

/** Which kinds of events, and how many of one item. */
export function KindFields({ type, values, errors, set }: FormPart): VNode {
  const name = useId();
  const [isChosen, setChosen] = useState(values.kinds.length > 0 || values.isWaiting);
  const recommended = isForPeople(type)
    ? 'What needs action: a lost buy box, health, fees, suspensions'
    : 'All kinds, also those that come later';
  const choose = (next: boolean) => {
    setChosen(next);
    set({
      isWaiting: false,
      kinds: next ? Object.keys(kindWords).filter((kind) => !isForPeople(type) || kind !== 'ANY_OFFER_CHANGED') : [],
    });
  };
  return html`<fieldset class="field plain">
      <legend>Events</legend>
      <label class="check"><input type="radio" name=${name} checked=${!isChosen} onChange=${() => choose(false)} /><span>${recommended}</span></label>
      <label class="check"><input type="radio" name=${name} checked=${isChosen} onChange=${() => choose(true)} /><span>These kinds</span></label>
    </fieldset>
    ${isChosen && html`<div class="inset"><${Choices} legend="Kinds" options=${kindOptions} chosen=${values.kinds} error=${errors.eventTypes} onChange=${(kinds: string[]) => set({ kinds })} /></div>`}
    <${SelectField} label="When an item changes often" hint="The first change is told at once, the last one at the end of that time." options=${windows} value=${values.windowSeconds} error=${errors.windowSeconds} onChange=${(windowSeconds: string) => set({ windowSeconds })} />`;
}
