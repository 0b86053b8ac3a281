import type { VNode } from 'preact';
import { html } from '../html.ts';
import { type StateTable, wordsIn } from '../states/state-words.ts';
import { Badge } from './badge.ts';

/** A state as its word of a table. */
export function StateBadge({ of, state }: { of: StateTable; state: string }): VNode {
  const { label, tone } = wordsIn(of, state);
  return html`<${Badge} tone=${tone}>${label}<//>`;
}
