import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import { html } from '../html.ts';

type SegmentsProps = {
  label: string;
  options: readonly { readonly id: string; readonly label: ComponentChildren }[];
  current: string;
  onChange: (id: string) => void;
};

/** One of a few choices, all in sight. They are radio buttons: arrow keys choose. */
export function Segments({ label, options, current, onChange }: SegmentsProps): VNode {
  const name = useId();
  return html`<fieldset class="segments">
    <legend class="hidden">${label}</legend>
    ${options.map(
      ({ id, label: text }) =>
        html`<label key=${id}><input type="radio" name=${name} value=${id} checked=${id === current} onChange=${() => onChange(id)} /><span>${text}</span></label>`,
    )}
  </fieldset>`;
}
