import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../components/field.ts';
import { html } from '../../html.ts';
import { hrefOf, navigate } from '../../router.ts';

/** A seller by its SellerId. */
export function SearchBox(): VNode {
  const [text, setText] = useState('');
  const find = (event: Event) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted !== '') navigate(hrefOf('/sellers', wanted));
  };
  return html`<form class="search" role="search" onSubmit=${find}>
    <${TextField} label="Find a seller" type="search" value=${text} onInput=${setText} placeholder="SellerId" autocomplete="off" spellcheck=${false} />
    <button type="submit" class="main">Find</button>
  </form>`;
}
