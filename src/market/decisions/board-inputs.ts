import type { Sql } from '../../db/db.ts';
import type { ItemKey } from '../../domain/market/item.ts';
import type { BoardInputs } from '../../domain/pricing/board.ts';
import type { OfferGroup } from '../../domain/pricing/offer-groups.ts';
import { bestOf, hasBusinessTerms, type SeenOffer } from '../../domain/pricing/offers.ts';
import { SHELF_SIZE } from '../../domain/pricing/shelf-offer.ts';
import type { RankedOffer } from '../offers/judge-offers.ts';
import { availabilityOf, groupOf } from '../offers/offer-ranking.ts';
import {
  bestOffers,
  discountedOffers,
  type OnSaleRow,
  offersOnSale,
  onSaleRow,
  type RankedGroup,
  seenOf,
} from '../offers/ranked-offers.ts';
import type { WaitingOffers } from '../offers/waiting-offers.ts';
import { keyText } from '../records/record-table.ts';
import { type OfferTotals, readTotals } from './offer-totals.ts';
import type { StoredItem } from './stored-items.ts';

/** An item whose board is rebuilt. */
export type RankedItem = ItemKey & {
  /** At most how many offers on sale it has. */
  maxOffers: number;
  /** Whether some of them may have terms for business customers. */
  mayHaveBusiness: boolean;
  /** The next time at which a date of an offer passes; null: never. */
  turnsMs: number | null;
  /** The offers on it that were judged in this transaction. Their rows may still be the ones before. */
  judged: readonly RankedOffer[];
};

/** The offers on sale of an item are at most those of the last decision, and the judged ones. */
export function rankedItem(
  { item, before: { decision }, turnsMs, nowMs }: StoredItem,
  judged: readonly RankedOffer[],
): RankedItem {
  const { marketplaceId, itemId } = item;
  // The next date was read before these offers were judged: counting reads it again.
  const isDue = turnsMs !== null && turnsMs <= nowMs;
  return {
    marketplaceId,
    itemId,
    maxOffers: isDue ? Number.POSITIVE_INFINITY : (decision?.offers ?? 0) + judged.length,
    // Only a judged offer can bring terms for business customers.
    mayHaveBusiness: decision?.hasBusiness !== false || judged.some(({ offer }) => hasBusinessTerms(offer)),
    turnsMs,
    judged,
  };
}

/** An item with at most this many offers is read in one go, without counting first. */
const MAX_FEW_OFFERS = 3 * SHELF_SIZE;

/**
 * Reads the inputs of boards from the columns and indexes of offers: how many offers each group has, and its best ones. The
 * cost hardly depends on the number of offers on an item. All offers on these items must have been judged before. Offers that still wait
 * to be written are written if the store counts those of their items.
 */
export async function readBoardInputs(
  tx: Sql,
  ranked: readonly RankedItem[],
  waiting: WaitingOffers,
): Promise<Map<string, BoardInputs>> {
  const isQuick = ({ maxOffers, mayHaveBusiness }: RankedItem) => maxOffers <= MAX_FEW_OFFERS && !mayHaveBusiness;
  const { quick = [], counted = [] } = Object.groupBy(ranked, (one) => (isQuick(one) ? 'quick' : 'counted'));
  const inputs = await readFewOffers(tx, quick);
  // Why nothing is on sale is counted.
  const empty = quick.filter((one) => !inputs.has(keyText([one.marketplaceId, one.itemId])));
  const rest = [...counted, ...empty];
  await waiting.write(
    tx,
    rest.map(({ marketplaceId, itemId }) => keyText([marketplaceId, itemId])),
  );
  return new Map([...inputs, ...(await readGroups(tx, rest))]);
}

