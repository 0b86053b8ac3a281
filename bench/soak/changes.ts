import { request } from 'undici';
import { openDb } from '../../src/db/open.ts';
import { insertClient, ownApplication } from '../../src/idp/clients.ts';
import { randomHex } from '../../src/idp/secrets.ts';
import { offerRecord } from '../crowd.ts';
import { MARKETPLACE } from '../requests/headers.ts';
import type { LoadRequest } from '../requests/load.ts';
import type { BenchListing } from '../requests/market.ts';

type OperatorClient = { id: string; secret: string };

/** Adds a client of the operator to the provider's store, which nobody uses yet. */
export async function addOperator(file: string): Promise<OperatorClient> {
  const db = await openDb({ file });
  const client = { id: 'soak-operator', secret: randomHex(32) };
  await insertClient(db, { ...client, kind: 'operator', metadata: ownApplication, createdAt: Date.now() });
  await db.close();
  return client;
}

export async function operatorToken(base: string, { id, secret }: OperatorClient): Promise<string> {
  const headers = {
    authorization: `Basic ${btoa(`${id}:${secret}`)}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const body = 'grant_type=client_credentials';
  const answer = await request(`${base}/auth/v4/token`, { method: 'POST', headers, body });
  const { access_token: token } = (await answer.body.json()) as { access_token: string };
  return token;
}

/** Prices of the listings, one after the other, so low that each change moves a buy box and is told. */
export function priceChanges(listings: readonly BenchListing[], token: string): (turn: number) => LoadRequest {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
  return (turn) => {
    const { itemId, sellerId, sku } = listings[turn % listings.length] as BenchListing;
    const round = Math.floor(turn / listings.length);
    const record = offerRecord({ marketplaceId: MARKETPLACE, itemId, sellerId, sku }, 100 + ((turn + round) % 50));
    return { method: 'POST', path: '/operator/v1/changes', headers, body: JSON.stringify(record) };
  };
}
