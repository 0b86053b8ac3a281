import { ApiError } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { client } from '../api.ts';
import { PageHeading } from '../components/page-heading.ts';
import { PageState } from '../components/page-state.ts';
import { Segments } from '../components/segments.ts';
import { ElsewhereLinks, namesOf, useElsewhere } from '../elsewhere.ts';
import { html } from '../html.ts';
import { useLiveReload } from '../live.ts';
import { shown, useLoad } from '../load.ts';
import { marketplace } from '../marketplace.ts';
import type { PageProps } from '../page.ts';
import { hrefIn, hrefOf, setQuery } from '../router.ts';
import { ListingContent } from './listing/content.ts';
import { Identity } from './listing/identity.ts';

const customers = [
  { id: 'consumer', label: 'Consumers' },
  { id: 'business', label: 'Businesses' },
];

/** One listing: where it stands, why, and what another price would do. */
export function Page({ params: [sku = ''], query }: PageProps): VNode {
  const MarketplaceId = marketplace.value?.id ?? '';
  const customer = query.get('customer') === 'business' ? 'business' : 'consumer';
  const CustomerType = customer === 'business' ? 'Business' : 'Consumer';
  const box = useLoad(
    (signal) => client.explainBuyBox({ path: { SellerSKU: sku }, query: { MarketplaceId, CustomerType }, signal }),
    [sku, MarketplaceId, CustomerType],
  );
  // The SKU as a whole is found at once, whatever the order.
  const listed = useLoad(
    (signal) => client.getListings({ query: { MarketplaceId, query: sku, pageSize: 20 }, signal }),
    [sku, MarketplaceId],
  );
  const listing = listed.value?.payload.Listings.find(({ SellerSKU }) => SellerSKU === sku);
  const explained = box.value?.payload;
  const reload = () => {
    box.reload();
    listed.reload();
  };
  useLiveReload(
    reload,
    (event) => event.type.startsWith('FEE_') || ('subject' in event && event.subject === explained?.storeItemId),
  );
  return html`<${PageHeading} title=${listing?.Title ?? sku} lead=${html`<${Identity} sku=${sku} box=${explained} stock=${listing?.Quantity} />`}>
      <${Segments} label="Whose view of the prices" options=${customers} current=${customer} onChange=${(id: string) => setQuery({ customer: id === 'business' ? id : undefined, price: undefined, shipping: undefined })} />
    <//>
    ${isUnknown(box.error) ? html`<${UnknownListing} sku=${sku} />` : shown(box, ({ payload }) => html`<${ListingContent} box=${payload} query=${query} reload=${reload} />`, 9)}`;
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

function UnknownListing({ sku }: { sku: string }): VNode {
  const { value: found = [], isLoading } = useElsewhere({ text: sku, isSku: true });
  if (isLoading) return html`<${PageState} state="loading" />`;
  const title = `You have no listing with this SKU in ${marketplace.value?.name}`;
  if (found.length === 0)
    return html`<${PageState} state="empty" title=${title} hint="None of your marketplaces has it: it may have ended, or its address is incomplete." action=${html`<a class="action" href=${hrefOf('/listings')}>Go to your listings</a>`} />`;
  const links = html`<${ElsewhereLinks} found=${found} hrefIn=${(id: string) => hrefIn(id, '/listings', sku)} />`;
  return html`<${PageState} state="empty" title=${title} hint=${`You sell it in ${namesOf(found)}.`} action=${links} />`;
}
