import { offerRecord } from '../crowd.ts';
import { MARKETPLACE } from '../requests/headers.ts';
import type { LoadRequest } from '../requests/load.ts';
import type { BenchListing } from '../requests/market.ts';

/** Prices of the listings, one after the other, so low that each change moves a buy box and gives events. */
export function priceChanges(listings: readonly BenchListing[], token: string): (turn: number) => LoadRequest {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
  return (turn) => {
    const { itemId, sellerId, sku } = listings[turn % listings.length] as BenchListing;
    const round = Math.floor(turn / listings.length);
    const record = offerRecord({ marketplaceId: MARKETPLACE, itemId, sellerId, sku }, 100 + ((turn + round) % 50));
    return { method: 'POST', path: '/operator/v1/changes', headers, body: JSON.stringify(record) };
  };
}
