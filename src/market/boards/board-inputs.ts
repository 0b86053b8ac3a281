import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { Offer } from '../../domain/market/offer.ts';
import type { BoardInputs } from '../../domain/pricing/board.ts';
import type { OfferGroup, SeenGroups } from '../../domain/pricing/offer-groups.ts';
import { bestOf, type SeenOffer } from '../../domain/pricing/offers.ts';
import { SHELF_SIZE } from '../../domain/pricing/shelf-offer.ts';
import { availabilityOf, feedbackOf, groupOf, offSaleNumber } from '../offers/offer-ranking.ts';
import { keyText } from '../records/record-table.ts';

/** An item whose board is rebuilt. */
export type RankedItem = ItemKey & {
  /** At most how many offers on sale it has. */
  maxOffers: number;
  /** Whether some of them may have terms for business customers. */
  mayHaveBusiness: boolean;
  /** The next time at which a date of an offer passes; null: never. */
  turnsMs: number | null;
};

/** An item with at most this many offers is read in one go, without counting first. */
const MAX_FEW_OFFERS = 3 * SHELF_SIZE;

/**
 * Reads the inputs of boards from the columns and indexes of offers: how many offers each group has, and its best ones. The
 * cost hardly depends on the number of offers on an item. All offers on these items must have been judged before.
 */
export async function readBoardInputs(tx: Sql, ranked: readonly RankedItem[]): Promise<Map<string, BoardInputs>> {
  const isQuick = ({ maxOffers, mayHaveBusiness }: RankedItem) => maxOffers <= MAX_FEW_OFFERS && !mayHaveBusiness;
  const { quick = [], counted = [] } = Object.groupBy(ranked, (one) => (isQuick(one) ? 'quick' : 'counted'));
  const inputs = await readFewOffers(tx, quick);
  // Why nothing is on sale is counted.
  const empty = quick.filter((one) => !inputs.has(keyText([one.marketplaceId, one.itemId])));
  return new Map([...inputs, ...(await readGroups(tx, [...counted, ...empty]))]);
}

