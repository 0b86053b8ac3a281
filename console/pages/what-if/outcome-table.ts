import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Badge } from '../../components/badge.ts';
import { type Column, DataTable, type Sort } from '../../components/data-table.ts';
import { SelectField } from '../../components/field.ts';
import { Money } from '../../components/money.ts';
import { html } from '../../html.ts';
import type { Marketplace } from '../../marketplace.ts';
import { hrefOf, place, setQuery } from '../../router.ts';
import { download } from './download.ts';
import { exportOf } from './export.ts';
import { explainOutcome, isApplied, type Outcome, outcomes as order, outcomeOf } from './outcome.ts';
import { arranged } from './rows.ts';
import { netsOf } from './totals.ts';

const Result = ({ of }: { of: Outcome }): VNode =>
  html`<span title=${explainOutcome(of)}><${Badge} tone=${outcomeOf(of.status).tone}>${outcomeOf(of.status).label}<//></span>`;

const NewPrice = ({ of }: { of: Outcome }): VNode =>
  html`<${Money} of=${isApplied(of) ? of.NewPrice?.ListingPrice : undefined} />`;

/** Where there is little room the figures move under the name, those of today first. */
const columns: readonly Column<Outcome>[] = [
  {
    id: 'sku',
    label: 'Listing',
    canSort: true,
    cell: (row) =>
      html`<a class="one-line" href=${hrefOf('/listings', row.SellerSKU)} title=${row.SellerSKU}>${row.SellerSKU}</a><span class="what-if-title two-lines soft" title=${row.title}>${row.title ?? row.storeItemId}</span>`,
  },
  {
    id: 'result',
    label: 'Result',
    width: '7.5rem',
    canSort: true,
    isClear: true,
    importance: 3,
    cell: (row) => html`<${Result} of=${row} />`,
  },
  {
    id: 'now',
    label: 'Price now',
    width: '7rem',
    isNumber: true,
    importance: 1,
    canSort: true,
    cell: ({ PresentPrice }) => html`<${Money} of=${PresentPrice?.ListingPrice} />`,
  },
  {
    id: 'new',
    label: 'New price',
    width: '6.5rem',
    isNumber: true,
    canSort: true,
    importance: 4,
    cell: (row) => html`<${NewPrice} of=${row} />`,
  },
  {
    id: 'rival',
    label: 'Best rival',
    width: '7rem',
    isNumber: true,
    canSort: true,
    cell: ({ CompetingLandedPrice }) => html`<${Money} of=${CompetingLandedPrice} />`,
  },
  {
    id: 'net',
    label: 'Left now',
    width: '7rem',
    isNumber: true,
    canSort: true,
    cell: (row) => html`<${Money} of=${netsOf(row).now} />`,
  },
  {
    id: 'newNet',
    label: 'Left then',
    width: '6.5rem',
    isNumber: true,
    canSort: true,
    importance: 2,
    cell: (row) => html`<${Money} of=${netsOf(row).next} />`,
  },
];

/** Listing by listing: chosen outcome, order, and the file. */
export function OutcomeTable({ outcomes, market }: { outcomes: readonly Outcome[]; market: Marketplace }): VNode {
  const { query } = place.value;
  const show = query.get('show') ?? '';
  const [column = 'sku', direction] = (query.get('sort') ?? 'sku').split('.');
  const sort: Sort = { column, direction: direction === 'desc' ? 'descending' : 'ascending' };
  const rows = useMemo(() => arranged(outcomes, show, sort), [outcomes, show, column, direction]);
  const choices = useMemo(() => choicesOf(outcomes), [outcomes]);
  const onSort = ({ column: id, direction: way }: Sort) => setQuery({ sort: way === 'descending' ? `${id}.desc` : id });
  const save = () => download(exportOf(rows, market.currency), `what-if-${market.id}.csv`);
  return html`<div class="what-if-bar">
      <${SelectField} label="Show" value=${show} options=${choices} onChange=${(value: string) => setQuery({ show: value })} />
      <button type="button" onClick=${save}>Export as CSV</button>
    </div>
    <${DataTable} label="What would happen, listing by listing" columns=${columns} rows=${rows} keyOf=${({ SellerSKU }: Outcome) => SellerSKU} sort=${sort} onSort=${onSort} rowHeight=${56} />`;
}

/** The outcomes that occur, with their counts. */
function choicesOf(outcomes: readonly Outcome[]): { value: string; label: string }[] {
  const counts = new Map<string, number>();
  for (const { status } of outcomes) counts.set(status, (counts.get(status) ?? 0) + 1);
  const known = [...counts.keys()].toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  return [
    { value: '', label: `All (${outcomes.length.toLocaleString()})` },
    ...known.map((status) => ({
      value: status,
      label: `${outcomeOf(status).label} (${counts.get(status)?.toLocaleString()})`,
    })),
  ];
}
