import type { Db } from '../../src/db/db.ts';
import { migrate } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/open.ts';
import { rightsWith } from '../../src/domain/authorization/rights.ts';
import type { Offer } from '../../src/domain/market/offer.ts';
import { insertClient, ownApplication } from '../../src/idp/clients.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { randomHex } from '../../src/idp/secrets.ts';

const SKUS_PER_SELLER = 200;
/** The most listings in one request of the service. */
export const CATALOGUE_SKUS = 500;

export type BenchListing = Pick<Offer, 'itemId' | 'sellerId' | 'sku' | 'condition'>;
export type BenchClient = { sellerId: string; id: string; secret: string };

/** SKUs of a seller with a large catalogue. */
type Catalogue = { sellerId: string; skus: string[] };

/**
 * The data for requests: one listing of each item, some listings of each seller, more of sellers who have `CATALOGUE_SKUS`,
 * and each seller's application.
 */
export type BenchMarket = {
  listings: BenchListing[];
  bySeller: BenchListing[][];
  catalogues: Catalogue[];
  clients: BenchClient[];
  offers: number;
};

/** One listing of each item, from changing sellers, and the first listings of each seller that has enough of them. */
export async function listingsOf(db: Db) {
  const byItem = new Map<string, BenchListing>();
  const bySeller = new Map<string, BenchListing[]>();
  const skusOf = new Map<string, string[]>();
  let n = 0;
  for await (const { record } of db.each<{ record: string }>('SELECT record FROM offer ORDER BY seller_id, sku')) {
    const { itemId, sellerId, sku, condition } = JSON.parse(record) as Offer;
    const listing = { itemId, sellerId, sku, condition };
    if (!byItem.has(itemId) || n++ % 8 === 0) byItem.set(itemId, listing);
    const own = bySeller.get(sellerId) ?? [];
    if (own.length < SKUS_PER_SELLER) own.push(listing);
    bySeller.set(sellerId, own);
    const skus = skusOf.get(sellerId) ?? [];
    if (skus.length < CATALOGUE_SKUS) skus.push(sku);
    skusOf.set(sellerId, skus);
  }
  const catalogues = [...skusOf].map(([sellerId, skus]) => ({ sellerId, skus }));
  return {
    listings: [...byItem.values()],
    bySeller: [...bySeller.values()].filter((own) => own.length >= 20),
    catalogues: catalogues.filter(({ skus }) => skus.length === CATALOGUE_SKUS),
  };
}

export async function makeClients(
  file: string,
  sellerIds: readonly string[],
  { migrate: isNew } = { migrate: true },
): Promise<BenchClient[]> {
  const db = await openDb({ file });
  if (isNew) await migrate(db, idpMigrations);
  const clients: BenchClient[] = [];
  for (const sellerId of sellerIds) {
    const client = { sellerId, id: `bench-${sellerId}`, secret: randomHex(32) };
    const { id, secret } = client;
    const rights = rightsWith(['seller-api:pricing:write']);
    const shared = { kind: 'seller', metadata: ownApplication, createdAt: Date.now(), rights } as const;
    await insertClient(db, { ...shared, id, sellerId, secret });
    clients.push(client);
  }
  await db.close();
  return clients;
}
