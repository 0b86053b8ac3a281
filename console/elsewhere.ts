import type { VNode } from 'preact';
import { shellClient } from './api.ts';
import { listText } from './formats.ts';
import { html } from './html.ts';
import { type Loaded, useLoad } from './load.ts';
import { type Marketplace, marketplace, marketplaces } from './marketplace.ts';

type Search = {
  readonly text: string;
  /** Only a listing whose whole SKU is the text counts. */
  readonly isSku: boolean;
};

/** Which of the seller's other marketplaces have what this one has not. */
export function useElsewhere({ text, isSku }: Search): Loaded<readonly Marketplace[]> {
  const here = marketplace.value?.id;
  const others = marketplaces.value.filter(({ id }) => id !== here);
  return useLoad(
    async (signal) => {
      if (text === '') return [];
      const answers = await Promise.all(others.map(({ id }) => hasListing(id, { text, isSku }, signal)));
      return others.filter((_, n) => answers[n]);
    },
    [here, text, isSku],
  );
}

/** One marketplace that does not answer must not hide the others: it counts as one that has nothing. */
async function hasListing(MarketplaceId: string, { text, isSku }: Search, signal: AbortSignal): Promise<boolean> {
  const query = { MarketplaceId, query: text, pageSize: PAGE_SIZE };
  const answer = await shellClient.getListings({ query, signal }).catch(() => undefined);
  return answer?.payload.Listings.some(({ SellerSKU }) => !isSku || SellerSKU === text) ?? false;
}

/** A SKU as a whole comes before SKUs that contain it. */
const PAGE_SIZE = 20;

/** Links to a page of those marketplaces. */
export const ElsewhereLinks = ({ found, hrefIn, label = 'Open it in' }: ElsewhereProps): VNode =>
  html`<p>${found.map(({ id, name }) => html`<a key=${id} class="action" href=${hrefIn(id)}>${label} ${name}</a> `)}</p>`;

type ElsewhereProps = { found: readonly Marketplace[]; hrefIn: (marketplaceId: string) => string; label?: string };

/** `Store Canada`; `Store Canada and Store US`. */
export const namesOf = (found: readonly Marketplace[]): string => listText(found.map(({ name }) => name));
