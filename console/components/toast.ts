import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { html } from '../html.ts';
import { Icon } from './icon.ts';

type Message = { readonly id: number; readonly text: string; readonly tone: 'good' | 'bad' };

const SHOWN_MS = 6_000;
const messages = signal<readonly Message[]>([]);
let nextId = 1;

/** Says what has happened, for some seconds. A failure stays until the reader closes it. */
export function toast(text: string, tone: Message['tone'] = 'good'): void {
  const message = { id: nextId, text, tone };
  nextId += 1;
  messages.value = [...messages.value.slice(-2), message];
  if (tone === 'good') setTimeout(() => close(message.id), SHOWN_MS);
}

function close(id: number): void {
  messages.value = messages.value.filter((message) => message.id !== id);
}

/** Once in the shell. Screen readers read what appears in it. */
export function Toasts(): VNode {
  return html`<div class="toasts" role="status" aria-live="polite">
    ${messages.value.map(
      ({ id, text, tone }) =>
        html`<div key=${id} class="toast" data-tone=${tone}><${Icon} name=${tone === 'good' ? 'check' : 'warning'} /><span>${text}</span><button type="button" class="icon-button" aria-label="Close" onClick=${() => close(id)}><${Icon} name="close" /></button></div>`,
    )}
  </div>`;
}
