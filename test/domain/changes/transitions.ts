import { type ChangeContext, PRIORITIES } from '../../../src/domain/changes/change-context.ts';
import { type BoardBefore, type ItemTransition, NO_BOARD } from '../../../src/domain/changes/item-transition.ts';
import type { OfferTransition } from '../../../src/domain/changes/offer-transition.ts';
import type { QueuedEvent } from '../../../src/domain/changes/queued-event.ts';
import type { Item } from '../../../src/domain/market/item.ts';
import { boxIn, type Decision } from '../../../src/domain/pricing/decision.ts';
import { judge } from '../../../src/domain/pricing/judgement.ts';
import { type OfferState, stateOf } from '../../../src/domain/pricing/offer-state.ts';
import { writtenBoard } from '../../contract/pricing/written-board.ts';
import { NOW, offered } from '../market.ts';

/* Transitions of offers and items for tests, from the offers before and after. */

export type Listed = NonNullable<Parameters<typeof offered>[0]>;

const ITEM: Item = {
  ...{ marketplaceId: 'STORE_US', itemId: 'ITEM1', currency: 'USD', category: 'books', attributes: {}, salesRanks: [] },
  ...{ hazmat: false, competitivePriceThresholdMinor: 3_000 },
};

/** A live change of the operator. */
export const LIVE: ChangeContext = { priority: PRIORITIES.live, isChange: true, isQuiet: () => false, requestId: 'r1' };

/** S1 holds the box of New at 20.00, S2 follows at 25.00. */
export const FIRST: Listed = {};
export const SECOND: Listed = { sellerId: 'S2', sku: 'B', listingPriceMinor: 2_500 };
export const USED: Listed = {
  ...{ sellerId: 'S3', sku: 'C', condition: 'Used', subCondition: 'Good', listingPriceMinor: 900 },
};
export const UNDERCUT: Listed = { ...SECOND, listingPriceMinor: 1_900 };

type Turn = {
  sellerId?: string;
  sku?: string;
  /** Null: it was never judged. Absent: it is new. */
  from?: OfferState | null;
  fromItem?: string;
  /** Absent: it is removed. */
  to?: OfferState;
  toItem?: string;
  isRecordChanged?: boolean;
};

/** An offer from one state to another, on ITEM1 unless it moves. */
export function turned(turn: Turn): OfferTransition {
  const {
    sellerId = 'S1',
    sku = 'SKU1',
    from,
    fromItem = 'ITEM1',
    to,
    toItem = 'ITEM1',
    isRecordChanged = true,
  } = turn;
  const one = offered({ sellerId, sku, itemId: toItem });
  const before = from === undefined ? undefined : { itemId: fromItem, state: from, text: `${sku} on ${fromItem}` };
  const after = to && { ...one, item: ITEM, landedMinor: 2_000, failing: 0, now: NOW, state: to };
  return { key: { marketplaceId: 'STORE_US', sellerId, sku }, before, after, isRecordChanged };
}

type Side = { decision: Decision | null; status: ItemTransition['status']; offers: Map<string, Listed> };

/** ITEM1 with these offers; those on other items do not count. Null: the item does not exist. */
function sideOf(listed: readonly Listed[] | null, item: Item): Side {
  const offers = new Map((listed ?? []).map((one) => [keyOf(one), one]));
  if (listed === null) return { decision: null, status: 'NoBuyableOffers', offers };
  const here = listed.map(offered).filter(({ offer }) => offer.itemId === item.itemId);
  const { board } = writtenBoard(item, here, NOW);
  return { decision: board.decision, status: board.consumer.status, offers };
}

const keyOf = (one: Listed) => `${offered(one).offer.sellerId} ${offered(one).offer.sku}`;

function judgedOn({ decision }: Side, listed: Listed, item: Item) {
  const one = offered(listed);
  const { condition, listingPriceMinor, shippingMinor = 0 } = one.offer;
  const { failing } = judge(one, item, NOW);
  const box = decision === null ? undefined : boxIn(decision, { condition, customer: 'Consumer', offerType: 'B2C' });
  const state = stateOf(one.offer, failing, box);
  return { ...one, item, landedMinor: listingPriceMinor + shippingMinor, failing, now: NOW, state };
}

/** Each offer whose record or state differs. */
function transitionsOf(was: Side, is: Side, [itemBefore, itemAfter]: readonly [Item, Item]): OfferTransition[] {
  const transitions: OfferTransition[] = [];
  for (const key of new Set([...was.offers.keys(), ...is.offers.keys()])) {
    const [old, now] = [was.offers.get(key), is.offers.get(key)];
    const judged = old && judgedOn(was, old, itemBefore);
    const text = judged && JSON.stringify(judged.offer);
    const after = now && judgedOn(is, now, itemAfter);
    const isRecordChanged = text !== (after && JSON.stringify(after.offer));
    if (!isRecordChanged && judged?.state === after?.state) continue;
    const before = judged && { itemId: judged.offer.itemId, state: judged.state, text: text as string };
    const { marketplaceId, sellerId, sku } = offered(now ?? old).offer;
    transitions.push({ key: { marketplaceId, sellerId, sku }, before, after, isRecordChanged });
  }
  return transitions;
}

type More = Partial<Omit<ItemTransition, 'before' | 'item'>> & { before?: Partial<BoardBefore>; item?: Partial<Item> };

/** ITEM1 with these offers before, and those after. `more.item` is what the item has after. */
export function changed(
  was: readonly Listed[] | null,
  is: readonly Listed[] | null,
  { before, item: itemChanges, ...more }: More = {},
): ItemTransition {
  const item = { ...ITEM, ...itemChanges };
  const [old, now] = [sideOf(was, ITEM), sideOf(is, item)];
  return {
    ...{ key: `${item.marketplaceId}\n${item.itemId}`, item, isSameVersion: true, atMs: NOW },
    before: { ...NO_BOARD, version: was === null ? 0 : 2_007, decision: old.decision, ...before },
    ...{ after: now.decision, status: now.status, offers: transitionsOf(old, now, [ITEM, item]) },
    ...{ hasNewThreshold: false, hasDatePassed: false, ...more },
  };
}

/** What a test usually compares: kind, condition and, of a box, customer, offer type and cause. */
export const inShort = (events: readonly QueuedEvent[]): string[] =>
  events.map((event) => {
    if (event.kind === 'PRICING_HEALTH') return 'health';
    if (event.kind === 'PRICE_CHANGED') return 'terms';
    const { condition, customer, offerType, audience } = event;
    if (event.kind === 'BUY_BOX_CHANGED') return `box ${condition} ${customer} ${offerType} ${event.cause}`;
    // Another kind needs a short form of its own: the compiler says so here.
    event.kind satisfies 'ANY_OFFER_CHANGED';
    return `offers ${condition}${audience === 'named' ? ' named' : ''}`;
  });
