import { request } from 'undici';
import { offerRecord } from '../crowd.ts';
import type { Callers } from './callers.ts';
import { bearer, MARKETPLACE } from './headers.ts';
import type { BenchListing } from './market.ts';
import { type OperatorClient, operatorToken } from './operator.ts';

const SELLERS = 20;
const LISTINGS_PER_SELLER = 3;
const PRICE_CHANGES = 10;
/** The events in one answer. */
const EVENTS = 20;
export const EVENTS_PATH = `/notifications/v4/events?limit=${EVENTS}`;

/**
 * Changes prices of some listings whose sellers receive events, as the operator does. Their sellers then have `EVENTS` at
 * least, and their items steps of history. Throws when they have not.
 */
export async function addActivity(callers: Callers, base: string, operator: OperatorClient): Promise<Callers> {
  const active = activeListings(callers);
  const token = await operatorToken(base, operator);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let n = 0; n < PRICE_CHANGES; n += 1) {
    for (const { itemId, sellerId, sku } of active) {
      // Cheap enough for the buy box. One by one: changes in one request may give one event.
      const record = offerRecord({ marketplaceId: MARKETPLACE, itemId, sellerId, sku }, 100 + n);
      const body = JSON.stringify([record]);
      const answer = await request(`${base}/operator/v1/changes`, { method: 'POST', headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`price changes: ${answer.statusCode} ${text}`);
    }
  }
  const withActivity = { ...callers, active };
  for (const sellerId of sellersOf(active)) await assertEvents(withActivity, base, sellerId);
  return withActivity;
}

export const sellersOf = (listings: readonly BenchListing[]) => [...new Set(listings.map(({ sellerId }) => sellerId))];

/** Some new listings of each of some sellers who have a destination: these receive events. */
function activeListings({ bySeller, channels }: Callers): BenchListing[] {
  return bySeller
    .map((own) => own.filter(({ condition }) => condition === 'New').slice(0, LISTINGS_PER_SELLER))
    .filter((own) => own.length === LISTINGS_PER_SELLER && channels.has(own[0]?.sellerId ?? ''))
    .slice(0, SELLERS)
    .flat();
}

async function assertEvents(callers: Callers, base: string, sellerId: string): Promise<void> {
  const answer = await request(`${base}${EVENTS_PATH}`, { headers: bearer(callers, sellerId) });
  const { events = [] } = (await answer.body.json()) as { events?: object[] };
  if (events.length < EVENTS) throw new Error(`Seller ${sellerId} has ${events.length} events instead of ${EVENTS}.`);
}
