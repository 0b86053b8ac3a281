import type { VNode } from 'preact';
import { Badge } from '../../components/badge.ts';
import { html } from '../../html.ts';
import { wordText } from '../sellers/words.ts';
import { toneOf } from './words.ts';

/** A state as a word. */
export const StateBadge = ({ state }: { state: string }): VNode =>
  html`<${Badge} tone=${toneOf(state)}>${wordText(state)}<//>`;
