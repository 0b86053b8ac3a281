import type { PriceChangeReceipt, PriceChangeState } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { client } from '../../api.ts';
import { PageState } from '../../components/page-state.ts';
import { html } from '../../html.ts';
import { useLiveReload } from '../../live.ts';
import { shown, useLoad } from '../../load.ts';
import { FollowedReceipts } from '../../price-changes/outcomes/followed-receipts.ts';
import { useOutcomes } from '../../price-changes/outcomes/use-outcomes.ts';
import { WaitingNote } from '../../price-changes/outcomes/waiting-note.ts';
import { hrefOf } from '../../router.ts';
import { ReceiptRow } from './receipt-row.ts';

type ReceiptListProps = { sku: string; state: string };

const PAGE = 25;
const NONE: readonly PriceChangeReceipt[] = [];

/** The newest first. Another filter is another list. */
export function ReceiptList({ sku, state }: ReceiptListProps): VNode {
  const [pages, setPages] = useState(1);
  const loaded = useLoad((signal) => loadPages({ sku, state }, pages, signal), [pages]);
  useLiveReload(loaded.reload, 'everywhere');
  const followed = useRef(new FollowedReceipts());
  const outcomes = useOutcomes(followed.current.with(loaded.value?.receipts ?? NONE), () => {});
  return shown(
    loaded,
    ({ hasMore }) =>
      outcomes.receipts.length === 0
        ? html`<${NoReceipts} isFiltered=${sku !== '' || state !== ''} />`
        : html`<${WaitingNote} of=${outcomes} />
          <ul class="receipts">${outcomes.receipts.map((receipt) => html`<${ReceiptRow} key=${receipt.PriceChangeId} receipt=${receipt} isOfOneSku=${sku !== ''} onChanged=${loaded.reload} />`)}</ul>
          ${hasMore && html`<p><button type="button" disabled=${loaded.isLoading} onClick=${() => setPages(pages + 1)}>Show older</button></p>`}`,
    6,
  );
}

function NoReceipts({ isFiltered }: { isFiltered: boolean }): VNode {
  if (isFiltered)
    return html`<${PageState} state="empty" title="No change fits" hint="Change the SKU or the state. A SKU counts as a whole." />`;
  const action = html`<a class="action" href=${hrefOf('/listings')}>Go to your listings</a>`;
  return html`<${PageState} state="empty" title="No price was changed yet" hint="On a listing, “Use this price” changes it, and the receipt comes here." action=${action} />`;
}

async function loadPages({ sku, state }: ReceiptListProps, pages: number, signal: AbortSignal) {
  const filter = {
    limit: PAGE,
    names: true,
    ...(sku && { SellerSKU: sku }),
    ...(state && { state: state as Exclude<PriceChangeState, string & {}> }),
  };
  const receipts: PriceChangeReceipt[] = [];
  let after: string | undefined;
  for (let page = 0; page < pages && (page === 0 || after !== undefined); page += 1) {
    const query = { ...filter, ...(after === undefined ? {} : { after }) };
    const { payload } = await client.getPriceChanges({ query, signal });
    receipts.push(...payload.Receipts);
    after = payload.nextToken;
  }
  return { receipts, hasMore: after !== undefined };
}
