import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Badge } from '../../components/badge.ts';
import { type Column, DataTable } from '../../components/data-table.ts';
import { CheckField } from '../../components/field.ts';
import { Money } from '../../components/money.ts';
import { Proceeds } from '../../components/net.ts';
import { html } from '../../html.ts';
import { losesMoney } from '../../losses.ts';
import type { ReviewRow } from './review-rows.ts';

type ReviewTableProps = { rows: readonly ReviewRow[]; onChoose: (sku: string, isChosen: boolean) => void };

/** What would be sent, listing by listing. */
export function ReviewTable({ rows, onChoose }: ReviewTableProps): VNode {
  const columns = useMemo(() => columnsWith(onChoose), []);
  return html`<${DataTable} label="Prices to apply" columns=${columns} rows=${rows} keyOf=${({ outcome }: ReviewRow) => outcome.SellerSKU} />`;
}

const columnsWith = (onChoose: ReviewTableProps['onChoose']): Column<ReviewRow>[] => [
  {
    id: 'sku',
    label: 'Listing',
    cell: ({ outcome: { SellerSKU, Title }, isChosen }) =>
      html`<${CheckField} label=${html`${Title ?? SellerSKU} <code>${SellerSKU}</code>`} isChecked=${isChosen} onChange=${(to: boolean) => onChoose(SellerSKU, to)} />`,
  },
  {
    id: 'now',
    label: 'Price now',
    width: '6rem',
    isNumber: true,
    cell: ({ outcome: { PresentPrice } }) => html`<${Money} of=${PresentPrice?.ListingPrice} />`,
  },
  {
    id: 'new',
    label: 'New price',
    width: '6rem',
    isNumber: true,
    importance: 3,
    cell: ({ outcome: { NewPrice } }) => html`<${Money} of=${NewPrice?.ListingPrice} />`,
  },
  {
    id: 'net',
    label: 'Brings',
    width: '9rem',
    importance: 2,
    cell: ({ outcome: { NewPrice } }) => html`<${Proceeds} of=${NewPrice?.AfterFees} />`,
  },
  {
    id: 'wins',
    label: 'Buy box',
    width: '6rem',
    isClear: true,
    importance: 1,
    // A price that loses money is not shown as good.
    cell: ({ outcome: { WouldWin, NewPrice } }) =>
      html`<${Badge} tone=${WouldWin ? (losesMoney(NewPrice?.AfterFees) ? 'warn' : 'good') : 'bad'}>${WouldWin ? 'Would win' : 'Would lose'}<//>`,
  },
];
