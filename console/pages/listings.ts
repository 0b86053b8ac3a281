import type { VNode } from 'preact';
import { DownloadAll } from '../components/download-all.ts';
import { failureState } from '../components/failure.ts';
import { PageHeading } from '../components/page-heading.ts';
import { PageState } from '../components/page-state.ts';
import { ElsewhereLinks, namesOf, useElsewhere } from '../elsewhere.ts';
import { numberText } from '../formats.ts';
import { html } from '../html.ts';
import { shown, useLoad } from '../load.ts';
import { marketplace } from '../marketplace.ts';
import type { PageProps } from '../page.ts';
import { priceChangesMode } from '../price-changes-mode.ts';
import { hrefIn, hrefOf } from '../router.ts';
import { Filters } from './listings/filters.ts';
import { countOf } from './listings/list-length.ts';
import { choiceIn, type ListChoice } from './listings/list-query.ts';
import { ListingsTable } from './listings/table.ts';
import { useListings } from './listings/use-listings.ts';

/** All listings of the marketplace, or their limits: these are another view of the same choice. */
export function Page({ query }: PageProps): VNode {
  return query.get('edit') === 'limits' ? html`<${LimitsPage} query=${query} />` : html`<${ListPage} query=${query} />`;
}

type ChoiceProps = Pick<PageProps, 'query'>;

function LimitsPage({ query }: ChoiceProps): VNode {
  const file = useLoad(() => import('../price-changes/limits/limits-parts.ts'), []);
  return shown(file, ({ ManyLimits }) => html`<${ManyLimits} query=${query} market=${marketplace.value} />`, 8);
}

function ListPage({ query }: ChoiceProps): VNode {
  const choice = choiceIn(query);
  const { view, pages } = useListings(marketplace.value?.id ?? '', choice);
  const { count, isExact } = countOf(view.counts, []);
  const found = choice.text === '' ? '' : count === 1 && isExact ? ' match' : ' matches';
  const lead = view.counts
    ? `${count === 0 && isExact && found ? 'No' : numberText(count)}${isExact ? '' : ' or more'}${found} in ${marketplace.value?.name ?? ''}. Prices are with shipping.`
    : 'Where each of them stands';
  const isEmpty = view.isComplete && view.rows.length === 0;
  const limits = new URLSearchParams(query);
  limits.set('edit', 'limits');
  return html`<${PageHeading} title="Listings" lead=${lead}>
      ${priceChangesMode.value !== 'off' && html`<a class="action" href=${`${hrefOf('/listings')}?${limits}`}>Limits and cost</a>`}
      <${DownloadAll} type="POSITIONS" filters=${{ state: choice.state, q: choice.text }} />
    <//>
    <${Filters} choice=${choice} counts=${view.counts} />
    ${view.error !== undefined && html`<${PageState} ...${failureState(view.error, () => pages.current?.retry())} />`}
    ${isEmpty && html`<${NoListings} choice=${choice} isNone=${view.counts !== undefined && count === 0 && choice.text === ''} />`}
    ${!isEmpty && (view.rows.length > 0 || view.error === undefined) && html`<${ListingsTable} choice=${choice} view=${view} pages=${pages} />`}`;
}

function NoListings({ choice, isNone }: { choice: ListChoice; isNone: boolean }): VNode {
  const { value: found = [] } = useElsewhere({ text: choice.state ? '' : choice.text, isSku: false });
  if (isNone)
    return html`<${PageState} state="empty" title="You have no listings here yet" hint="They appear as soon as the marketplace knows your offers. You may have some in another marketplace: choose it at the top." />`;
  const hint = choice.text
    ? `No SKU, item or title contains “${choice.text}”${choice.state ? ' in this state' : ''}.`
    : 'No listing is in this state.';
  const searchIn = (id: string) => `${hrefIn(id, '/listings')}?q=${encodeURIComponent(choice.text)}`;
  if (found.length > 0)
    return html`<${PageState} state="empty" title=${`Nothing found in ${marketplace.value?.name}`} hint=${`${hint} ${namesOf(found)} has such listings.`} action=${html`<${ElsewhereLinks} found=${found} label="Look in" hrefIn=${searchIn} />`} />`;
  return html`<${PageState} state="empty" title="Nothing found" hint=${hint} action=${html`<a class="action" href=${hrefOf('/listings')}>Show all listings</a>`} />`;
}
