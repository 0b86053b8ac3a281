import type { VNode } from 'preact';
import { DownloadAll } from '../components/download-all.ts';
import { SelectField, TextField } from '../components/field.ts';
import { PageHeading } from '../components/page-heading.ts';
import { PageState } from '../components/page-state.ts';
import { html } from '../html.ts';
import type { PageProps } from '../page.ts';
import { priceChangesMode } from '../price-changes-mode.ts';
import { setQuery } from '../router.ts';
import { priceChangeStates } from '../states/price-change.ts';
import { stateOptions } from '../states/state-words.ts';
import { useTypedQuery } from '../typed-query.ts';
import { ReceiptList } from './changes/receipt-list.ts';

/** Other pages load these from here: this file has all that changes prices (`price-change-parts.ts`). */
export { ApplyPrices } from '../price-changes/apply/apply-prices.ts';
export { askAuthors } from '../price-changes/ask-authors.ts';
export { LimitsCard } from '../price-changes/limits/limits-card.ts';
export { authorText } from '../price-changes/receipt-words.ts';
export { UsePrice } from '../price-changes/use-price.ts';

const LEAD =
  'Every change of your prices that was asked for here or by an application: what became of it, and who made it.';

const choices = [{ value: '', label: 'All' }, ...stateOptions(priceChangeStates)];

/** The receipts of price changes. */
export function Page({ query }: PageProps): VNode {
  const [text, type] = useTypedQuery('sku');
  const sku = query.get('sku')?.trim() ?? '';
  const state = Object.keys(priceChangeStates).find((name) => name === query.get('state')) ?? '';
  const heading = html`<${PageHeading} title="Changes" lead=${LEAD} />`;
  if (priceChangesMode.value === 'off')
    return html`${heading}<${PageState} state="empty" title="Prices cannot be changed here" hint="The operator keeps them elsewhere: change them where you list." />`;
  return html`<${PageHeading} title="Changes" lead=${LEAD}><${DownloadAll} type="PRICE_CHANGES" filters=${{ state, sku }} /><//>
    <div class="what-if-bar">
      <${TextField} label="SKU" type="search" value=${text} onInput=${type} autocomplete="off" />
      <${SelectField} label="State" value=${state} options=${choices} onChange=${(value: string) => setQuery({ state: value })} />
    </div>
    <${ReceiptList} key=${`${sku} ${state}`} sku=${sku} state=${state} />`;
}
