import type { ListingLimitsResult } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { html } from '../../../html.ts';
import type { EditedListing } from './load-limits.ts';
import { savedNote } from './wanted-limits.ts';

type SaveSummaryProps = { results: readonly ListingLimitsResult[]; listings: readonly EditedListing[] };

/** What there is to say about saved listings of a file that have no row in the table. */
export function SaveSummary({ results, listings }: SaveSummaryProps): VNode | null {
  const inTable = new Set(listings.map(({ sku }) => sku));
  const others = results.filter(
    ({ SellerSKU, Limits, PresentPriceOutside }) => !inTable.has(SellerSKU) && (!Limits || PresentPriceOutside),
  );
  if (others.length === 0) return null;
  return html`<ul class="small limits-review">${others.map((one) => html`<li key=${one.SellerSKU}><code>${one.SellerSKU}</code> ${savedNote(one)}</li>`)}</ul>`;
}
