import type { Row, Sql } from '../../../db/db.ts';
import { keyGroup } from '../../../db/key-group.ts';
import { type QueueShare, rangeOf, rowsToRead } from '../../../domain/groups.ts';
import type { ItemKey } from '../../../domain/market/item.ts';
import { boxIn, type Decision, landedOf } from '../../../domain/pricing/decision.ts';
import { gapMinorOf } from '../../../domain/pricing/gap.ts';
import type { Condition } from '../../../domain/vocabulary.ts';
import { groupOf } from '../../offers/offer-ranking.ts';
import { firstBatch } from '../../offers/stored-offers.ts';
import { items } from '../../records/item.ts';
import { keyText } from '../../records/record-table.ts';

/**
 * Keeps `gap_minor` of offers. Whoever rebuilds a board queues its item here when gaps may have changed. Background work then walks
 * through the offers of the item: a price in the buy box changes the gaps of all of them, and a change of one offer must not cost a
 * write of each. Changes that come meanwhile share one walk. An item of thousands of offers is served in pages, a page a transaction.
 */

/**
 * Offers whose gaps one transaction writes. On SQLite every request waits for its commit, which cannot be cut: that of 500 took up to 10 ms.
 * On PostgreSQL one statement that wrote 300 kept a processor of the server busy for 40 to 70 ms.
 */
export const OFFERS_PER_WALK = { sqlite: 100, postgres: 50 };

/** A part of the queue, and how many offers a transaction writes. */
type GapShare = QueueShare & { offers: number };

/**
 * Whether the gaps of offers on an item may differ after a rebuild: of offers that were judged, or because another price is in a box.
 * Without a decision before, all its offers were judged: if it had any.
 */
export function mayChangeGaps(before: Decision | null, after: Decision, judgedOffers: number): boolean {
  return judgedOffers > 0 || (before !== null && boxPrices(before) !== boxPrices(after));
}

const boxPrices = ({ boxes }: Decision): string =>
  boxes
    .filter(({ customer }) => customer === 'Consumer')
    .map(({ condition, holder }) => `${condition} ${landedOf(holder)}`)
    .join();

/** Queues items, in the transaction that rebuilds their boards. */
export async function queueGapWalks(tx: Sql, keys: readonly ItemKey[], now: number): Promise<void> {
  await tx.many(
    `INSERT INTO gap_walk (marketplace_id, item_id, after_seller, again, served)
     VALUES {rows: text key, text key, text, bigint, bigint}
     ON CONFLICT (marketplace_id, item_id) DO UPDATE SET again = 1 WHERE gap_walk.after_seller <> ''`,
    keys.map((key) => [...items.keyOf(key), '', 0, now]),
  );
}

export async function hasGapWalks(sql: Sql): Promise<boolean> {
  return (await sql.get('SELECT 1 AS found FROM gap_walk LIMIT 1')) !== undefined;
}

/** `again` is 1 when gaps changed after the walk began. */
type Walk = ItemKey & { afterSeller: string; again: number };

/**
 * Writes the gaps of a batch of queued items. Returns how many were served; zero: none is queued. It serves items of its ranges
 * among the first of the queue: the others there belong to other workers.
 */
export async function walkGaps(
  tx: Sql,
  share: GapShare,
  now: number,
  lockBoards: (keys: readonly ItemKey[]) => Promise<void>,
): Promise<number> {
  const queued = await tx.all<Walk>(
    `SELECT marketplace_id AS "marketplaceId", item_id AS "itemId", after_seller AS "afterSeller", again
     FROM gap_walk ORDER BY served, marketplace_id, item_id LIMIT $1`,
    [rowsToRead(share)],
  );
  const isOwn = (key: ItemKey) => share.ranges.includes(rangeOf(keyGroup(key.marketplaceId, key.itemId)));
  const walks = queued.filter(isOwn).slice(0, share.limit);
  const batch = await firstBatch(tx, walks, share.offers);
  const [first] = walks;
  if (first === undefined) return 0;
  await lockBoards(batch);
  if (batch.length === 1) await walkPage(tx, first, share.offers, now);
  else {
    await writeGaps(tx, batch, await gapRows(tx, batch));
    await endWalks(tx, batch);
  }
  return batch.length;
}

