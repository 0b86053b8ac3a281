import type { Sql } from '../../db/db.ts';
import { type EventNames, itemNameKey, type WantedNames } from '../../domain/notifications/texts/event-names.ts';

/** The titles of items and the names of sellers, in one read each, however many are asked for. Sellers without a name are omitted. */
export async function readNames(
  sql: Sql,
  { items, sellers }: WantedNames,
): Promise<Pick<EventNames, 'items' | 'sellers'>> {
  const titles = await sql.many<{ marketplace_id: string; item_id: string; title: string }>(
    `SELECT item.marketplace_id, item.item_id, item.title FROM (VALUES {rows: text, text}) AS k
       JOIN item ON item.marketplace_id = k.column1 AND item.item_id = k.column2 WHERE item.title IS NOT NULL`,
    items.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
  const records = await sql.many<{ seller_id: string; record: string }>(
    'SELECT seller.seller_id, seller.record FROM (VALUES {rows: text}) AS k JOIN seller ON seller.seller_id = k.column1',
    sellers.map((id) => [id]),
  );
  return {
    items: new Map(
      titles.map(({ marketplace_id, item_id, title }) => [
        itemNameKey({ marketplaceId: marketplace_id, itemId: item_id }),
        title,
      ]),
    ),
    sellers: new Map(
      records.flatMap(({ seller_id, record }) => {
        const { name } = JSON.parse(record) as { name?: string };
        return name === undefined ? [] : [[seller_id, name] as const];
      }),
    ),
  };
}
