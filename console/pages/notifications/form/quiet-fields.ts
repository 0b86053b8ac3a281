import type { VNode } from 'preact';
import { CheckField, TextField } from '../../../components/field.ts';
import { html } from '../../../html.ts';
import type { FormPart } from './form-part.ts';

export const localTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The hours in which people sleep. */
export function QuietFields({ values, errors, set }: FormPart): VNode {
  return html`<${CheckField} label="Quiet hours: send nothing, and at their end one message of each kind" isChecked=${values.isQuiet} onChange=${(isQuiet: boolean) => set({ isQuiet })} />
    ${
      values.isQuiet &&
      html`<div class="three inset">
      <${TextField} label="From" type="time" value=${values.quietStart} error=${errors['quietHours.start']} onInput=${(quietStart: string) => set({ quietStart })} />
      <${TextField} label="Until" type="time" value=${values.quietEnd} error=${errors['quietHours.end']} onInput=${(quietEnd: string) => set({ quietEnd })} />
      <${TextField} label="Time zone" list="time-zones" autocomplete="off" value=${values.timeZone} error=${errors['quietHours.timeZone']} onInput=${(timeZone: string) => set({ timeZone })} />
      <datalist id="time-zones">${Intl.supportedValuesOf('timeZone').map((zone) => html`<option key=${zone} value=${zone} />`)}</datalist>
    </div>`
    }`;
}
