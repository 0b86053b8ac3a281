import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { html } from '../html.ts';
import { Icon } from './icon.ts';
import { toast } from './toast.ts';

const SHOWN_MS = 2_000;

type CopyButtonProps = {
  text: string;
  /** What it is, for screen readers. */
  of: string;
  /** In long tables the Tab key must not stop in each row: the page of the row has the button, too. */
  isFocusable?: boolean;
};

export function CopyButton({ text, of, isFocusable = true }: CopyButtonProps): VNode {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setDone(true);
      setTimeout(() => setDone(false), SHOWN_MS);
    } catch {
      // Without https, or when the reader has forbidden it.
      toast('The browser does not allow copying. Select the text and copy it yourself.', 'bad');
    }
  };
  return html`<button type="button" class="copy" aria-label=${`${isDone ? 'Copied' : 'Copy'} ${of}`} tabindex=${isFocusable ? undefined : -1} onClick=${copy}>
    ${isDone && html`<${Icon} name="check" />`}<span aria-live="polite">${isDone ? 'Copied' : 'Copy'}</span>
  </button>`;
}

/** Code or data to read and to copy. It scrolls by keyboard, too. */
export function CopyBlock({ text, of, isWrapped = false }: { text: string; of: string; isWrapped?: boolean }): VNode {
  return html`<div class="copy-block">
    <pre class=${isWrapped ? 'wrapped' : undefined} tabindex="0" role="region" aria-label=${of}><code>${text}</code></pre>
    <${CopyButton} text=${text} of=${of} />
  </div>`;
}
