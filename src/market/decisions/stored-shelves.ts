import type { Row, Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { Offer } from '../../domain/market/offer.ts';
import type { MarketOffer } from '../../domain/pricing/offers.ts';
import { sellerFactsFrom } from '../offers/offer-ranking.ts';
import { keyText } from '../records/record-table.ts';

export type StoredShelf = { text: string; elements: Elements };

/** Three entries for each offer: `offerText`, where its text ends, 1 for a buy box winner. */
export type Elements = (string | number)[];

/** An offer within its marketplace: no identifier has a control character. */
export const offerText = ({ sellerId, sku }: Pick<Offer, 'sellerId' | 'sku'>) => `${sellerId}\t${sku}`;

export const shelfText = ({ marketplaceId, itemId }: ItemKey, customer: string, condition: string) =>
  `${marketplaceId}\n${itemId}\n${customer}\n${condition}`;

/** The stored lists of these items, by `shelfText`. */
export async function storedShelves(tx: Sql, keys: readonly ItemKey[]): Promise<Map<string, StoredShelf>> {
  const rows = await tx.many<{ key: string; offers: string; elements: string | null }>(
    `SELECT k.column1 || '\n' || k.column2 || '\n' || shelf.customer || '\n' || shelf.condition AS key,
            shelf.offers, shelf.elements
       FROM (VALUES {rows: text, text}) AS k
       JOIN shelf ON shelf.marketplace_id = k.column1 AND shelf.item_id = k.column2`,
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
  return new Map(
    rows.map(({ key, offers: text, elements }) => [key, { text, elements: JSON.parse(elements ?? '[]') }]),
  );
}

/** Offers by the item's `keyText`, then by `offerText`. */
export type OffersOfItems = ReadonlyMap<string, ReadonlyMap<string, MarketOffer>>;

/** From the offers of each item, given by the item's `keyText`. */
export function offersByName(lists: ReadonlyMap<string, readonly MarketOffer[]>): OffersOfItems {
  const byName = new Map<string, Map<string, MarketOffer>>();
  for (const [key, list] of lists) byName.set(key, new Map(list.map((one) => [offerText(one.offer), one])));
  return byName;
}

/** The offers of these keys, with their sellers. */
export async function offersOfKeys(tx: Sql, keys: readonly Row[]): Promise<OffersOfItems> {
  if (keys.length === 0) return new Map();
  const rows = await tx.many<{ record: string; standing: number; failing_gates: number }>(
    `SELECT offer.record, offer.standing, offer.failing_gates FROM (VALUES {rows: text, text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
    keys,
  );
  const found = rows.map(({ record, standing, failing_gates: failing }) => {
    const offer: Offer = JSON.parse(record);
    return { offer, seller: sellerFactsFrom(standing, failing) };
  });
  return offersByName(Map.groupBy(found, ({ offer }) => keyText([offer.marketplaceId, offer.itemId])));
}
