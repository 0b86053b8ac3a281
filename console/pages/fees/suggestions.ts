import type { Listing } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { client } from '../../api.ts';
import { PageState } from '../../components/page-state.ts';
import { html } from '../../html.ts';
import { type Loaded, shown, useLoad } from '../../load.ts';
import type { Marketplace } from '../../marketplace.ts';
import { hrefOf } from '../../router.ts';

const COUNT = 8;

/** The seller's own listings that fit the text. */
export function useSuggestions(text: string, { id: MarketplaceId }: Marketplace): Loaded<readonly Listing[]> {
  return useLoad(
    async (signal) => {
      const query = { MarketplaceId, pageSize: COUNT, ...(text === '' ? {} : { query: text }) };
      const { payload } = await client.getListings({ query, signal });
      return payload.Listings;
    },
    [text],
  );
}

/** Before anything is chosen: the first listings, to begin with. */
export function Suggestions({ of }: { of: Loaded<readonly Listing[]> }): VNode {
  return shown(of, (listings) => {
    if (listings.length === 0)
      return html`<${PageState} state="empty" title="Of which item?" hint="You have no listings yet. Enter the number of an item of the catalogue to see what selling it costs." />`;
    return html`<section class="card fees-start">
      <h2>Of which listing?</h2>
      <p class="soft">Enter a SKU or an item above, or begin with one of yours.</p>
      <ul>
        ${listings.map(
          ({ SellerSKU, Title }) =>
            html`<li key=${SellerSKU}><a href=${`${hrefOf('/fees')}?id=${encodeURIComponent(SellerSKU)}`}><strong>${SellerSKU}</strong><span class="soft">${Title}</span></a></li>`,
        )}
      </ul>
    </section>`;
  });
}
