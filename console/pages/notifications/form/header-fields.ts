import type { VNode } from 'preact';
import { Icon } from '../../../components/icon.ts';
import { html } from '../../../html.ts';
import { type Header, isMasked } from './form-values.ts';

type HeaderFieldsProps = {
  headers: readonly Header[];
  error: string | undefined;
  onChange: (headers: Header[]) => void;
};

/** Headers that every request carries, such as a password for a gateway. The service never shows a stored value again. */
export function HeaderFields({ headers, error, onChange }: HeaderFieldsProps): VNode {
  const change = (at: number, header: Partial<Header>) =>
    onChange(headers.map((one, n) => (n === at ? { ...one, ...header } : one)));
  return html`<fieldset class="field plain" aria-describedby=${error ? 'headers-error' : undefined}>
    <legend>Headers of each request</legend>
    ${headers.map(
      ({ name, value }, n) => html`<div class="header-row" key=${n}>
      <input aria-label=${`Name of header ${n + 1}`} placeholder="Authorization" autocomplete="off" spellcheck=${false} value=${name} aria-invalid=${error ? 'true' : undefined} onInput=${(event: Event) => change(n, { name: textOf(event) })} />
      <input aria-label=${`Value of header ${n + 1}`} autocomplete="off" spellcheck=${false} placeholder=${isMasked(value) ? 'stored' : ''} value=${isMasked(value) ? '' : value} onInput=${(event: Event) => change(n, { value: textOf(event) })} />
      <button type="button" class="icon-button" aria-label=${`Remove header ${n + 1}`} onClick=${() => onChange(headers.filter((_, at) => at !== n))}><${Icon} name="close" /></button>
    </div>`,
    )}
    ${error && html`<p class="field-error" id="headers-error">${error}</p>`}
    <button type="button" class="link" onClick=${() => onChange([...headers, { name: '', value: '' }])}>Add a header</button>
  </fieldset>`;
}

const textOf = (event: Event) => (event.currentTarget as HTMLInputElement).value;
