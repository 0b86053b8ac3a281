import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { html } from '../../../html.ts';
import type { ForeignChange } from './rebased-limits.ts';

type ForeignNoteProps = { changes: readonly ForeignChange[]; onTakeTheirs: () => void };

/** Nothing was saved: what somebody else has saved meanwhile. Fields that the person did not touch show it already. */
export function ForeignNote({ changes, onTakeTheirs }: ForeignNoteProps): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [changes]);
  return html`<section class="card limits-review" role="alert">
    <h2 tabindex="-1" ref=${heading}>Nothing is saved yet: somebody else has changed limits</h2>
    <ul>${changes.map(({ sku, text }) => html`<li key=${sku}><code>${sku}</code> ${text}</li>`)}</ul>
    <p class="small">Fields that you did not touch now show theirs. Save again to put what you typed in place of theirs.</p>
    <p class="use-price"><button type="button" onClick=${onTakeTheirs}>Take theirs, and drop what I typed for them</button></p>
  </section>`;
}
