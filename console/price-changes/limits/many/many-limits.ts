import type { VNode } from 'preact';
import { PageHeading } from '../../../components/page-heading.ts';
import { PageState } from '../../../components/page-state.ts';
import { html } from '../../../html.ts';
import { shown, useLoad } from '../../../load.ts';
import type { Marketplace } from '../../../marketplace.ts';
import { priceChangesMode } from '../../../price-changes-mode.ts';
import { hrefOf } from '../../../router.ts';
import { type LimitsChoice, limitsChoiceIn, listingsText, MAX_EDITED } from './limits-choice.ts';
import { LimitsEditor } from './limits-editor.ts';
import { type LoadedLimits, loadLimits } from './load-limits.ts';

type ManyLimitsProps = { query: URLSearchParams; market: Marketplace };

/** Limits and cost of many listings: in a table, or as a file. */
export function ManyLimits({ query, market }: ManyLimitsProps): VNode {
  const choice = limitsChoiceIn(query);
  const isOff = priceChangesMode.value === 'off';
  return html`<p class="back"><a href=${backTo(query)}><span aria-hidden="true">←</span> Listings</a></p>
    <${PageHeading} title="Limits and cost" lead="No price change, by whomever at your side, crosses a limit. Limits change no price by themselves." />
    ${isOff ? html`<${PageState} state="empty" title="Prices cannot be changed here" hint="The operator keeps them elsewhere, and limits bind changes made here." />` : html`<${Loaded} choice=${choice} market=${market} />`}`;
}

function Loaded({ choice, market }: { choice: LimitsChoice; market: Marketplace }): VNode {
  const loaded = useLoad((signal) => loadLimits(choice, market, signal), [JSON.stringify(choice), market.id]);
  return shown(
    loaded,
    (limits) =>
      html`<p class="soft small">${amountsText(limits, market)}</p><${LimitsEditor} key=${JSON.stringify(choice)} loaded=${limits} market=${market} choice=${JSON.stringify(choice)} />`,
    8,
  );
}

function amountsText({ listings, hasMore }: LoadedLimits, { name, currency }: Marketplace): string {
  const count = hasMore ? `The first ${listingsText(MAX_EDITED)} of your choice` : listingsText(listings.length);
  return `${count} in ${name}, amounts in ${currency}. Prices are with shipping, the net is after fees and cost. An empty field is no limit; Enter and the arrow keys move in a column.${hasMore ? ' Narrow the search for others, or use a file.' : ''}`;
}

/** The same listings, without the editor. */
function backTo(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  rest.delete('edit');
  rest.delete('sku');
  return `${hrefOf('/listings')}${rest.size > 0 ? `?${rest}` : ''}`;
}
