import type { Row, Sql } from '../../../db/db.ts';
import type { Item } from '../../../domain/market/item.ts';
import { andThen, type MaybePromise } from '../../../domain/maybe-promise.ts';
import type { Decision } from '../../../domain/pricing/decision.ts';
import type { Condition, CustomerType } from '../../../domain/vocabulary.ts';
import { oldestReader, type Validity } from './board-table.ts';

/** An item of which the decision is wanted, and the `Offers` lists (4.2) that are wanted with it. */
export type BoardRequest = { itemId: string; shelves: readonly ShelfName[] };
export type ShelfName = { customer: CustomerType; condition: Condition };

/** The decision about one item, with its record and some of its shelves, of one moment. */
export type CompetitiveBoard = Validity & {
  item_id: string;
  item: Item;
  /** Null before the first rebuild of a new item; `Market` rebuilds such a board before it returns one. */
  decision: Decision | null;
  /** The `Offers` list that `writeBoard` wrote; undefined where there are no offers, or the shelf was not requested. */
  offersOf(shelf: ShelfName): string | undefined;
};

type BoardRow = Validity & {
  item_id: string;
  customer: CustomerType | null;
  condition: Condition | null;
  offers: string | null;
  item: string | null;
  decision: string | null;
};

/**
 * One row for each item and requested shelf, or one without a shelf. The texts of an item come with the first of its rows
 * only. A business customer gets the consumers' shelf when the item has no business view.
 */
const boards = `
  SELECT board.item_id, k.column3 AS customer, k.column4 AS condition, shelf.offers,
         board.version, ${oldestReader}, board.valid_from, board.valid_until,
         CASE k.column5 WHEN 1 THEN item.record END AS item, CASE k.column5 WHEN 1 THEN board.decision END AS decision
    FROM (VALUES {rows: text, text, text, text, bigint}) AS k
    JOIN board ON board.marketplace_id = k.column1 AND board.item_id = k.column2
    JOIN item ON item.marketplace_id = board.marketplace_id AND item.item_id = board.item_id
    LEFT JOIN shelf ON shelf.marketplace_id = board.marketplace_id AND shelf.item_id = board.item_id
         AND shelf.customer = CASE WHEN board.business_summary IS NULL THEN 'Consumer' ELSE k.column3 END
         AND shelf.condition = k.column4 {by key}`;

/** The boards of these items of one marketplace, each item once, in any order. Unknown items are missing. */
export function readCompetitiveBoards(
  sql: Sql,
  marketplaceId: string,
  requests: readonly BoardRequest[],
): MaybePromise<CompetitiveBoard[]> {
  const rows = requests.flatMap(({ itemId, shelves }) => rowsOf(marketplaceId, itemId, shelves));
  return andThen(sql.many<BoardRow>(boards, rows), joined);
}

function rowsOf(marketplaceId: string, itemId: string, shelves: readonly ShelfName[]): Row[] {
  if (shelves.length === 0) return [[marketplaceId, itemId, null, null, 1]];
  return shelves.map(({ customer, condition }, n) => [marketplaceId, itemId, customer, condition, n === 0 ? 1 : 0]);
}

function joined(rows: readonly BoardRow[]): CompetitiveBoard[] {
  const offers = new Map(rows.map((row) => [shelfKey(row.item_id, row.customer, row.condition), row.offers]));
  return rows.flatMap(({ customer: _customer, condition: _condition, offers: _offers, item, decision, ...rest }) => {
    if (item === null) return [];
    const offersOf = ({ customer, condition }: ShelfName) =>
      offers.get(shelfKey(rest.item_id, customer, condition)) ?? undefined;
    return [{ ...rest, item: JSON.parse(item), decision: decision === null ? null : JSON.parse(decision), offersOf }];
  });
}

const shelfKey = (itemId: string, customer: string | null, condition: string | null) =>
  `${itemId}\n${customer}\n${condition}`;
