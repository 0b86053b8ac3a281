import type { Destination } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { html } from '../../html.ts';
import { settings } from '../../settings.ts';

/** The application that created a destination. */
export function MadeBy({ destination: { createdBy } }: { destination: Pick<Destination, 'createdBy'> }): VNode {
  if (createdBy === undefined) return html`<span class="soft">not recorded</span>`;
  if (createdBy === settings.clientId) return html`<span>this console</span>`;
  return html`<code>${createdBy}</code>`;
}
