import type { Pauses } from '../../async/pauses.ts';
import type { Sql } from '../../db/db.ts';
import type { Seller, SellerFacts, SellerKey } from '../../domain/market/seller.ts';
import { checkEach, type RecordRules } from './put-records.ts';
import { findTexts, type RecordTable } from './record-table.ts';

export const sellers: RecordTable<SellerKey> = {
  name: 'seller',
  keyColumns: ['seller_id'],
  keyOf: ({ sellerId }) => [sellerId],
  otherColumns: { plan: 'text' },
};

export const sellerRules: RecordRules<Seller, SellerKey> = {
  table: sellers,
  columnsOf: ({ plan }) => [plan],
  rejectRemoval: (tx, keys) =>
    checkEach(keys, async ({ sellerId }) =>
      (await sellerHasOffers(tx, sellerId))
        ? { field: 'sellerId', reason: `${sellerId} has offers; remove those first` }
        : undefined,
    ),
};

export async function findSeller(sql: Sql, sellerId: string): Promise<Seller | undefined> {
  const row = await sql.get<{ record: string }>('SELECT record FROM seller WHERE seller_id = $1', [sellerId]);
  return row && JSON.parse(row.record);
}

/** Sellers read by one call. */
const SELLERS_PER_READ = 320;

/** The facts of these sellers that boards show, by seller ID. */
export async function sellerFactsOf(
  sql: Sql,
  sellerIds: ReadonlySet<string>,
  pauses: Pauses,
): Promise<Map<string, SellerFacts>> {
  const facts = new Map<string, SellerFacts>();
  const keys = Array.from(sellerIds, (id) => [id]);
  for (let start = 0; start < keys.length; start += SELLERS_PER_READ) {
    await pauses.here();
    const texts = await findTexts(sql, sellers, keys.slice(start, start + SELLERS_PER_READ));
    for (const [id, text] of texts) facts.set(id, factsOf(JSON.parse(text)));
  }
  return facts;
}

export function factsOf({ feedbackRating, feedbackCount, featuredMerchant }: Seller): SellerFacts {
  return { feedbackRating, feedbackCount, featuredMerchant };
}

async function sellerHasOffers(sql: Sql, sellerId: string): Promise<boolean> {
  const offer = await sql.get('SELECT 1 AS found FROM offer WHERE seller_id = $1 LIMIT 1', [sellerId]);
  return offer !== undefined;
}
