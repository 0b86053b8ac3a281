import type { ListingCount } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { SelectField, TextField } from '../../components/field.ts';
import { Segments } from '../../components/segments.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { setQuery } from '../../router.ts';
import { listingStates } from '../../states/listing.ts';
import { wordsIn } from '../../states/state-words.ts';
import { countOf } from './list-length.ts';
import { type ListChoice, STATES } from './list-query.ts';

type FiltersProps = { choice: ListChoice; counts: readonly ListingCount[] | undefined };

const TYPING_MS = 250;

const orders = [
  { value: 'sku asc', label: 'SKU' },
  { value: 'price asc', label: 'Price, lowest first' },
  { value: 'price desc', label: 'Price, highest first' },
  { value: 'gap desc', label: 'Largest gap first' },
  { value: 'gap asc', label: 'Smallest gap first' },
  { value: 'net asc', label: 'Net after fees, lowest first' },
  { value: 'net desc', label: 'Net after fees, highest first' },
  { value: 'share asc', label: 'Buy box share, lowest first' },
  { value: 'share desc', label: 'Buy box share, highest first' },
  { value: 'state asc', label: 'State, lost first' },
  { value: 'state desc', label: 'State, won first' },
  { value: 'changed desc', label: 'Newest change first' },
  { value: 'changed asc', label: 'Oldest change first' },
  { value: 'sku desc', label: 'SKU, backwards' },
];

export function Filters({ choice, counts }: FiltersProps): VNode {
  const { state, sort, order } = choice;
  const options = [
    { id: '', label: html`All ${count(counts, [])}` },
    ...STATES.map((id) => ({ id, label: html`${wordsIn(listingStates, id).label} ${count(counts, [id])}` })),
  ];
  return html`<div class="list-filters" role="search" aria-label="Listings">
    <${Search} text=${choice.text} />
    <${SelectField} label="Sort by" value=${`${sort} ${order}`} options=${orders} onChange=${(value: string) => setSort(value)} />
    <${Segments} label="State" options=${options} current=${state ?? ''} onChange=${(id: string) => setQuery({ state: id || undefined })} />
  </div>`;
}

export function setSort(value: string): void {
  const [sort, order] = value.split(' ');
  setQuery(value === 'sku asc' ? { sort: undefined, order: undefined } : { sort, order });
}

function count(counts: FiltersProps['counts'], states: readonly string[]): VNode | undefined {
  if (!counts) return undefined;
  const { count: number, isExact } = countOf(counts, states);
  return html`<span class="soft">${numberText(number)}${isExact ? '' : '+'}</span>`;
}

/** The list follows when the reader pauses, not with every letter. */
function Search({ text }: { text: string }): VNode {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped((before) => (before.trim() === text ? before : text)), [text]);
  useEffect(() => {
    if (typed.trim() === text) return undefined;
    const timer = setTimeout(() => setQuery({ q: typed.trim() }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return html`<${TextField} label="Search" type="search" value=${typed} placeholder="SKU, item or title" autocomplete="off" maxlength="100" onInput=${setTyped} />`;
}
