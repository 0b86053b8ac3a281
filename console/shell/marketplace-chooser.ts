import type { VNode } from 'preact';
import { html } from '../html.ts';
import { chooseMarketplace, marketplace, marketplaces } from '../marketplace.ts';

/** Which marketplace the pages show. Sellers with only one see its name. */
export function MarketplaceChooser(): VNode | undefined {
  const current = marketplace.value;
  if (!current) return undefined;
  if (marketplaces.value.length === 1) return html`<span class="marketplace soft">${current.name}</span>`;
  const choose = (event: Event) => chooseMarketplace((event.currentTarget as HTMLSelectElement).value);
  return html`<select class="marketplace" aria-label="Marketplace" value=${current.id} onChange=${choose}>
    ${marketplaces.value.map(({ id, name }) => html`<option key=${id} value=${id}>${name}</option>`)}
  </select>`;
}