/** The inputs of items with few offers, all for consumers, by the item's `keyText`. Items without offers on sale are missing. */
async function readFewOffers(tx: Sql, few: readonly RankedItem[]): Promise<Map<string, BoardInputs>> {
  if (few.length === 0) return new Map();
  const rows = await tx.many<RankRow>(
    `SELECT ${rankedColumns.rank_group} FROM (VALUES {rows: text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2 AND offer.rank_group >= 0`,
    few.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
  const byItem = Map.groupBy(rows, (row) => keyText([row.marketplace_id, row.item_id]));
  const inputs = new Map<string, BoardInputs>();
  for (const one of few) {
    const key = keyText([one.marketplaceId, one.itemId]);
    const own = byItem.get(key);
    if (own === undefined) continue;
    const groups = Array.from(
      Map.groupBy(own, ({ number }) => number),
      ([number, alike]): OfferGroup => {
        const { condition, channel, isEligible } = groupOf(number);
        const seen = alike.map((row) => seenOf(row, 'B2C'));
        return {
          condition,
          channel,
          isEligible,
          offerType: 'B2C',
          count: alike.length,
          best: bestOf(seen, SHELF_SIZE),
        };
      },
    );
    inputs.set(key, {
      consumer: { customer: 'Consumer', groups: merged(groups), discounted: [] },
      availabilities: { buyable: own.length },
      firstStartMs: undefined,
      validFrom: null,
      validUntil: one.turnsMs,
    });
  }
  return inputs;
}

async function readGroups(tx: Sql, keys: readonly ItemKey[]): Promise<Map<string, BoardInputs>> {
  if (keys.length === 0) return new Map();
  const totals = await readTotals(tx, keys);
  const consumers = await bestOffers(
    tx,
    'rank_group',
    wantedGroups(totals, ({ groups }) => groups),
  );
  const businesses = await bestOffers(
    tx,
    'business_group',
    wantedGroups(totals, ({ businessGroups }) => businessGroups),
  );
  const discounted = await discountedOffers(
    tx,
    totals.filter((one) => one.discounted > 0),
  );
  for (const [key, list] of discounted) addDiscounts(key, list, [consumers, businesses]);
  return new Map(
    totals.map((one) => {
      const own = (groups: Map<string, SeenOffer[]>, number: number) => groups.get(`${one.key}\n${number}`) ?? [];
      const listed = one.groups
        .filter(({ number }) => number >= 0)
        .map(({ number, count }) => {
          const { hasBusinessPrice, ...name } = groupOf(number);
          const group: OfferGroup = { ...name, offerType: 'B2C', count, best: own(consumers, number) };
          return { group, hasBusinessPrice };
        });
      const priced = one.businessGroups.map(({ number, count }): OfferGroup => {
        const { condition, channel, isEligible } = groupOf(number);
        return { condition, channel, isEligible, offerType: 'B2B', count, best: own(businesses, number) };
      });
      const hasBusiness = priced.length > 0 || one.discounted > 0;
      const availabilities: BoardInputs['availabilities'] = {};
      for (const { number, count } of one.groups) {
        const availability = availabilityOf(number);
        availabilities[availability] = (availabilities[availability] ?? 0) + count;
      }
      const inputs: BoardInputs = {
        consumer: { customer: 'Consumer', groups: merged(listed.map(({ group }) => group)), discounted: [] },
        business: hasBusiness
          ? ({
              customer: 'Business',
              groups: [...listed.filter((entry) => !entry.hasBusinessPrice).map(({ group }) => group), ...priced],
              discounted: discounted.get(one.key) ?? [],
            } satisfies SeenGroups)
          : undefined,
        availabilities,
        firstStartMs: one.firstStartMs ?? undefined,
        // The rebuild knows it: see `board-rebuild.ts`.
        validFrom: null,
        validUntil: one.turnsMs,
      };
      return [one.key, inputs];
    }),
  );
}

/** The index does not have the quantity discounts: adds them to the best offers of an item. */
function addDiscounts(key: string, list: readonly SeenOffer[], groups: readonly Map<string, SeenOffer[]>[]): void {
  const textOf = ({ offer: { sellerId, sku } }: SeenOffer) => keyText([sellerId, sku]);
  const discounts = new Map(list.map((one) => [textOf(one), one.offer.quantityDiscounts]));
  for (const [name, best] of groups.flatMap((one) => [...one])) {
    if (!name.startsWith(`${key}\n`)) continue;
    for (const one of best) {
      const quantityDiscounts = discounts.get(textOf(one));
      if (quantityDiscounts !== undefined) one.offer = { ...one.offer, quantityDiscounts };
    }
  }
}

/** To consumers the offers with and without a business price are one group. */
function merged(groups: readonly OfferGroup[]): OfferGroup[] {
  const byName = new Map<string, OfferGroup>();
  for (const group of groups) {
    const name = `${group.condition} ${group.channel} ${group.isEligible}`;
    const other = byName.get(name);
    if (other === undefined) byName.set(name, group);
    else {
      const best = bestOf([...other.best, ...group.best], SHELF_SIZE);
      byName.set(name, { ...other, count: other.count + group.count, best });
    }
  }
  return [...byName.values()];
}

type GroupCount = { number: number; count: number };
type Totals = {
  key: string;
  item: ItemKey;
  groups: GroupCount[];
  businessGroups: GroupCount[];
  /** The number of offers on sale with quantity discounts. */
  discounted: number;
  /** The next time at which a date of an offer passes. */
  turnsMs: number | null;
  firstStartMs: number | null;
};

/** Counts groups in the order of their index, without sorting: a list `number:count,number:count`. */
const countsOf = (column: string) => `(
        SELECT {sqlite: group_concat(number || ':' || offers)}{postgres: string_agg(number || ':' || offers, ',')}
          FROM (SELECT ${column} AS number, COUNT(*) AS offers FROM offer
                 WHERE marketplace_id = k.column1 AND item_id = k.column2 AND ${column} IS NOT NULL
                 GROUP BY ${column}) AS counted)`;

async function readTotals(tx: Sql, keys: readonly ItemKey[]): Promise<Totals[]> {
  type Row = { marketplace_id: string; item_id: string; groups: string | null; business_groups: string | null } & {
    discounted: number;
    turns_ms: number | null;
    first_start: number | null;
  };
  const rows = await tx.many<Row>(
    `SELECT k.column1 AS marketplace_id, k.column2 AS item_id,
            ${countsOf('rank_group')} AS groups, ${countsOf('business_group')} AS business_groups,
            (SELECT COUNT(*) FROM offer WHERE marketplace_id = k.column1 AND item_id = k.column2
                AND discounts IS NOT NULL AND rank_group >= 0) AS discounted,
            (SELECT MIN(turns_ms) FROM offer WHERE marketplace_id = k.column1 AND item_id = k.column2
                AND turns_ms IS NOT NULL) AS turns_ms,
            (SELECT MIN(start_ms) FROM offer WHERE marketplace_id = k.column1 AND item_id = k.column2
                AND rank_group = ${offSaleNumber('tooSoon')}) AS first_start
       FROM (VALUES {rows: text, text}) AS k`,
    keys.map(({ marketplaceId, itemId }) => [marketplaceId, itemId]),
  );
  return rows.map(({ marketplace_id: marketplaceId, item_id: itemId, ...row }) => ({
    key: `${marketplaceId}\n${itemId}`,
    item: { marketplaceId, itemId },
    groups: countsIn(row.groups),
    businessGroups: countsIn(row.business_groups),
    discounted: row.discounted,
    turnsMs: row.turns_ms,
    firstStartMs: row.first_start,
  }));
}

function countsIn(text: string | null): GroupCount[] {
  if (text === null) return [];
  return text.split(',').map((entry) => {
    const [number, count] = entry.split(':');
    return { number: Number(number), count: Number(count) };
  });
}

type WantedGroup = { item: ItemKey; number: number };

function wantedGroups(totals: readonly Totals[], groupsOf: (one: Totals) => GroupCount[]): WantedGroup[] {
  return totals.flatMap((one) =>
    groupsOf(one)
      .filter(({ number }) => number >= 0)
      .map(({ number }) => ({ item: one.item, number })),
  );
}

type RankRow = {
  marketplace_id: string;
  item_id: string;
  seller_id: string;
  sku: string;
  number: number;
  standing: number;
  listing: number;
  landed: number;
  sub_condition: Offer['subCondition'];
};

const commonColumns =
  'offer.marketplace_id, offer.item_id, offer.seller_id, offer.sku, offer.standing, offer.sub_condition';

/** The columns of an offer as it stands in the groups of one column. Those of `rank_group` are all in its index. */
const rankedColumns = {
  rank_group: `${commonColumns}, offer.rank_group AS number, offer.listing_minor AS listing, offer.landed_minor AS landed`,
  business_group: `${commonColumns}, offer.business_group AS number, offer.business_minor AS listing,
       offer.business_landed AS landed`,
};
const landedColumn = { rank_group: 'landed_minor', business_group: 'business_landed' };

/** The best offers of these groups, by item and number, in the order of offers. */
async function bestOffers(
  tx: Sql,
  column: keyof typeof rankedColumns,
  wanted: readonly WantedGroup[],
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

function seenOf(row: RankRow, offerType: SeenOffer['offerType']): SeenOffer {
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
async function discountedOffers(tx: Sql, totals: readonly Totals[]): Promise<Map<string, SeenOffer[]>> {
  if (totals.length === 0) return new Map();
  const rows = await tx.many<RankRow & { business: number | null; discounts: string }>(
    `SELECT ${rankedColumns.rank_group}, offer.business_minor AS business, offer.discounts
       FROM (VALUES {rows: text, text}) AS k
       JOIN offer ON offer.marketplace_id = k.column1 AND offer.item_id = k.column2
            AND offer.discounts IS NOT NULL AND offer.rank_group >= 0`,
    totals.map(({ item }) => [item.marketplaceId, item.itemId]),
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
