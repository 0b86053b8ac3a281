import type { Listing } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { amountNotes } from '../../amount-notes.ts';
import { decimalsOf } from '../../amounts.ts';
import { SelectField, TextField } from '../../components/field.ts';
import { moneyText } from '../../components/money.ts';
import { html } from '../../html.ts';
import type { Loaded } from '../../load.ts';
import type { Marketplace } from '../../marketplace.ts';
import { setQuery } from '../../router.ts';
import { useTypedQuery } from '../../typed-query.ts';
import type { Subject } from './ask.ts';
import type { FeesInputs } from './inputs.ts';

type FeesFormProps = {
  inputs: FeesInputs;
  own: Subject['own'];
  market: Marketplace;
  suggestions: Loaded<readonly Listing[]>;
};

const LIST = 'fees-listings';

const deliveries = [
  { value: '', label: 'Standard' },
  { value: 'expedited', label: 'Expedited' },
];

/** What is sold, and at which terms. Empty amounts are those of the own offer. */
export function FeesForm({ inputs, own, market, suggestions }: FeesFormProps): VNode {
  // Another listing has other amounts.
  const [id, typeId] = useTypedQuery('id', { alsoClears: ['sku', 'item', 'price', 'shipping'], value: inputs.id });
  const listings = suggestions.value ?? [];
  const title = listings.find(({ SellerSKU, storeItemId }) => [SellerSKU, storeItemId].includes(inputs.id))?.Title;
  return html`<form class="card fees-form" role="search" aria-label="Sale" onSubmit=${(event: Event) => event.preventDefault()}>
    <${TextField} label="SKU or item" value=${id} onInput=${typeId} list=${LIST} autocomplete="off" spellcheck=${false} hint=${title ?? ''} />
    <datalist id=${LIST}>${listings.map(({ SellerSKU, Title }) => html`<option key=${SellerSKU} value=${SellerSKU}>${Title}</option>`)}</datalist>
    <${AmountField} name="price" label="Price" own=${own?.price} market=${market} />
    <${AmountField} name="shipping" label="Shipping" own=${own?.shipping} market=${market} />
    <${SelectField} label="If the store ships" value=${inputs.isExpedited ? 'expedited' : ''} options=${deliveries} onChange=${(delivery: string) => setQuery({ delivery })} />
  </form>`;
}

type AmountFieldProps = {
  name: string;
  label: string;
  own: number | undefined;
  market: Marketplace;
};

function AmountField({ name, label, own, market: { currency } }: AmountFieldProps): VNode {
  const [text, type] = useTypedQuery(name);
  const example = (own ?? 20).toFixed(decimalsOf(currency));
  const { error, echo } = amountNotes(text, currency, own);
  const hint = error ? undefined : (echo ?? (own === undefined ? undefined : `Yours: ${moneyText(own)}`));
  return html`<${TextField} label=${`${label} (${currency})`} value=${text} onInput=${type} inputmode="decimal" autocomplete="off" placeholder=${own === undefined ? '' : example} error=${error} hint=${hint} />`;
}
