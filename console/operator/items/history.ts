import type { ItemHistoryStep } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { type Column, DataTable } from '../../components/data-table.ts';
import { Money } from '../../components/money.ts';
import { PageState } from '../../components/page-state.ts';
import { Time } from '../../components/time.ts';
import { html } from '../../html.ts';
import { hrefOf } from '../../router.ts';
import { client } from '../api.ts';
import { Paged } from '../parts/pages.ts';
import type { CustomerType } from './offers.ts';

const columns: readonly Column<ItemHistoryStep>[] = [
  { id: 'at', label: 'From', cell: ({ at }) => html`<${Time} at=${at} isFocusable=${false} />` },
  {
    id: 'holder',
    label: 'Holder',
    width: '14',
    importance: 2,
    isClear: true,
    cell: ({ BuyBox }) =>
      BuyBox === undefined
        ? 'nobody'
        : html`<a title=${BuyBox.SellerId} href=${hrefOf('/sellers', BuyBox.SellerId)}>${BuyBox.SellerName ?? BuyBox.SellerId}</a>`,
  },
  { id: 'sku', label: 'SKU', width: '11', isOptional: true, cell: ({ BuyBox }) => BuyBox?.SellerSKU ?? '–' },
  {
    id: 'price',
    label: 'Price',
    width: '7',
    isNumber: true,
    importance: 1,
    cell: ({ BuyBox }) => html`<${Money} of=${BuyBox?.LandedPrice} />`,
  },
  {
    id: 'lowest',
    label: 'Lowest',
    width: '7',
    isNumber: true,
    cell: ({ LowestPrice }) => html`<${Money} of=${LowestPrice?.LandedPrice} />`,
  },
];

export const CONDITIONS = ['New', 'Used', 'Collectible', 'Refurbished', 'Club'] as const;

type HistoryProps = {
  marketplaceId: string;
  storeItemId: string;
  customers: CustomerType;
  condition: (typeof CONDITIONS)[number];
};

/** Who held the buy box of a condition, at which price, the newest first. */
export function History({ marketplaceId, storeItemId, customers, condition }: HistoryProps): VNode {
  const ask = async (nextToken: string | undefined, signal: AbortSignal) => {
    const { payload } = await client.getItemHistory({
      path: { storeItemId },
      query: {
        ...{ MarketplaceId: marketplaceId, ItemCondition: condition, CustomerType: customers },
        ...(nextToken && { nextToken }),
      },
      signal,
    });
    return { rows: payload.Steps.toReversed(), nextToken: payload.nextToken };
  };
  const content = (rows: readonly ItemHistoryStep[]) =>
    html`<${DataTable} label="History of the buy box" columns=${columns} rows=${rows} keyOf=${({ at }: ItemHistoryStep) => at} rowHeight=${44} isWhole />`;
  const empty = html`<${PageState} state="empty" title="Nothing is known yet" hint="The history begins when the item is first on sale." />`;
  return html`<${Paged} ask=${ask} inputs=${[marketplaceId, storeItemId, customers, condition]} content=${content} empty=${empty} />`;
}
