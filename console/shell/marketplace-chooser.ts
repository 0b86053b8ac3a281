import type { VNode } from 'preact';
import { html } from '../html.ts';
import { chooseMarketplace, marketplace, marketplaces } from '../marketplace.ts';

/** Which marketplace the pages show. Sellers with only one see its name. The address may have one that is none of theirs. */
export function MarketplaceChooser(): VNode | undefined {
  const current = marketplace.value;
  if (marketplaces.value.length === 0) return undefined;
  if (current && marketplaces.value.length === 1) return html`<span class="marketplace soft">${current.name}</span>`;
  const choose = (event: Event) => chooseMarketplace((event.currentTarget as HTMLSelectElement).value);
  return html`<select class="marketplace" aria-label="Marketplace" value=${current?.id ?? ''} onChange=${choose}>
    ${!current && html`<option value="" disabled>Choose a marketplace</option>`}
    ${marketplaces.value.map(({ id, name }) => html`<option key=${id} value=${id}>${name}</option>`)}
  </select>`;
}
