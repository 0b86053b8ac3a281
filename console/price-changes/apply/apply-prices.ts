import type { WhatIfResult } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Loss } from '../../components/net.ts';
import { WriteButton } from '../../components/write-button.ts';
import { html } from '../../html.ts';
import type { Marketplace } from '../../marketplace.ts';
import { useWhyNoChanges } from '../use-why-no-changes.ts';
import { ApplyResult, listings } from './apply-result.ts';
import { listingsOf, losingRows, type ReviewRow, reviewRows } from './review-rows.ts';
import { ReviewTable } from './review-table.ts';
import { type Bulk, useApply } from './use-apply.ts';

type ApplyPricesProps = {
  /** Listings that a strategy gives a price. */
  outcomes: readonly WhatIfResult[];
  market: Marketplace;
  isBusiness: boolean;
};

/** Makes the tried prices the real ones, after a review. */
export function ApplyPrices({ outcomes, ...rest }: ApplyPricesProps): VNode | null {
  const [reviewed, setReviewed] = useState<readonly ReviewRow[]>();
  const why = useWhyNoChanges();
  const rows = reviewRows(outcomes);
  if (why) return html`<p class="soft small">${why}</p>`;
  if (reviewed) return html`<${Review} first=${reviewed} ...${rest} onClose=${() => setReviewed(undefined)} />`;
  if (rows.length === 0) return null;
  // What loses money is not the page's main offer.
  const isMain = rows.some(({ isChosen }) => isChosen);
  return html`<p><button type="button" class=${isMain && 'main'} onClick=${() => setReviewed(rows)}>Apply to ${listings(rows.length)} …</button></p>`;
}

type ReviewProps = Omit<ApplyPricesProps, 'outcomes'> & { first: readonly ReviewRow[]; onClose: () => void };

/** The rows stay as they were when the review began, whatever the market does. */
function Review({ first, market, isBusiness, onClose }: ReviewProps): VNode {
  const [rows, setRows] = useState(first);
  const applying = useApply(market);
  const wanted = listingsOf(rows);
  const hasBegun = applying.total > 0;
  const choose = (sku: string, isChosen: boolean) =>
    setRows((before) => before.map((row) => (row.outcome.SellerSKU === sku ? { ...row, isChosen } : row)));
  const send = (bulk: Omit<Bulk, 'isBusiness'>) => applying.begin({ ...bulk, isBusiness });
  const confirm = (skus: readonly string[]) =>
    send({ wanted: wanted.filter(({ SellerSKU }) => skus.includes(SellerSKU)), Confirm: true });
  const left = rows.length - wanted.length;
  const losing = losingRows(rows);
  return html`<section class="card review">
    <h2>${hasBegun ? 'New prices' : 'Review the new prices'}</h2>
    ${
      hasBegun
        ? html`<${ApplyResult} applying=${applying} onConfirm=${confirm} />`
        : html`<p class="soft small">${left > 0 && `${listings(left)} of ${rows.length} left out. `}Prices that lose money are left out until you choose them.</p>
          <${Loss} text=${losing > 0 && `${listings(losing)} would lose money with each sale.`} />
          <${ReviewTable} rows=${rows} onChoose=${choose} />`
    }
    <p class="use-price">
      ${!hasBegun && html`<${WriteButton} type="button" class=${losing === 0 && 'main'} disabled=${wanted.length === 0} onClick=${() => send({ wanted })}>Apply to ${listings(wanted.length)}<//>`}
      <button type="button" disabled=${applying.isBusy} onClick=${onClose}>${hasBegun ? 'Close' : 'Cancel'}</button>
    </p>
  </section>`;
}
