import assert from 'node:assert/strict';
import type { Delivery } from '../../src/domain/notifications/delivery.ts';
import type { NewEvent } from '../../src/notifications/events/event-table.ts';
import { Tally } from '../../src/notifications/tally.ts';
import type { Engine } from '../db/engines.ts';
import { NOW, openNotifications } from './notification-store.ts';

/** A change of a buy box, or only of its price. */
export type BoxChange = { holder: string; before: string; item?: string; condition?: string; box?: string } & {
  /** Whose box it is. Absent: as an older version of the service writes it. */
  customers?: readonly string[];
};

let revisions = 0;

const about = (sellerId: string, itemId: string, kind: NewEvent['kind'], itemPart: string, sellerPart: string) => {
  revisions += 1;
  const content = { revision: revisions, marketplaceId: 'STORE_US', itemId, atMs: NOW, itemPart };
  return { sellerId, kind, atMs: NOW, content, sellerPart };
};

const membersOf = (value: object) => JSON.stringify(value).slice(1, -1);

/** An event as the market writes it, as far as windows look at it. */
export function boxEvent(change: BoxChange, sellerId = 'S1'): NewEvent {
  const { holder, before, item = 'ITEM', condition = 'New', box = 'Consumer/B2C', customers: CustomerTypes } = change;
  const [CustomerType, offerType] = box.split('/');
  const priceOf = (id: string) => (id === '' ? undefined : { condition, sellerId: id });
  const members = { storeItemId: item, ItemCondition: condition, CustomerType, CustomerTypes, offerType };
  const prices = { BuyBoxPrice: priceOf(holder), PreviousBuyBoxPrice: priceOf(before) };
  const word = before === holder ? 'PRICE' : holder === sellerId ? 'WON' : before === sellerId ? 'LOST' : 'HOLDER';
  const part = membersOf({ Change: word, Own: false, MyOffers: [] });
  return about(sellerId, item, 'BUY_BOX_CHANGED', membersOf({ ...members, ...prices }), part);
}

export function healthEvent(offers: Readonly<Record<string, string>>, item = 'ITEM', sellerId = 'S1'): NewEvent {
  const Offers = Object.entries(offers).map(([SellerSKU, Health]) => ({ SellerSKU, Health }));
  const part = membersOf({ Health: 'UNHEALTHY', Offers, Own: true });
  return about(sellerId, item, 'PRICING_HEALTH', membersOf({ storeItemId: item }), part);
}

export const offersEvent = (condition = 'New', item = 'ITEM', sellerId = 'S1'): NewEvent =>
  about(sellerId, item, 'ANY_OFFER_CHANGED', membersOf({ storeItemId: item, ItemCondition: condition }), '"Own":false');

/** What the log tells of a delivery, with the sequences of its event. */
export type Logged = Delivery & { sequence: number; supersedes: number[] };

/** Notifications of the seller S1, with events that are appended as the dispatcher does. */
export async function openWindows(engine: Engine) {
  const store = await openNotifications(await engine.migrated());
  const { db, notifications, queue } = store;
  const tallies: Tally[] = [];
  return {
    ...store,
    tallies,
    async append(...events: readonly NewEvent[]): Promise<void> {
      const tally = await db.transaction(
        async (tx) => {
          const made = new Tally();
          await notifications.events.append(tx, events, made);
          return made;
        },
        { seesLatest: true },
      );
      tallies.push(tally);
    },
    /** The log of a destination, the oldest first. */
    async log(destinationId: string): Promise<Logged[]> {
      const list = await notifications.log.deliveries(destinationId, { limit: 10_000 });
      return list.toReversed().map((one) => {
        const { sequence, supersedes } = JSON.parse(one.body);
        const numbers = supersedes === undefined ? [] : supersedes.split(',').map(Number);
        return { ...one, sequence: Number(sequence), supersedes: numbers };
      });
    },
    /** Sends what is due now; the sequences, and what they supersede. */
    async send(result: 'delivered' | 'failed' | 'refused' = 'delivered'): Promise<string[]> {
      const claimed = await queue.claim(100);
      await store.settle(claimed, { result });
      return claimed.map(({ delivery }) => eventText(delivery.body));
    },
  };
}

/** `4 for 2,3`. */
export function eventText(body: string): string {
  const { sequence, supersedes } = JSON.parse(body);
  assert.match(sequence, /^\d+$/);
  return supersedes === undefined ? sequence : `${sequence} for ${supersedes}`;
}
