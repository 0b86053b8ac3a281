import type { VNode } from 'preact';
import { PageHeading } from '../../components/page-heading.ts';
import { html } from '../../html.ts';
import type { PageProps } from '../../page.ts';
import { MarketSearch } from '../market/search.ts';
import { FactorHelpCard } from '../start/factor-help-card.ts';
import { FailingCard } from '../start/failing-card.ts';
import { MarketCard } from '../start/market-card.ts';
import { RefusedCard } from '../start/refused-card.ts';

/** What needs attention, and the way to everything that has a name. */
export function Page({ query }: PageProps): VNode {
  return html`<${PageHeading} title="Start" lead="What needs your attention, and the way to every seller, item and notification." />
    <${MarketSearch} query=${query} />
    <div class="cards">
      <${FailingCard} />
      <${RefusedCard} />
      <${MarketCard} />
      <${FactorHelpCard} />
    </div>`;
}
