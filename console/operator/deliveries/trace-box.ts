import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../components/field.ts';
import { html } from '../../html.ts';
import { hrefOf, navigate } from '../../router.ts';

/** From an id that a seller names to its cause. */
export function TraceBox({ id = '' }: { id?: string }): VNode {
  const [text, setText] = useState(id);
  const trace = (event: Event) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted !== '') navigate(`${hrefOf('/trace')}?${new URLSearchParams({ id: wanted })}`);
  };
  return html`<form class="search" onSubmit=${trace}>
    <${TextField} label="What became of it?" type="search" value=${text} onInput=${setText} placeholder="id of a delivery, an event or a destination" autocomplete="off" spellcheck=${false} />
    <button type="submit" class="main">Trace</button>
  </form>`;
}
