import type { VNode } from 'preact';
import { shellClient } from '../api.ts';
import { html } from '../html.ts';
import { useLoad } from '../load.ts';

const classes: Readonly<Record<string, string>> = { URGENT: 'note bad', WARNING: 'note warned' };

/** What the operator tells all sellers, such as maintenance. A failure is no news: the pages say what does not work. */
export function Notes(): VNode | null {
  const { value } = useLoad((signal) => shellClient.getNotes({ signal }), []);
  if (value === undefined || value.notes.length === 0) return null;
  return html`<section aria-label="Notes of the operator">${value.notes.map(({ noteId, text, severity }) => html`<div key=${noteId} class=${classes[severity] ?? 'note advice'}><p>${text}</p></div>`)}</section>`;
}
