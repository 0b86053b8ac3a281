import type { CreateReportData } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { SelectField, TextField } from '../../components/field.ts';
import { toast } from '../../components/toast.ts';
import { WriteButton } from '../../components/write-button.ts';
import { html } from '../../html.ts';
import { type Marketplace, marketplaces } from '../../marketplace.ts';
import { setQuery } from '../../router.ts';
import { SkuList } from '../what-if/sku-list.ts';
import { errorText } from './error-text.ts';
import { isLocalTime, parametersIn, type ReportField, reportTypes, typeIn } from './report-types.ts';

const FORMATS = [
  { value: 'CSV', label: 'CSV, for spreadsheets' },
  { value: 'JSONL', label: 'JSONL, for programs' },
];
/** Where the comma is the decimal sign, the semicolon separates. */
const LOCALES = [
  { value: 'en-US', label: '1,234.50 and commas' },
  { value: 'de-DE', label: '1234,50 and semicolons' },
];

export type ReportChoice = {
  readonly reportType: string;
  readonly marketplaceIds: readonly string[];
  readonly format: string;
  readonly locale: string | undefined;
};

/** What the address says, for a report or a schedule. */
export function choiceIn(query: URLSearchParams, market: Marketplace): ReportChoice {
  const format = query.get('format') === 'JSONL' ? 'JSONL' : 'CSV';
  const locale = LOCALES.find(({ value }) => value === query.get('locale'))?.value ?? 'en-US';
  const isEverywhere = query.get('where') === 'all';
  return {
    reportType: typeIn(query),
    marketplaceIds: isEverywhere ? marketplaces.value.map(({ id }) => id) : [market.id],
    ...{ format, locale: format === 'CSV' ? locale : undefined },
  };
}

type NewReportProps = { query: URLSearchParams; market: Marketplace; onAsked: () => void; onRegular: () => void };

/** The form; what is chosen is in the address, so pages lead here with their filters. */
export function NewReport({ query, market, onAsked, onRegular }: NewReportProps): VNode {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const choice = choiceIn(query, market);
  const { reportType, format, locale } = choice;
  const words = reportTypes[reportType];
  const read = parametersIn(query, reportType, market.currency);
  const missing = 'missing' in read ? read.missing : undefined;
  const ask = async () => {
    if (!('parameters' in read)) return;
    setBusy(true);
    setError('');
    try {
      await client.createReport({ body: { ...choice, parameters: read.parameters } as CreateReportData['body'] });
      toast('The report was asked for');
      onAsked();
    } catch (failure) {
      setError(errorText(failure));
    }
    setBusy(false);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void ask();
  };
  const choose = (name: string) => (value: string) => setQuery({ [name]: value });
  const where = [
    { value: '', label: market.name },
    { value: 'all', label: `All ${marketplaces.value.length} marketplaces` },
  ];
  return html`<form class="card report-form" onSubmit=${submit}>
    <h2>New report</h2>
    <div class="report-fields">
      <${SelectField} label="Report" value=${reportType} options=${Object.entries(reportTypes).map(([value, { label }]) => ({ value, label }))} onChange=${choose('type')} hint=${words?.about} />
      ${marketplaces.value.length > 1 && html`<${SelectField} label="Marketplaces" value=${query.get('where') ?? ''} options=${where} onChange=${choose('where')} />`}
      ${words?.fields.filter((field) => isNeeded(field, query)).map((field) => html`<${ParameterField} key=${`${reportType} ${field.name}`} field=${field} query=${query} isMissing=${missing === field.name} />`)}
      <${SelectField} label="Format" value=${format} options=${FORMATS} onChange=${choose('format')} />
      ${format === 'CSV' && html`<${SelectField} label="Numbers" value=${locale} options=${LOCALES} onChange=${choose('locale')} />`}
    </div>
    ${error && html`<p class="field-error" role="alert">${error}</p>`}
    <div class="report-actions">
      <${WriteButton} type="submit" class="main" disabled=${isBusy || missing !== undefined}>Make the report<//>
      <button type="button" disabled=${missing !== undefined} onClick=${onRegular}>Make it regularly</button>
    </div>
  </form>`;
}

/** Only two strategies have an amount. */
const isNeeded = ({ name }: ReportField, query: URLSearchParams): boolean =>
  name !== 'amount' || ['beatBy', 'setTo'].includes(query.get('strategy') ?? '');

type ParameterProps = { field: ReportField; query: URLSearchParams; isMissing: boolean };

function ParameterField({ field, query, isMissing }: ParameterProps): VNode {
  const { name, label, kind, hint, options = [] } = field;
  const value = query.get(name) ?? '';
  const write = (text: string) => setQuery({ [name]: text });
  if (kind === 'choice') {
    const several = severalOf(value, options);
    const offered = several ? [...options, several] : options;
    const isKnown = offered.some((one) => one.value === value);
    return html`<${SelectField} label=${label} value=${isKnown ? value : options[0]?.value} options=${offered} onChange=${write} />`;
  }
  if (kind === 'list')
    return html`<${SkuList} path="/reports" rows=${2} skus=${query.getAll(name).filter(Boolean)} hint=${hint} />`;
  const error = isMissing ? 'Enter an amount, such as 12.50.' : undefined;
  return html`<${TextField} label=${label} hint=${hint} error=${error} type=${kind === 'day' ? (isLocalTime(value) ? 'datetime-local' : 'date') : 'text'} inputmode=${kind === 'amount' ? 'decimal' : undefined} value=${value} onInput=${write} autocomplete="off" />`;
}

type Option = { readonly value: string; readonly label: string };

/** A page may lead here with several of them. */
function severalOf(value: string, options: readonly Option[]): Option | undefined {
  const chosen = value.split(',').flatMap((one) => options.find((option) => option.value === one) ?? []);
  return chosen.length > 1 ? { value, label: chosen.map(({ label }) => label).join(', ') } : undefined;
}
