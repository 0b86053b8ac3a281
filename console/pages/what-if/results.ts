import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { PageState } from '../../components/page-state.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { useLiveReload } from '../../live.ts';
import { type Loaded, shown, useLoad } from '../../load.ts';
import type { Marketplace } from '../../marketplace.ts';
import { usePriceChangeParts } from '../../price-change-parts.ts';
import { askChosen, askOutcomes } from './ask.ts';
import { strategyOf, type WhatIfInputs } from './inputs.ts';
import { isApplied, type Outcome } from './outcome.ts';
import { OutcomeTable } from './outcome-table.ts';
import { TotalsCards } from './totals-cards.ts';

/** So many listings are tried at once at every change; more of them when the seller says so. */
const AT_ONCE = 2_000;

type ResultsProps = { inputs: WhatIfInputs; market: Marketplace };

export function Results({ inputs, market }: ResultsProps): VNode {
  const [found, setFound] = useState(0);
  const filter = JSON.stringify([inputs.skus, inputs.query, inputs.states]);
  const chosen = useLoad((signal) => askChosen(inputs, market, signal, setFound), [filter]);
  if (chosen.value === undefined && chosen.error === undefined)
    return html`<p class="soft" role="status">${found > 0 ? `${numberText(found)} listings found …` : ''}</p><${PageState} state="loading" rows=${8} />`;
  return shown(chosen, (listings) =>
    listings.length === 0
      ? html`<${NoListings} inputs=${inputs} />`
      : html`<${Attempts} inputs=${inputs} market=${market} chosen=${listings} isLoading=${chosen.isLoading} />`,
  );
}

const NoListings = ({ inputs: { skus, query, states } }: { inputs: WhatIfInputs }): VNode => {
  if (skus) return html`<${PageState} state="empty" title="No SKUs yet" hint="Enter the SKUs to try, one per line." />`;
  const isFiltered = query !== '' || states.length > 0;
  return isFiltered
    ? html`<${PageState} state="empty" title="No listing fits" hint="Change the search, or check other states." />`
    : html`<${PageState} state="empty" title="You have no listings here yet" hint="Listings appear here as soon as the marketplace has them." />`;
};

type AttemptsProps = ResultsProps & { chosen: readonly string[]; isLoading: boolean };

const ABOUT_NO_PRICE: ReadonlySet<string> = new Set(['DESTINATION_SUSPENDED', 'CREDENTIAL_EXPIRING', 'REPORT_READY']);

function Attempts({ inputs, market, chosen, isLoading }: AttemptsProps): VNode {
  const { floor, isBusiness } = inputs;
  const strategy = strategyOf(inputs, market.currency);
  const parts = usePriceChangeParts();
  const [done, setDone] = useState(0);
  const [wanted, setWanted] = useState('');
  const question = JSON.stringify([strategy, floor, isBusiness, Number.isNaN(floor)]);
  const mayAsk = strategy !== undefined && !Number.isNaN(floor) && (chosen.length <= AT_ONCE || wanted === question);
  const outcomes: Loaded<readonly Outcome[] | undefined> = useLoad(
    async (signal) => {
      if (!mayAsk) return undefined;
      setDone(0);
      return askOutcomes({ chosen, strategy, floor, isBusiness, marketplace: market }, signal, setDone);
    },
    [chosen, question, mayAsk],
  );
  useLiveReload(outcomes.reload, ({ type }) => mayAsk && chosen.length <= AT_ONCE && !ABOUT_NO_PRICE.has(type));
  if (!strategy || Number.isNaN(floor))
    return html`<${PageState} state="empty" title="An amount is missing or cannot be read" hint="Enter it above to see what would happen." />`;
  if (!mayAsk)
    return html`<${PageState} state="empty" title=${`${numberText(chosen.length)} listings`} hint="That takes some seconds." action=${html`<button type="button" class="main" onClick=${() => setWanted(question)}>Try these prices</button>`} />`;
  const isBusy = isLoading || outcomes.isLoading;
  return html`${isBusy && chosen.length > AT_ONCE && html`<${Progress} done=${done} of=${chosen.length} />`}
    ${shown(
      outcomes,
      (value) =>
        value
          ? html`<div class="what-if-results" aria-busy=${String(isBusy)}><${TotalsCards} outcomes=${value} />${parts && html`<${parts.ApplyPrices} key=${question} outcomes=${value.filter(isApplied)} market=${market} isBusiness=${isBusiness} />`}<${OutcomeTable} outcomes=${value} market=${market} /></div>`
          : html`<${PageState} state="loading" rows=${8} />`,
      8,
    )}`;
}

const Progress = ({ done, of }: { done: number; of: number }): VNode =>
  html`<p class="what-if-progress"><progress aria-label="Listings tried" value=${done} max=${of}></progress> <span class="soft">${numberText(done)} of ${numberText(of)}</span></p>`;
