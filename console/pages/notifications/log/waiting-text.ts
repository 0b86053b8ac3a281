import type { VNode } from 'preact';
import { numberText } from '../../../formats.ts';
import { html } from '../../../html.ts';
import { ageText, type Waiting } from '../waiting.ts';

/** How many wait, and since when the oldest does. */
export function WaitingText({ waiting: { count, isMore, oldest } }: { waiting: Waiting }): VNode {
  if (oldest === undefined) return html`<span>nothing</span>`;
  const age = ageText(oldest, Date.now());
  const since = `${new Date(oldest).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  return html`<span title=${`since ${since}`}>${numberText(count)}${isMore ? '+' : ''}, ${isMore ? 'for more than' : count === 1 ? 'for' : 'oldest'} ${age}</span>`;
}
