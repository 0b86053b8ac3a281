import type { MarketSeller } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { Time } from '../../components/time.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { type Loaded, shown } from '../../load.ts';
import { hrefOf } from '../../router.ts';
import { listingStates } from '../../states/listing.ts';
import { wordsIn } from '../../states/state-words.ts';
import { destinationsText, listingsIn, listingsText, shareText } from './market-facts.ts';

/** The seller in the market: listings, share, destinations, usage. */
export function MarketCard({ seller, sellerId }: { seller: Loaded<MarketSeller>; sellerId: string }): VNode {
  return html`<section class="card">
    <h2>In the market</h2>
    ${shown(
      seller,
      (found) => html`<div>
        <p class="small soft">${[found.plan, found.featuredMerchant && 'featured merchant'].filter(Boolean).join(', ')}</p>
        <dl class="figures">
          <div><dt>Listings</dt><dd>${listingsText(found)}</dd></div>
          ${['winning', 'losing', 'unhealthy'].map((state) => html`<div key=${state}><dt>${wordsIn(listingStates, state).label}</dt><dd>${numberText(listingsIn(found, state))}</dd></div>`)}
          <div><dt>Destinations</dt><dd>${destinationsText(found)}</dd></div>
          <div><dt>Requests today</dt><dd><a href=${`${hrefOf('/usage')}?${new URLSearchParams({ seller: sellerId, by: 'operation' })}`}>${numberText(found.usageToday.requests)}</a></dd></div>
          <div><dt>Refused today</dt><dd>${numberText(found.usageToday.refused)}</dd></div>
        </dl>
        <p class="small">Share of the buy boxes in seven days: ${shareText(found) || 'unknown'}.${found.destinations.failingSince && html` A destination fails since <${Time} at=${found.destinations.failingSince} />.`}</p>
      </div>`,
      3,
    )}
  </section>`;
}