/** The inputs of items with few offers, all for consumers, by the item's `keyText`. Items without offers on sale are missing. */
async function readFewOffers(tx: Sql, few: readonly RankedItem[]): Promise<Map<string, BoardInputs>> {
  if (few.length === 0) return new Map();
  const byItem = await offersOnSale(tx, few);
  const inputs = new Map<string, BoardInputs>();
  for (const one of few) {
    const key = keyText([one.marketplaceId, one.itemId]);
    const own = withJudged(byItem.get(key) ?? [], one.judged);
    if (own.length === 0) continue;
    const groups = Array.from(
      Map.groupBy(own, ({ number }) => number),
      ([number, alike]): OfferGroup => {
        const { hasBusinessPrice: _, ...name } = groupOf(number);
        const seen = alike.map((row) => seenOf(row, 'B2C'));
        return { ...name, offerType: 'B2C', count: alike.length, best: bestOf(seen, SHELF_SIZE) };
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

/** The offers on sale as they are after this transaction, in the order of their groups. */
function withJudged(stored: readonly OnSaleRow[], judged: readonly RankedOffer[]): OnSaleRow[] {
  // Mostly one was judged: comparing it is cheaper than making a text of each key.
  const others = stored.filter(
    (row) => !judged.some(({ offer }) => offer.sku === row.sku && offer.sellerId === row.seller_id),
  );
  const onSale = judged.filter(({ columns }) => columns.rank_group >= 0).map(onSaleRow);
  return [...others, ...onSale].sort((a, b) => a.number - b.number);
}

async function readGroups(tx: Sql, keys: readonly ItemKey[]): Promise<Map<string, BoardInputs>> {
  if (keys.length === 0) return new Map();
  const totals = await readTotals(tx, keys);
  const consumers = await bestOffers(tx, 'rank_group', wantedGroups(totals, 'groups'));
  const businesses = await bestOffers(tx, 'business_group', wantedGroups(totals, 'businessGroups'));
  const withDiscounts = totals.filter((one) => one.discounted > 0).map(({ item }) => item);
  const discounted = await discountedOffers(tx, withDiscounts);
  for (const [key, list] of discounted) addDiscounts(key, list, [consumers, businesses]);
  return new Map(totals.map((one) => [one.key, inputsFrom(one, consumers, businesses, discounted.get(one.key) ?? [])]));
}

/** The inputs of one item from its totals, and the best offers of the groups of all items. */
function inputsFrom(
  { key, groups, businessGroups, turnsMs, firstStartMs }: OfferTotals,
  consumers: ReadonlyMap<string, SeenOffer[]>,
  businesses: ReadonlyMap<string, SeenOffer[]>,
  discounted: SeenOffer[],
): BoardInputs {
  const listed = groups
    .filter(({ number }) => number >= 0)
    .map(({ number, count }) => {
      const { hasBusinessPrice, ...name } = groupOf(number);
      const best = consumers.get(`${key}\n${number}`) ?? [];
      const group: OfferGroup = { ...name, offerType: 'B2C', count, best };
      return { group, hasBusinessPrice };
    });
  const priced = businessGroups.map(({ number, count }): OfferGroup => {
    const { condition, channel, isEligible } = groupOf(number);
    const best = businesses.get(`${key}\n${number}`) ?? [];
    return { condition, channel, isEligible, offerType: 'B2B', count, best };
  });
  const availabilities: BoardInputs['availabilities'] = {};
  for (const { number, count } of groups) {
    const availability = availabilityOf(number);
    availabilities[availability] = (availabilities[availability] ?? 0) + count;
  }
  // To a business customer an offer with a business price is not B2C.
  const forBusinesses = [...listed.filter((one) => !one.hasBusinessPrice).map(({ group }) => group), ...priced];
  const hasBusiness = priced.length > 0 || discounted.length > 0;
  return {
    consumer: { customer: 'Consumer', groups: merged(listed.map(({ group }) => group)), discounted: [] },
    business: hasBusiness ? { customer: 'Business', groups: forBusinesses, discounted } : undefined,
    availabilities,
    firstStartMs: firstStartMs ?? undefined,
    // The rebuild knows it: see `decide-items.ts`.
    validFrom: null,
    validUntil: turnsMs,
  };
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

function wantedGroups(totals: readonly OfferTotals[], groups: 'groups' | 'businessGroups'): RankedGroup[] {
  const all = totals.flatMap((one) => one[groups].map(({ number }) => ({ item: one.item, number })));
  return all.filter(({ number }) => number >= 0);
}
