import type { PriceChangeReceipt } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { type Column, DataTable } from '../../components/data-table.ts';
import { moneyText } from '../../components/money.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { priceChangeStates } from '../../states/price-change.ts';
import { changedTermsText, outcomeText } from '../receipt-words.ts';

/** What became of each change. */
export const OutcomeList = ({ receipts }: { receipts: readonly PriceChangeReceipt[] }): VNode =>
  html`<${DataTable} label="What became of each" columns=${columns} rows=${receipts} keyOf=${({ PriceChangeId }: PriceChangeReceipt) => PriceChangeId} />`;

const columns: readonly Column<PriceChangeReceipt>[] = [
  {
    id: 'sku',
    label: 'Listing',
    cell: ({ SellerSKU }) => html`<a href=${hrefOf('/listings', SellerSKU)}>${SellerSKU}</a>`,
  },
  {
    id: 'state',
    label: 'State',
    width: '7rem',
    isClear: true,
    importance: 3,
    cell: ({ State }) => html`<${StateBadge} of=${priceChangeStates} state=${State} />`,
  },
  {
    id: 'terms',
    label: 'Change',
    width: '10rem',
    importance: 2,
    cell: (receipt) => changedTermsText(receipt, moneyText),
  },
  {
    id: 'why',
    label: 'What happened',
    width: '24rem',
    importance: 1,
    cell: (receipt) => html`<span class="why">${outcomeText(receipt)}</span>`,
  },
];
