import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { amountNotes } from '../../../amount-notes.ts';
import { html } from '../../../html.ts';
import type { LimitName } from '../typed-limits.ts';
import { shortLabels } from './short-labels.ts';

type LimitInputProps = {
  name: LimitName;
  sku: string;
  value: string;
  currency: string;
  problem: string | undefined;
  isReadOnly: boolean;
  onInput: (value: string) => void;
};

/** One field of the table, with what is wrong below it. */
export function LimitInput({ name, sku, value, currency, problem, isReadOnly, onInput }: LimitInputProps): VNode {
  const id = useId();
  const note = problem ?? amountNotes(value, currency).echo;
  const write = (event: Event) => onInput((event.currentTarget as HTMLInputElement).value);
  return html`<input value=${value} data-limit=${name} aria-label=${`${shortLabels[name]}, ${sku}`} aria-invalid=${problem ? 'true' : undefined} aria-describedby=${note ? id : undefined} inputmode="decimal" autocomplete="off" readonly=${isReadOnly} onInput=${write} />
    ${note && html`<span class=${problem ? 'field-error' : 'field-hint'} id=${id}>${note}</span>`}`;
}
