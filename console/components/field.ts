import type { ComponentChildren, JSX, VNode } from 'preact';
import { useId } from 'preact/hooks';
import { html } from '../html.ts';

type FieldProps = {
  label: ComponentChildren;
  /** Help that is always there. */
  hint?: ComponentChildren;
  /** What is wrong, and what would be right. */
  error?: string | undefined;
};

/** The label, the control, and the texts that belong to it: screen readers read them with the control. */
function Field({ label, hint, error, control }: FieldProps & { control: (attributes: object) => VNode }): VNode {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const attributes = { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? 'true' : undefined };
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${control(attributes)}
    ${hint && html`<p class="field-hint" id=${`${id}-hint`}>${hint}</p>`}
    ${error && html`<p class="field-error" id=${`${id}-error`}>${error}</p>`}
  </div>`;
}

type TextFieldProps = FieldProps & {
  value: string;
  onInput: (value: string) => void;
} & Omit<JSX.IntrinsicElements['input'], 'value' | 'onInput' | 'label'>;

export function TextField({ label, hint, error, onInput, ...rest }: TextFieldProps): VNode {
  const write = (event: Event) => onInput((event.currentTarget as HTMLInputElement).value);
  const control = (attributes: object) => html`<input ...${rest} ...${attributes} onInput=${write} />`;
  return html`<${Field} label=${label} hint=${hint} error=${error} control=${control} />`;
}

type SelectFieldProps = FieldProps & {
  value: string;
  options: readonly { readonly value: string; readonly label: string }[];
  onChange: (value: string) => void;
};

export function SelectField({ label, hint, error, value, options, onChange }: SelectFieldProps): VNode {
  const choose = (event: Event) => onChange((event.currentTarget as HTMLSelectElement).value);
  const control = (attributes: object) => html`<select value=${value} ...${attributes} onChange=${choose}>
    ${options.map((option) => html`<option key=${option.value} value=${option.value}>${option.label}</option>`)}
  </select>`;
  return html`<${Field} label=${label} hint=${hint} error=${error} control=${control} />`;
}

type CheckFieldProps = { label: ComponentChildren; isChecked: boolean; onChange: (isChecked: boolean) => void };

export function CheckField({ label, isChecked, onChange }: CheckFieldProps): VNode {
  const change = (event: Event) => onChange((event.currentTarget as HTMLInputElement).checked);
  return html`<label class="check"><input type="checkbox" checked=${isChecked} onChange=${change} /><span>${label}</span></label>`;
}

type TextAreaFieldProps = FieldProps & { value: string; rows?: number; onInput: (value: string) => void };

export function TextAreaField({ label, hint, error, value, rows = 3, onInput }: TextAreaFieldProps): VNode {
  const write = (event: Event) => onInput((event.currentTarget as HTMLTextAreaElement).value);
  const control = (attributes: object) =>
    html`<textarea value=${value} rows=${rows} spellcheck=${false} ...${attributes} onInput=${write}></textarea>`;
  return html`<${Field} label=${label} hint=${hint} error=${error} control=${control} />`;
}
