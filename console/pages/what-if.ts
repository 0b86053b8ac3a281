import type { VNode } from 'preact';
import { DownloadAll } from '../components/download-all.ts';
import { PageHeading } from '../components/page-heading.ts';
import { PageState } from '../components/page-state.ts';
import { html } from '../html.ts';
import { marketplace } from '../marketplace.ts';
import type { PageProps } from '../page.ts';
import { ChosenCard } from './what-if/chosen-card.ts';
import { inputsOf } from './what-if/inputs.ts';
import { Results } from './what-if/results.ts';
import { StrategyCard } from './what-if/strategy-card.ts';

const LEAD =
  'Try new prices: who would win the buy box, and with which net after fees. Nothing is changed until you apply them.';

export function Page({ query }: PageProps): VNode {
  const market = marketplace.value;
  const names = ['strategy', 'amount', 'floor', 'customer', ...(query.has('sku') ? ['sku'] : ['state', 'q'])];
  const filters = Object.fromEntries(names.map((name) => [name, query.getAll(name)]));
  const heading = html`<${PageHeading} title="What if" lead=${LEAD}><${DownloadAll} type="WHAT_IF" filters=${filters} /><//>`;
  if (!market) return html`${heading}<${PageState} state="empty" title="You sell in no marketplace yet" />`;
  const inputs = inputsOf(query, market.currency);
  return html`${heading}
    <div class="what-if" key=${market.id}>
      <div class="what-if-choices">
        <${ChosenCard} inputs=${inputs} market=${market} />
        <${StrategyCard} inputs=${inputs} currency=${market.currency} />
      </div>
      <${Results} inputs=${inputs} market=${market} />
    </div>`;
}
