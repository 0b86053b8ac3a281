import type { VNode } from 'preact';
import { DownloadAll } from '../components/download-all.ts';
import { PageHeading } from '../components/page-heading.ts';
import { PageState } from '../components/page-state.ts';
import { ElsewhereLinks, namesOf, useElsewhere } from '../elsewhere.ts';
import { html } from '../html.ts';
import { useLiveReload } from '../live.ts';
import { shown, useLoad } from '../load.ts';
import { type Marketplace, marketplace } from '../marketplace.ts';
import type { PageProps } from '../page.ts';
import { hrefIn } from '../router.ts';
import { findSubject, type Sale, type Subject } from './fees/ask.ts';
import { FeesForm } from './fees/form.ts';
import { type FeesInputs, idIn, inputsOf } from './fees/inputs.ts';
import { SaleFees } from './fees/sale-fees.ts';
import { Suggestions, useSuggestions } from './fees/suggestions.ts';

const LEAD = 'What the marketplace takes of a sale, your net after fees, and why.';

export function Page({ query }: PageProps): VNode {
  const market = marketplace.value;
  if (!market)
    return html`<${PageHeading} title="Fees" lead=${LEAD} /><${PageState} state="empty" title="You sell in no marketplace yet" />`;
  return html`<${PageHeading} title="Fees" lead=${LEAD}><${DownloadAll} type="FEES" filters=${{ date: query.get('date') ?? undefined, id: idIn(query) }} /><//><${Fees} key=${market.id} market=${market} query=${query} />`;
}

function Fees({ market, query }: { market: Marketplace; query: URLSearchParams }): VNode {
  const inputs = inputsOf(query, market.currency, new Date());
  const { id } = inputs;
  const suggestions = useSuggestions(id, market);
  const subject = useLoad(
    async (signal) => (id === '' ? undefined : { found: await findSubject(id, market, signal) }),
    [id],
  );
  useLiveReload(subject.reload, ({ type }) => type === 'ANY_OFFER_CHANGED');
  // Until the answer is there, the subject before is shown with its own fees: nothing jumps.
  const found = id === '' ? undefined : subject.value?.found;
  return html`<${FeesForm} inputs=${inputs} own=${found?.own} market=${market} suggestions=${suggestions} />
    ${
      id === ''
        ? html`<${Suggestions} of=${suggestions} />`
        : shown(
            subject,
            (value) =>
              value?.found
                ? html`<${Terms} subject=${value.found} market=${market} inputs=${inputs} />`
                : subject.isLoading
                  ? html`<${PageState} state="loading" />`
                  : html`<${UnknownSubject} id=${id} market=${market} />`,
            8,
          )
    }`;
}

function UnknownSubject({ id, market }: { id: string; market: Marketplace }): VNode {
  const { value: found = [] } = useElsewhere({ text: id, isSku: true });
  if (found.length === 0)
    return html`<${PageState} state="empty" title="You have no listing, and the catalogue no item, with this name" hint=${`Check ${id}, or choose from the list of your listings while you type.`} />`;
  const links = html`<${ElsewhereLinks} found=${found} hrefIn=${(other: string) => `${hrefIn(other, '/fees')}?id=${encodeURIComponent(id)}`} />`;
  return html`<${PageState} state="empty" title=${`You have no listing with this SKU in ${market.name}`} hint=${`You sell it in ${namesOf(found)}.`} action=${links} />`;
}

/** The sale that is asked about: what the address says, or the terms of the own offer. */
function Terms({ subject, market, inputs }: { subject: Subject; market: Marketplace; inputs: FeesInputs }): VNode {
  const price = inputs.price ?? subject.own?.price;
  const shipping = inputs.shipping ?? subject.own?.shipping ?? 0;
  if (price === undefined)
    return html`<${PageState} state="empty" title="At which price?" hint="You have no active offer of it. Enter a price to see its fees." />`;
  if (Number.isNaN(price) || Number.isNaN(shipping))
    return html`<${PageState} state="empty" title="An amount cannot be read" hint="Correct the marked field to see the fees." />`;
  const sale: Sale = { subject, marketplace: market, price, shipping, isExpedited: inputs.isExpedited };
  return html`<${SaleFees} sale=${sale} date=${inputs.date} />`;
}
