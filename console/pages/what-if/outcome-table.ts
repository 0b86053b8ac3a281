import type { WhatIfPrice } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { decimalsOf } from '../../amounts.ts';
import { Badge } from '../../components/badge.ts';
import { type Column, DataTable, type Sort } from '../../components/data-table.ts';
import { SelectField } from '../../components/field.ts';
import { ListingName } from '../../components/listing-name.ts';
import { Money, moneyText } from '../../components/money.ts';
import { Profit } from '../../components/net.ts';
import { download } from '../../download.ts';
import { numberText } from '../../formats.ts';
import { html } from '../../html.ts';
import { isLoss } from '../../losses.ts';
import { type Marketplace, marketplace } from '../../marketplace.ts';
import { place, setQuery } from '../../router.ts';
import { differencesOf, wouldLoseMoney } from './differences.ts';
import { exportOf } from './export.ts';
import { explainOutcome, isApplied, type Outcome, outcomes as order, outcomeOf } from './outcome.ts';
import { arranged } from './rows.ts';
import { netsOf } from './totals.ts';

const Result = ({ of }: { of: Outcome }): VNode =>
  html`<span title=${explainOutcome(of)}><${Badge} tone=${toneOf(of)}>${outcomeOf(of.status).label}<//></span>`;

/** A price that loses money is not shown as good. */
function toneOf(of: Outcome) {
  const { tone } = outcomeOf(of.status);
  return tone === 'good' && wouldLoseMoney(of) ? 'warn' : tone;
}

/** Below the net, where a cost is known. */
const ProfitLine = ({ of }: { of: WhatIfPrice | undefined }): VNode | null =>
  of?.AfterFees.Profit ? html`<span class="second"><${Profit} of=${of.AfterFees.Profit} /></span>` : null;

const losesMark = html`<span class="loss">loses money</span>`;

/** Below an amount: by how much it differs from the present one. */
const Difference = ({ of }: { of: number | undefined }): VNode | null =>
  of === undefined || of === 0 ? null : html`<span class="second">${moneyText(of, true)}</span>`;

const differences = (of: Outcome) => differencesOf(of, decimalsOf(marketplace.value?.currency ?? 'USD'));

/** The result says in words that it is a loss. */
const NetThen = ({ of }: { of: Outcome }): VNode =>
  html`<span class=${isLoss(of.NewPrice?.AfterFees.Net) && 'loss'}><${Money} of=${netsOf(of).next} /></span><${Difference} of=${differences(of).net} /><${ProfitLine} of=${of.NewPrice} />`;

const NetNow = ({ of }: { of: Outcome }): VNode => {
  const { now } = netsOf(of);
  return now !== undefined && now < 0
    ? html`<span class="loss"><${Money} of=${now} /></span><span class="second">${losesMark}</span>`
    : html`<${Money} of=${now} /><${ProfitLine} of=${of.PresentPrice} />`;
};

const NewPrice = ({ of }: { of: Outcome }): VNode => {
  const price = isApplied(of) ? of.NewPrice : undefined;
  return html`<${Money} of=${price?.ListingPrice} /><${Difference} of=${differences(of).price} /><${Landed} of=${price} />`;
};

/** Listings, and the best rival, show prices with shipping: this is the figure to compare with them. */
const Landed = ({ of }: { of: WhatIfPrice | undefined }): VNode | null =>
  of?.LandedPrice && of.Shipping && of.Shipping.Amount > 0
    ? html`<span class="second what-if-landed"><span>${moneyText(of.LandedPrice)}</span> <span>with shipping</span></span>`
    : null;

/** Where there is little room the figures move under the name, those of today first. */
const columns: readonly Column<Outcome>[] = [
  {
    id: 'sku',
    label: 'Listing',
    canSort: true,
    cell: ({ SellerSKU, Title }) => html`<${ListingName} sku=${SellerSKU} title=${Title} />`,
  },
  {
    id: 'result',
    label: 'Result',
    width: '7rem',
    canSort: true,
    isClear: true,
    importance: 3,
    cell: (row) =>
      html`<${Result} of=${row} />${wouldLoseMoney(row) && html`<span class="second">${losesMark}</span>`}`,
  },
  {
    id: 'now',
    label: 'Price now',
    width: '6.5rem',
    isNumber: true,
    importance: 1,
    canSort: true,
    cell: ({ PresentPrice }) => html`<${Money} of=${PresentPrice?.ListingPrice} /><${Landed} of=${PresentPrice} />`,
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
    width: '6rem',
    isNumber: true,
    canSort: true,
    cell: ({ CompetingLandedPrice }) => html`<${Money} of=${CompetingLandedPrice} />`,
  },
  {
    id: 'net',
    label: 'Net now',
    width: '6rem',
    isNumber: true,
    canSort: true,
    cell: (row) => html`<${NetNow} of=${row} />`,
  },
  {
    id: 'newNet',
    label: 'Net then',
    width: '6rem',
    isNumber: true,
    canSort: true,
    importance: 2,
    cell: (row) => html`<${NetThen} of=${row} />`,
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
    { value: '', label: `All (${numberText(outcomes.length)})` },
    ...known.map((status) => ({
      value: status,
      label: `${outcomeOf(status).label} (${numberText(counts.get(status) ?? 0)})`,
    })),
  ];
}
