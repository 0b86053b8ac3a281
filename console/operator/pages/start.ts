import type { VNode } from 'preact';
import { PageHeading } from '../../components/page-heading.ts';
import { html } from '../../html.ts';
import { FactorHelpCard } from '../start/factor-help-card.ts';
import { RefusedCard } from '../start/refused-card.ts';
import { SearchBox } from '../start/search-box.ts';

/** What needs attention, and the way to everything that has a name. */
export function Page(): VNode {
  return html`<${PageHeading} title="Start" lead="What needs your attention, and the way to every seller and item." />
    <${SearchBox} />
    <div class="cards">
      <${RefusedCard} />
      <${FactorHelpCard} />
    </div>`;
}