/** The next page of one item, which may have thousands of offers. */
async function walkPage(tx: Sql, walk: Walk, offers: number, now: number): Promise<void> {
  const page = await gapPage(tx, walk, offers);
  await writeGaps(tx, [walk], page);
  const last = page.length < offers ? undefined : page.at(-1);
  if (last === undefined && walk.again === 0) return endWalks(tx, [walk]);
  await tx.run(
    'UPDATE gap_walk SET after_seller = $3, again = $4, served = $5 WHERE marketplace_id = $1 AND item_id = $2',
    [...items.keyOf(walk), last?.seller_id ?? '', last === undefined ? 0 : walk.again, now],
  );
}

async function endWalks(tx: Sql, walks: readonly ItemKey[]): Promise<void> {
  await tx.many(
    'DELETE FROM gap_walk WHERE (marketplace_id, item_id) IN (VALUES {rows: text key, text key})',
    walks.map(items.keyOf),
  );
}

/** An offer that was judged. `condition_record` is the record of one that is not on sale: its group does not name the condition. */
type GapRow = {
  marketplace_id: string;
  item_id: string;
  seller_id: string;
  sku: string;
  rank_group: number;
  landed_minor: number;
  shipping_minor: number | null;
  gap_minor: number | null;
  condition_record: string | null;
};

const gapColumns = `offer.marketplace_id, offer.item_id, offer.seller_id, offer.sku, offer.rank_group, offer.landed_minor,
       offer.shipping_minor, offer.gap_minor, CASE WHEN offer.rank_group < 0 THEN offer.record END AS condition_record`;

const gapRows = (tx: Sql, keys: readonly ItemKey[]) =>
  tx.many<GapRow>(
    `SELECT ${gapColumns} FROM (VALUES {rows: text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2`,
    keys.map(items.keyOf),
  );

/** A page ends with the last offer of a seller: it has so many offers or more, or is the last one. */
const gapPage = (tx: Sql, { marketplaceId, itemId, afterSeller }: Walk, offers: number) =>
  tx.all<GapRow>(
    `SELECT ${gapColumns} FROM offer WHERE marketplace_id = $1 AND item_id = $2 AND seller_id > $3 AND seller_id <=
       COALESCE((SELECT seller_id FROM offer WHERE marketplace_id = $1 AND item_id = $2 AND seller_id > $3
                 ORDER BY seller_id LIMIT 1 OFFSET ${offers - 1}), (SELECT MAX(seller_id) FROM offer WHERE marketplace_id = $1 AND item_id = $2))
     ORDER BY seller_id`,
    [marketplaceId, itemId, afterSeller],
  );

async function writeGaps(tx: Sql, keys: readonly ItemKey[], rows: readonly GapRow[]): Promise<void> {
  const decisions = await decisionsOf(tx, keys);
  const changed: Row[] = [];
  for (const row of rows) {
    const decision = decisions.get(keyText([row.marketplace_id, row.item_id]));
    // A board without a decision, and an offer that was not judged, are rebuilt, and queued then.
    if (decision === undefined || row.rank_group === null) continue;
    const box = boxIn(decision, { condition: conditionOf(row), customer: 'Consumer', offerType: 'B2C' });
    const gapMinor = gapMinorOf(row.landed_minor, row.shipping_minor !== null, box?.holder) ?? null;
    if (gapMinor !== row.gap_minor) changed.push([row.marketplace_id, row.seller_id, row.sku, gapMinor]);
  }
  await tx.many(
    `UPDATE offer SET gap_minor = k.column4 FROM (VALUES {rows: text key, text key, text key, bigint}) AS k
      WHERE offer.marketplace_id = k.column1 AND offer.seller_id = k.column2 AND offer.sku = k.column3`,
    changed,
  );
}

const conditionOf = ({ rank_group, condition_record: record }: GapRow): Condition =>
  record === null ? groupOf(rank_group).condition : (JSON.parse(record) as { condition: Condition }).condition;

async function decisionsOf(tx: Sql, keys: readonly ItemKey[]): Promise<Map<string, Decision>> {
  const rows = await tx.many<{ marketplace_id: string; item_id: string; decision: string }>(
    `SELECT board.marketplace_id, board.item_id, board.decision FROM (VALUES {rows: text, text}) AS k
       JOIN board ON board.marketplace_id = k.column1 AND board.item_id = k.column2 AND board.decision IS NOT NULL`,
    keys.map(items.keyOf),
  );
  return new Map(rows.map((row) => [keyText([row.marketplace_id, row.item_id]), JSON.parse(row.decision)]));
}
