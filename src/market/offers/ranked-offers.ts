import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { Offer } from '../../domain/market/offer.ts';
import { bestOf, type SeenOffer } from '../../domain/pricing/offers.ts';
import { SHELF_SIZE } from '../../domain/pricing/shelf-offer.ts';
import { keyText } from '../records/record-table.ts';
import type { RankedOffer } from './judge-offers.ts';
import { feedbackOf, groupOf } from './offer-ranking.ts';

/* Reads offers on sale from the columns that rank them, without their records. */

/** An offer as it stands in the groups of one column. */
export type OnSaleRow = {
  seller_id: string;
  sku: string;
  number: number;
  standing: number;
  listing: number;
  landed: number;
  sub_condition: Offer['subCondition'];
};
type RankRow = OnSaleRow & { marketplace_id: string; item_id: string };

const ownColumns = 'offer.seller_id, offer.sku, offer.standing, offer.sub_condition';
const commonColumns = `offer.marketplace_id, offer.item_id, ${ownColumns}`;
const onSaleColumns = `${ownColumns}, offer.rank_group AS number, offer.listing_minor AS listing, offer.landed_minor AS landed`;

/** The columns of an offer as it stands in the groups of one column. Those of `rank_group` are all in its index. */
const rankedColumns = {
  rank_group: `offer.marketplace_id, offer.item_id, ${onSaleColumns}`,
  business_group: `${commonColumns}, offer.business_group AS number, offer.business_minor AS listing,
       offer.business_landed AS landed`,
};
const landedColumn = { rank_group: 'landed_minor', business_group: 'business_landed' };

const onSaleOfOne = `SELECT ${onSaleColumns} FROM offer WHERE marketplace_id = $1 AND item_id = $2 AND rank_group >= 0`;

/** All offers on sale of these items, as consumers see them, by the item's `keyText`. Items without any are missing. */
export async function offersOnSale(tx: Sql, keys: readonly ItemKey[]): Promise<Map<string, OnSaleRow[]>> {
  const [first] = keys;
  if (first && keys.length === 1) {
    // A live change is about one item. No ID of an item is read with each of its offers, here and below: most time goes into texts.
    const { marketplaceId, itemId } = first;
    const rows = await tx.all<OnSaleRow>(onSaleOfOne, [marketplaceId, itemId]);
    return new Map(rows.length === 0 ? [] : [[keyText([marketplaceId, itemId]), rows]]);
  }
  const rows = await tx.many<OnSaleRow & { place: number }>(
    `SELECT k.column3 AS place, ${onSaleColumns} FROM (VALUES {rows: text, text, bigint}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2 AND offer.rank_group >= 0`,
    keys.map(({ marketplaceId, itemId }, place) => [marketplaceId, itemId, place]),
  );
  const byItem = new Map<string, OnSaleRow[]>();
  for (const [place, ofItem] of Map.groupBy(rows, (row) => row.place)) {
    const { marketplaceId, itemId } = keys[place] as ItemKey;
    byItem.set(keyText([marketplaceId, itemId]), ofItem);
  }
  return byItem;
}

/** The row of an offer on sale that was just judged. */
export function onSaleRow({ offer, columns }: RankedOffer): OnSaleRow {
  const { rank_group: number, standing, listing_minor: listing, landed_minor: landed } = columns;
  return {
    seller_id: offer.sellerId,
    sku: offer.sku,
    number,
    standing,
    listing,
    landed,
    sub_condition: offer.subCondition,
  };
}

/** A group of an item, by its number. */
export type RankedGroup = { item: ItemKey; number: number };

/** The best offers of these groups, by item and number, in the order of offers. */
export async function bestOffers(
  tx: Sql,
  column: keyof typeof rankedColumns,
  wanted: readonly RankedGroup[],
): Promise<Map<string, SeenOffer[]>> {
  if (wanted.length === 0) return new Map();
  const first = (selected: string) => `SELECT ${selected} FROM offer AS ranked
        WHERE ranked.marketplace_id = k.column1 AND ranked.item_id = k.column2 AND ranked.${column} = k.column3
        ORDER BY ranked.${landedColumn[column]}, ranked.standing, ranked.seller_id, ranked.sku LIMIT ${SHELF_SIZE}`;
  const rows = await tx.many<RankRow>(
    `SELECT ${rankedColumns[column]} FROM (VALUES {rows: text, text, bigint}) AS k
       {sqlite: JOIN offer ON offer.rowid IN (${first('ranked.rowid')})}
       {postgres: CROSS JOIN LATERAL (${first('*')}) AS offer}`,
    wanted.map(({ item, number }) => [item.marketplaceId, item.itemId, number]),
  );
  const groups = new Map<string, SeenOffer[]>();
  for (const row of rows) {
    const key = `${row.marketplace_id}\n${row.item_id}\n${row.number}`;
    const group = groups.get(key);
    const seen = seenOf(row, column === 'rank_group' ? 'B2C' : 'B2B');
    if (group) group.push(seen);
    else groups.set(key, [seen]);
  }
  for (const [key, group] of groups) groups.set(key, bestOf(group, SHELF_SIZE));
  return groups;
}

export function seenOf(row: OnSaleRow, offerType: SeenOffer['offerType']): SeenOffer {
  const { condition, channel } = groupOf(row.number);
  return {
    offer: {
      sellerId: row.seller_id,
      sku: row.sku,
      condition,
      subCondition: row.sub_condition,
      channel,
      quantityDiscounts: [],
    },
    seller: feedbackOf(row.standing),
    offerType,
    listingMinor: row.listing,
    shippingMinor: row.landed - row.listing,
    landedMinor: row.landed,
  };
}

/** The offers on sale with quantity discounts, as business customers see them, by the item's `keyText`. */
export async function discountedOffers(tx: Sql, keys: readonly ItemKey[]): Promise<Map<string, SeenOffer[]>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.many<RankRow & { business: number | null; discounts: string }>(
    `SELECT ${rankedColumns.rank_group}, offer.business_minor AS business, offer.discounts
       FROM (VALUES {rows: text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2
            AND offer.discounts IS NOT NULL AND offer.rank_group >= 0`,
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
  const byItem = new Map<string, SeenOffer[]>();
  for (const { business, discounts, ...row } of rows) {
    const key = keyText([row.marketplace_id, row.item_id]);
    const seen =
      business === null
        ? seenOf(row, 'B2C')
        : seenOf({ ...row, listing: business, landed: business + row.landed - row.listing }, 'B2B');
    seen.offer = { ...seen.offer, quantityDiscounts: JSON.parse(discounts) };
    const list = byItem.get(key);
    if (list) list.push(seen);
    else byItem.set(key, [seen]);
  }
  return byItem;
}
