import assert from 'node:assert/strict';
import type { Plain } from '../../market/market-fixture.ts';
import { ITEMS, type Step } from './event-changes.ts';
import type { ReceivedEvent } from './event-follower.ts';
import type { EventsApp } from './events-app.ts';

/**
 * What a follower may rely on. A quiet load tells nothing, so an item's conditions are known again from their next event on.
 * BUY_BOX_CHANGED and PRICING_HEALTH go to sellers with an offer on sale, so they are known again from their next event on
 * after a time off sale.
 */
export class TrustMarks {
  /** The last sequence before a quiet load, by item. */
  readonly #quiet = new Map<string, number>();
  /** The last sequence at which the seller was off sale, by item and by SKU. */
  readonly #offSale = new Map<string, number>();
  /** The last sequence that told each condition, box or SKU. */
  readonly #told = new Map<string, number>();
  /** The sequence at which boards and events were last up to date, and the items on which the seller was on sale since. */
  #settledAt: number;
  #onSaleSince = new Set<string>();
  /** By item: after the first sequence and up to the second, the seller had nothing on sale there. */
  readonly #absences: { itemId: string; after: number; upTo: number }[] = [];

  /** `settledAt`: the last sequence when following begins. */
  constructor(settledAt: number) {
    this.#settledAt = settledAt;
    // What the seller had on sale until now may end with the first step.
    for (const itemId of ITEMS) this.#onSaleSince.add(itemId);
  }

  /** Before a quiet load; all events before it are addressed. */
  async quiet(app: EventsApp, sellerId: string, records: readonly Plain[]): Promise<void> {
    const latest = await latestOf(app, sellerId);
    const isForAll = records.some(({ kind }) => kind === 'seller' || kind === 'offer');
    for (const itemId of isForAll ? ITEMS : records.map((one) => String(one.itemId))) this.#quiet.set(itemId, latest);
  }

  /** After a reading by the API: it rebuilds boards whose date has passed, so that offers come on sale between two steps. */
  async read(app: EventsApp, sellerId: string): Promise<void> {
    for (const { itemId } of await onSaleOf(app, sellerId)) this.#onSaleSince.add(itemId);
  }

  /** After a step. Events that are not addressed yet may come later, or never; boards that are not settled are told later. */
  async look(app: EventsApp, sellerId: string, work: Step['work']): Promise<void> {
    const isAddressed = work !== 'none';
    const latest = isAddressed ? await latestOf(app, sellerId) : Number.POSITIVE_INFINITY;
    const onSale = await onSaleOf(app, sellerId);
    const present = new Set(onSale.flatMap(({ itemId, sku }) => [itemId, sku]));
    for (const name of [...ITEMS, 'a', 'b', 'c']) {
      const isPending = this.#offSale.get(name) === Number.POSITIVE_INFINITY;
      if (!present.has(name) || (isPending && isAddressed)) this.#offSale.set(name, latest);
    }
    const onSaleNow = ITEMS.filter((itemId) => present.has(itemId));
    for (const itemId of onSaleNow) this.#onSaleSince.add(itemId);
    if (work !== 'settle') return;
    for (const itemId of ITEMS)
      if (!this.#onSaleSince.has(itemId)) this.#absences.push({ itemId, after: this.#settledAt, upTo: latest });
    this.#settledAt = latest;
    this.#onSaleSince = new Set(onSaleNow);
  }

  told({ type, sequence, data }: ReceivedEvent): void {
    const { storeItemId, ItemCondition, CustomerTypes, offerType } = data;
    const isAbsent = this.#absences.some(
      ({ itemId, after, upTo }) => itemId === storeItemId && Number(sequence) > after && Number(sequence) <= upTo,
    );
    assert.ok(!isAbsent, `${type} about an item on which the seller has and had nothing on sale: ${sequence}`);
    if (type === 'ANY_OFFER_CHANGED') this.#told.set(`${storeItemId} ${ItemCondition}`, Number(sequence));
    if (type === 'BUY_BOX_CHANGED')
      for (const customer of CustomerTypes as string[])
        this.#told.set(`${storeItemId} ${ItemCondition} ${customer} ${offerType}`, Number(sequence));
    if (type === 'PRICING_HEALTH')
      for (const { SellerSKU } of data.Offers as Plain[]) this.#told.set(String(SellerSKU), Number(sequence));
  }

  isOffersTrusted(itemId: string, condition: string): boolean {
    return this.#isToldAfter(`${itemId} ${condition}`, this.#quiet.get(itemId));
  }

  isBoxTrusted(itemId: string, box: string): boolean {
    const mark = Math.max(this.#quiet.get(itemId) ?? -1, this.#offSale.get(itemId) ?? -1);
    return this.#isToldAfter(`${itemId} ${box}`, mark === -1 ? undefined : mark);
  }

  isHealthTrusted(sku: string): boolean {
    const mark = Math.max(-1, ...this.#quiet.values(), this.#offSale.get(sku) ?? -1);
    return this.#isToldAfter(sku, mark === -1 ? undefined : mark);
  }

  #isToldAfter(name: string, mark: number | undefined): boolean {
    return mark === undefined || (this.#told.get(name) ?? -1) > mark;
  }
}

/** Not by the API: a reader rebuilds boards, which would be a step of its own. */
const onSaleOf = (app: EventsApp, sellerId: string) =>
  app.db.all<{ itemId: string; sku: string }>(
    `SELECT item_id AS "itemId", sku FROM offer WHERE seller_id = $1 AND state IS NOT NULL AND state <> 'inactive'`,
    [sellerId],
  );

async function latestOf(app: EventsApp, sellerId: string): Promise<number> {
  return (await app.get(sellerId, '/notifications/v4/events')).latestSequence;
}
