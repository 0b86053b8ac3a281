import type { VNode } from 'preact';
import { Time } from '../../components/time.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { hrefOf } from '../../router.ts';
import { client } from '../api.ts';

/** How fresh each marketplace is, and whether it has what it needs. */
export function MarketCard(): VNode {
  const market = useLoad((signal) => client.getMarketplaces({ signal }), []);
  return html`<section class="card">
    <div class="card-head"><h2>Marketplaces</h2><a class="small" href=${hrefOf('/market')}>The market</a></div>
    ${shown(
      market,
      ({ marketplaces }) =>
        marketplaces.length === 0
          ? html`<p class="soft">There is none: import market data.</p>`
          : html`<ul class="plain">${marketplaces.map(
              ({ marketplaceId, name, offers, lastChangedTime, feeSchedule, staleBoards }) =>
                html`<li key=${marketplaceId}><strong>${name ?? marketplaceId}</strong> <span class="small soft">${numberText(offers.count)} offers, ${lastChangedTime === undefined ? 'no change yet' : html`last change <${Time} at=${lastChangedTime} />`}</span>${feeSchedule === undefined && html`<br /><span class="small">No fee schedule is in force.</span>`}${staleBoards.count > 0 && html`<br /><span class="small soft">${numberText(staleBoards.count)} ${staleBoards.count === 1 ? 'item is' : 'items are'} being rebuilt.</span>`}</li>`,
            )}</ul>`,
      2,
    )}
  </section>`;
}
