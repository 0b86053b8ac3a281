import type { VNode } from 'preact';
import { PageHeading } from '../../components/page-heading.ts';
import { PageState } from '../../components/page-state.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import type { PageProps } from '../../page.ts';
import { client } from '../api.ts';
import { MarketplaceCard } from '../market/marketplace-card.ts';
import { MarketSearch } from '../market/search.ts';

const LEAD = 'What is in each marketplace, and how fresh it is; every item, seller and offer by its id.';
const NONE = 'Send a marketplace record: npm run import, or POST /operator/v1/changes.';

export function Page({ query }: PageProps): VNode {
  const market = useLoad((signal) => client.getMarketplaces({ signal }), []);
  return html`<${PageHeading} title="Market" lead=${LEAD} />
    <${MarketSearch} query=${query} />
    ${shown(market, ({ marketplaces }) =>
      marketplaces.length === 0
        ? html`<${PageState} state="empty" title="There is no marketplace" hint=${NONE} />`
        : html`<div>${marketplaces.map((each) => html`<${MarketplaceCard} key=${each.marketplaceId} marketplace=${each} />`)}</div>`,
    )}`;
}
