import assert from 'node:assert/strict';
import type { FeeSchedule } from '../../src/domain/fees/fee-schedule.ts';
import type { Item } from '../../src/domain/market/item.ts';
import type { Offer } from '../../src/domain/market/offer.ts';
import { type MarketRecord, readRecord } from '../../src/domain/market/records/market-record.ts';
import type { Seller } from '../../src/domain/market/seller.ts';
import type { BoardView } from '../../src/domain/pricing/board-view.ts';
import type { MarketOffer } from '../../src/domain/pricing/offers.ts';
import type { CustomerType } from '../../src/domain/vocabulary.ts';
import { type Board, makeBoard, viewFor } from '../domain/market.ts';

export const NOW = Date.UTC(2026, 10, 15, 9, 30);
export const ME = 'A1DEMOSELLER';
export const RIVAL = 'A2DEMORIVAL';
export const NEWCOMER = 'A3DEMONEW';
const CURRENCIES: Record<string, string> = { STORE_US: 'USD', STORE_CA: 'CAD' };

/** Reads the demo records as an import does: asserts that each is valid, and comes after the records that it refers to. */
export class DemoMarket {
  readonly sellers = new Map<string, Seller>();
  readonly items = new Map<string, Item>();
  readonly offers: Offer[] = [];
  readonly schedules: FeeSchedule[] = [];

  constructor(values: readonly unknown[]) {
    const marketplaces = new Set<string>();
    for (const value of values) {
      const result = readRecord(value, {
        currencyOf: (id) => (marketplaces.has(id) ? CURRENCIES[id] : undefined),
      });
      assert.ok(result.ok, JSON.stringify([value, result]));
      assert.ok(result.record.op === 'upsert');
      if (result.record.kind === 'marketplace') marketplaces.add(result.record.value.marketplaceId);
      this.#add(result.record);
    }
  }

  #add(record: MarketRecord & { op: 'upsert' }): void {
    if (record.kind === 'seller') this.sellers.set(record.value.sellerId, record.value);
    if (record.kind === 'item') this.items.set(`${record.value.marketplaceId} ${record.value.itemId}`, record.value);
    if (record.kind === 'feeSchedule') this.schedules.push(record.value);
    if (record.kind !== 'offer') return;
    const { marketplaceId, itemId, sellerId } = record.value;
    assert.ok(this.items.has(`${marketplaceId} ${itemId}`), `an offer before its item ${itemId}`);
    assert.ok(this.sellers.has(sellerId), `an offer before its seller ${sellerId}`);
    this.offers.push(record.value);
  }

  item(n: number, marketplaceId = 'STORE_US'): Item {
    return this.items.get(`${marketplaceId} ${idOf(n)}`) as Item;
  }

  on(n: number, marketplaceId = 'STORE_US'): Offer[] {
    return this.offers.filter((one) => one.itemId === idOf(n) && one.marketplaceId === marketplaceId);
  }

  /** The demo seller's only offer on item n. */
  mine(n: number, marketplaceId = 'STORE_US'): Offer {
    const [mine, ...others] = this.on(n, marketplaceId).filter((one) => one.sellerId === ME);
    assert.ok(mine !== undefined && others.length === 0);
    return mine;
  }

  view(n: number, customer: CustomerType = 'Consumer', now = NOW, marketplaceId = 'STORE_US'): BoardView {
    return viewFor(this.board(n, now, marketplaceId), customer);
  }

  board(n: number, now = NOW, marketplaceId = 'STORE_US'): Board {
    const offers = this.on(n, marketplaceId).map((offer) => this.withSeller(offer));
    return makeBoard(this.item(n, marketplaceId), offers, now);
  }

  withSeller(offer: Offer): MarketOffer {
    return { offer, seller: this.sellers.get(offer.sellerId) as Seller };
  }
}

export function idOf(n: number): string {
  return `ITEM${String(n).padStart(6, '0')}`;
}
