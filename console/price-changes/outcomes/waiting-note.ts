import type { VNode } from 'preact';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import type { Outcomes } from './use-outcomes.ts';

/** That the page follows changes that wait, and what to do when it has stopped. Nothing where none waits. */
export function WaitingNote({ of: { waiting, hasStopped, askAgain } }: { of: Outcomes }): VNode | null {
  if (waiting === 0) return null;
  const changes = waiting === 1 ? '1 change waits' : `${numberText(waiting)} changes wait`;
  return hasStopped
    ? html`<p class="soft small">${changes} still. <button type="button" class="link" onClick=${askAgain}>Ask again</button></p>`
    : html`<p class="soft small">${changes} for the marketplace. The outcome comes here.</p>`;
}
