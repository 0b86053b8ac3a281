import type { VNode } from 'preact';
import { SelectField } from '../../components/field.ts';
import { PageHeading } from '../../components/page-heading.ts';
import { Segments } from '../../components/segments.ts';
import { Tabs } from '../../components/tabs.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import type { PageProps } from '../../page.ts';
import { setQuery } from '../../router.ts';
import { client } from '../api.ts';
import { Boxes } from '../items/boxes.ts';
import { ItemEvents } from '../items/events.ts';
import { CONDITIONS, History } from '../items/history.ts';
import { OfferList } from '../items/offer-list.ts';
import type { CustomerType } from '../items/offers.ts';

const customers: readonly { readonly id: CustomerType; readonly label: string }[] = [
  { id: 'Consumer', label: 'Consumers' },
  { id: 'Business', label: 'Business buyers' },
];
const tabs = [
  { id: 'offers', label: 'Offers' },
  { id: 'history', label: 'History' },
  { id: 'events', label: 'Events' },
] as const;
const conditions = CONDITIONS.map((value) => ({ value, label: value }));

/** An item: who holds its buy boxes, which gate keeps each other offer out, how that changed, and who was told. */
export function Page({ params, query }: PageProps): VNode {
  const [marketplaceId = '', storeItemId = ''] = params;
  const type = customers.find(({ id }) => id === query.get('for'))?.id ?? 'Consumer';
  const tab = tabs.find(({ id }) => id === query.get('show'))?.id ?? 'offers';
  const condition = CONDITIONS.find((each) => each === query.get('condition')) ?? 'New';
  const place = { marketplaceId, storeItemId };
  const item = useLoad(
    (signal) => client.getOperatorItem({ path: { storeItemId }, query: { MarketplaceId: marketplaceId }, signal }),
    [marketplaceId, storeItemId],
  );
  const lead = html`Item <code>${storeItemId}</code> in <code>${marketplaceId}</code>`;
  const text = (name: string) => (query.get(name) ?? '').trim();
  const question = {
    storeItemId,
    MarketplaceId: marketplaceId,
    CustomerType: type,
    sellerId: text('seller'),
    sku: text('sku'),
  };
  return html`<${PageHeading} title=${item.value?.payload.Title ?? storeItemId} lead=${lead} />
    ${shown(item, ({ payload }) => html`<${Boxes} item=${payload} />`, 3)}
    ${
      item.error === undefined &&
      html`<${Tabs} label="About the item" tabs=${tabs} current=${tab} onChange=${(id: string) => setQuery({ show: id === 'offers' ? undefined : id })}>
      ${
        tab !== 'events' &&
        html`<div class="row"><${Segments} label="Customers" options=${customers} current=${type} onChange=${(id: string) => setQuery({ for: id === 'Consumer' ? undefined : id })} />
        ${tab === 'history' && html`<${SelectField} label="Condition" value=${condition} options=${conditions} onChange=${(value: string) => setQuery({ condition: value })} />`}</div>`
      }
      ${tab === 'offers' && html`<${OfferList} question=${question} />`}
      ${tab === 'history' && html`<${History} ...${place} customers=${type} condition=${condition} />`}
      ${tab === 'events' && html`<${ItemEvents} ...${place} />`}
    <//>`
    }`;
}
