import type { VNode } from 'preact';
import { CheckField } from '../../../components/field.ts';
import { html } from '../../../html.ts';

type ChoicesProps = {
  legend: string;
  options: Readonly<Record<string, string>>;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  hint?: string;
  error?: string | undefined;
};

/** Several of a few. None chosen means all. */
export function Choices({ legend, options, chosen, onChange, hint, error }: ChoicesProps): VNode {
  const toggle = (value: string, isChecked: boolean) =>
    onChange(Object.keys(options).filter((one) => (one === value ? isChecked : chosen.includes(one))));
  return html`<fieldset class="field plain">
    <legend>${legend}</legend>
    <div class="choices">
      ${Object.entries(options).map(
        ([value, label]) =>
          html`<${CheckField} key=${value} label=${label} isChecked=${chosen.includes(value)} onChange=${(isChecked: boolean) => toggle(value, isChecked)} />`,
      )}
    </div>
    ${hint && html`<p class="field-hint">${hint}</p>`}
    ${error && html`<p class="field-error" role="alert">${error}</p>`}
  </fieldset>`;
}
