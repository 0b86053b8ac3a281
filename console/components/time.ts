import type { VNode } from 'preact';
import { html } from '../html.ts';
import { type MomentParts, timeText } from '../moments.ts';

type TimeProps = {
  /** ISO 8601, as the API writes it. */
  at: string | undefined;
  parts?: MomentParts;
  /** In long tables only the pointer shows UTC: a stop of the Tab key in each row would be in the way. */
  isFocusable?: boolean;
};

/** A moment in the reader's time zone; UTC, as logs and the API have it, on hover and on focus. */
export function Time({ at, parts = 'both', isFocusable = true }: TimeProps): VNode {
  if (at === undefined || Number.isNaN(Date.parse(at))) return html`<span class="soft" aria-label="none">–</span>`;
  const utc = `${new Date(at).toISOString().replace('T', ' ').slice(0, 19)} UTC`;
  return html`<time class="time" datetime=${at} title=${utc} tabindex=${isFocusable ? 0 : undefined}>${timeText(at, parts)}</time>`;
}
