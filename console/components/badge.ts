import type { ComponentChildren, VNode } from 'preact';
import { html } from '../html.ts';
import type { Tone } from './tone.ts';

/** One word about a state. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children?: ComponentChildren }): VNode =>
  html`<span class="badge" data-tone=${tone}>${children}</span>`;
