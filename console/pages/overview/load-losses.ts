import type { Listing } from 'marketplace-seller-sdk';
import { client } from '../../api.ts';
import { losesMoney } from '../../losses.ts';

/** Listings that win the buy box and lose money with each sale. */
export type Losses = {
  readonly listings: readonly Listing[];
  /** How many listings were looked at, and whether these are all that win. */
  readonly checked: number;
  readonly isAll: boolean;
};

const PAGE = 100;
const MAX_PAGES = 3;

/**
 * The service filters by state, not by net: fees depend on the day. So this looks at listings that win, the cheapest first, as fixed fees
 * take most of those. Lost listings are rows already, and others do not sell.
 */
export async function loadLosses(MarketplaceId: string, signal: AbortSignal): Promise<Losses> {
  const state: ('winning' | 'noCompetition')[] = ['winning', 'noCompetition'];
  const query = { MarketplaceId, state, sort: 'price' as const, pageSize: PAGE };
  const found: Listing[] = [];
  let checked = 0;
  let nextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const more = nextToken === undefined ? {} : { nextToken };
    const { payload } = await client.getListings({ query: { ...query, ...more }, signal });
    checked += payload.Listings.length;
    found.push(...payload.Listings.filter(({ NetAtOwnPrice }) => losesMoney(NetAtOwnPrice)));
    nextToken = payload.nextToken;
    if (nextToken === undefined) break;
  }
  return { listings: found, checked, isAll: nextToken === undefined };
}
