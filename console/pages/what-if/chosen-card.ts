import type { VNode } from 'preact';
import { client } from '../../api.ts';
import { CheckField, TextField } from '../../components/field.ts';
import { Tabs } from '../../components/tabs.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { useLiveReload } from '../../live.ts';
import { useLoad } from '../../load.ts';
import type { Marketplace } from '../../marketplace.ts';
import { priceChangesMode } from '../../price-changes-mode.ts';
import { hrefOf, setQuery } from '../../router.ts';
import { listingStates } from '../../states/listing.ts';
import { wordsIn } from '../../states/state-words.ts';
import { useTypedQuery } from '../../typed-query.ts';
import type { WhatIfInputs } from './inputs.ts';
import { SkuList } from './sku-list.ts';

const tabs = [
  { id: 'filter', label: 'By filter' },
  { id: 'skus', label: 'By SKU' },
];

const states = ['winning', 'noCompetition', 'losing', 'unhealthy', 'inactive'];

type ChosenCardProps = { inputs: WhatIfInputs; market: Marketplace };

/** Which listings get the new prices. */
export function ChosenCard({ inputs, market }: ChosenCardProps): VNode {
  const current = inputs.skus ? 'skus' : 'filter';
  const choose = (id: string) => setQuery({ by: id === 'skus' ? 'skus' : undefined, sku: undefined });
  return html`<section class="card">
    <h2>Which listings</h2>
    <${Tabs} label="Which listings" tabs=${tabs} current=${current} onChange=${choose}>
      ${inputs.skus ? html`<${SkuList} path="/what-if" rows=${6} skus=${inputs.skus} hint="One per line" />` : html`<${Filter} inputs=${inputs} market=${market} />`}
    <//>
    ${priceChangesMode.value !== 'off' && html`<p class="small"><a href=${limitsHref(inputs)}>Limits and cost of these listings</a></p>`}
  </section>`;
}

/** The page of limits takes the same choice. */
function limitsHref({ skus, query: text, states: chosen }: WhatIfInputs): string {
  const query = new URLSearchParams({ edit: 'limits' });
  for (const sku of skus ?? []) query.append('sku', sku);
  if (!skus && text) query.set('q', text);
  if (!skus && chosen.length > 0) query.set('state', chosen.join(','));
  return `${hrefOf('/listings')}?${query}`;
}

function Filter({ inputs, market }: ChosenCardProps): VNode {
  const [text, type] = useTypedQuery('q');
  const counts = useLoad(async (signal) => {
    const query = { MarketplaceId: market.id, counts: true, pageSize: 1 };
    const { payload } = await client.getListings({ query, signal });
    return new Map(payload.Counts?.map(({ State, Count }) => [String(State), Count]));
  }, []);
  useLiveReload(counts.reload);
  const toggle = (id: string, isOn: boolean) => {
    const chosen = isOn ? [...inputs.states, id] : inputs.states.filter((state) => state !== id);
    setQuery({ state: chosen.join(',') || undefined });
  };
  return html`<${TextField} label="Search" type="search" value=${text} onInput=${type} autocomplete="off" placeholder="SKU, item or title" />
    <fieldset class="what-if-states">
      <legend>State of the buy box</legend>
      ${states.map((id) => {
        const count = counts.value?.get(id);
        return html`<${CheckField} key=${id} label=${html`${wordsIn(listingStates, id).label} <span class="soft">${count !== undefined && numberText(count)}</span>`} isChecked=${inputs.states.includes(id)} onChange=${(isOn: boolean) => toggle(id, isOn)} />`;
      })}
    </fieldset>
    <p class="field-hint">None checked: all of them.</p>`;
}
