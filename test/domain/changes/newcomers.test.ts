import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { itemEvents, newcomerEvents } from '../../../src/domain/changes/item-events.ts';
import { newcomersAmong } from '../../../src/domain/changes/newcomers.ts';
import type { OfferTransition } from '../../../src/domain/changes/offer-transition.ts';
import { changed, FIRST, inShort, LIVE, SECOND, turned, USED } from './transitions.ts';

const of = (offers: OfferTransition[], pending: string | null = null) =>
  changed([], [], { offers, before: { pending, isStale: pending !== null } });
const sale = (sellerId: string, sku = 'SKU1') => ({ sellerId, sku });
const arrived = (sellerId = 'S1', sku = 'SKU1') => turned({ sellerId, sku, from: 'inactive', to: 'losing' });

describe('the newcomers on an item', () => {
  it('are the sellers on sale all of whose offers came on sale now', () => {
    const item = of([arrived('S1'), arrived('S1', 'B'), arrived('S2'), turned({ sellerId: 'S3', to: 'losing' })]);
    const onSale = [sale('S1'), sale('S1', 'B'), sale('S2'), sale('S2', 'OTHER'), sale('S3')];
    deepEqual(newcomersAmong(item, onSale), ['S1', 'S3'], 'S2 had an offer that did not change');
    deepEqual(newcomersAmong(item, []), [], 'nobody is on sale any more');
  });

  it('are none that had another offer on sale before, also if it is gone or changed', () => {
    const onSale = [sale('S1')];
    deepEqual(newcomersAmong(of([arrived(), turned({ sku: 'B', from: 'winning' })]), onSale), [], 'removed');
    deepEqual(newcomersAmong(of([arrived(), turned({ sku: 'B', from: 'losing', to: 'inactive' })]), onSale), []);
    const moved = turned({ sku: 'B', from: 'losing', to: 'losing', toItem: 'ITEM2' });
    deepEqual(newcomersAmong(of([arrived(), moved]), onSale), [], 'it moved away');
  });

  it('are those whose offer moved here from another item', () => {
    const moved = turned({ from: 'winning', fromItem: 'ITEM2', to: 'losing' });
    deepEqual(newcomersAmong(of([moved]), [sale('S1')]), ['S1']);
  });

  it('of a stale board are also those that came on sale since the last rebuild', () => {
    const pending = 'S1\tr1\t+\nS2\tr1\t';
    deepEqual(newcomersAmong(of([], pending), [sale('S1'), sale('S1', 'B')]), ['S1'], 'what else it has is not known');
    const priced = (sellerId: string) => turned({ sellerId, from: 'losing', to: 'losing' });
    deepEqual(newcomersAmong(of([priced('S1')], pending), [sale('S1')]), ['S1'], 'it has received no event yet');
    deepEqual(newcomersAmong(of([priced('S2'), arrived('S2', 'B')], pending), [sale('S2'), sale('S2', 'B')]), []);
  });
});

describe('the events for newcomers', () => {
  it('are the conditions that the others do not receive now', () => {
    const item = changed([FIRST, SECOND], [FIRST, SECOND, USED]);
    const { events, newcomers, otherConditions } = itemEvents(item, LIVE);
    deepEqual(inShort(events), ['offers Used', 'box Used Consumer B2C newOffer']);
    deepEqual([newcomers, otherConditions], [['S3'], ['New']]);
    const [event, ...more] = newcomerEvents(item, LIVE, otherConditions, newcomers);
    deepEqual(more, []);
    const { named, owners, audience, requestId, condition } = event ?? {};
    deepEqual([audience, condition, named, owners, requestId], ['named', 'New', ['S3'], ['S3'], 'r1']);
    deepEqual(event?.lowestMinor, { before: 2_000, now: 2_000 });
    deepEqual(newcomerEvents(item, LIVE, otherConditions, []), []);
  });

  it('are none when all conditions are published, or nobody came on sale', () => {
    const nothing = { newcomers: [], otherConditions: [] };
    const { events: first, ...added } = itemEvents(changed([FIRST], [FIRST, SECOND]), LIVE);
    deepEqual([inShort(first), added], [['offers New'], nothing]);
    const { events: second, ...priced } = itemEvents(
      changed([FIRST, USED], [FIRST, { ...USED, listingPriceMinor: 800 }]),
      LIVE,
    );
    deepEqual([inShort(second), priced], [['offers Used', 'box Used Consumer B2C priceChange'], nothing]);
  });

  it('come also from the pending changes of a stale board', () => {
    const used = { ...USED, listingPriceMinor: 800 };
    const item = changed([FIRST, USED], [FIRST, used], { before: { isStale: true, pending: 'S4\tr1\t+' } });
    const { newcomers, otherConditions } = itemEvents(item, LIVE);
    deepEqual([newcomers, otherConditions], [['S4'], ['New']]);
  });
});
