import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ChangeContext, sellerFactsChange, UPKEEP } from '../../../src/domain/changes/change-context.ts';
import { healthEvents, sellersWithHealthChange } from '../../../src/domain/changes/health-events.ts';
import type { OfferTransition } from '../../../src/domain/changes/offer-transition.ts';
import { NOW } from '../market.ts';
import { LIVE, turned } from './transitions.ts';

const fell = (more: Parameters<typeof turned>[0] = {}) => turned({ from: 'losing', to: 'unhealthy', ...more });
const SELLERS = new Set(['S1', 'S2', 'S3']);

/** The items of the tests, published with this request. */
const published = (requestId?: string) => new Map(['ITEM1', 'ITEM2'].map((id) => [`STORE_US\n${id}`, requestId]));

const eventsOf = (offers: OfferTransition[], context: ChangeContext = LIVE, isItemPublished = true) =>
  healthEvents(offers, () => context, SELLERS, isItemPublished ? published(context.requestId) : new Map());

/** Each event as its item, and `seller SKU health` of each offer. */
const inShort = (events: ReturnType<typeof eventsOf>) =>
  events.map(({ itemId, sellers }) => [
    itemId,
    ...sellers.flatMap(({ sellerId, changes }) =>
      changes.map(({ health, judged }) => `${sellerId} ${judged.offer.sku} ${health}`),
    ),
  ]);

describe('the sellers with a change of health', () => {
  it('are those with an offer on sale that became unhealthy, or recovered', () => {
    const offers = [
      fell({ sellerId: 'S3' }),
      turned({ sellerId: 'S1', from: 'unhealthy', to: 'winning' }),
      turned({ sellerId: 'S2', from: 'unhealthy', to: 'inactive' }),
      turned({ sellerId: 'S4', from: 'unhealthy' }),
      turned({ sellerId: 'S5', from: null, to: 'unhealthy' }),
      turned({ sellerId: 'S6', to: 'unhealthy' }),
      turned({ sellerId: 'S7', from: 'unhealthy', to: 'losing', toItem: 'ITEM2' }),
    ];
    deepEqual([...sellersWithHealthChange(offers)], ['S3', 'S1', 'S6', 'S7']);
  });
});

describe('PRICING_HEALTH', () => {
  it('has the offers of each seller on an item, with what their gates looked at', () => {
    const [one, two] = [fell(), turned({ sellerId: 'S2', from: 'unhealthy', to: 'losing', isRecordChanged: false })];
    deepEqual(eventsOf([one, two]), [
      {
        ...{ kind: 'PRICING_HEALTH', marketplaceId: 'STORE_US', itemId: 'ITEM1', condition: '', customer: 'Consumer' },
        ...{ offerType: 'B2C', atMs: NOW, priority: 0, audience: 'named', requestId: 'r1', trace: undefined },
        ...{ named: ['S1', 'S2'], owners: ['S1'] },
        sellers: [
          { sellerId: 'S1', changes: [{ health: 'UNHEALTHY', judged: one.after }] },
          { sellerId: 'S2', changes: [{ health: 'RECOVERED', judged: two.after }] },
        ],
      },
    ]);
  });

  it('is one for each item, in the order in which the items changed', () => {
    const events = eventsOf([
      turned({ sellerId: 'S3', from: 'losing', fromItem: 'ITEM9', to: 'unhealthy', toItem: 'ITEM2' }),
      fell({ sku: 'B' }),
      fell({ sellerId: 'S2', toItem: 'ITEM9', fromItem: 'ITEM9' }),
      fell({ sku: 'A' }),
    ]);
    deepEqual(inShort(events), [
      ['ITEM9', 'S2 SKU1 UNHEALTHY'],
      ['ITEM2', 'S3 SKU1 UNHEALTHY'],
      ['ITEM1', 'S1 B UNHEALTHY', 'S1 A UNHEALTHY'],
    ]);
  });

  it('of an offer that moved is on its new item alone, from what it was on the old one', () => {
    deepEqual(inShort(eventsOf([turned({ from: 'unhealthy', to: 'losing', toItem: 'ITEM2' })])), [
      ['ITEM2', 'S1 SKU1 RECOVERED'],
    ]);
    deepEqual(eventsOf([turned({ from: 'unhealthy', to: 'unhealthy', toItem: 'ITEM2' })]), []);
  });

  it('reaches receivers alone', () => {
    deepEqual(eventsOf([fell({ sellerId: 'S8' })]), []);
    deepEqual(inShort(eventsOf([fell({ sellerId: 'S8' }), fell()])), [['ITEM1', 'S1 SKU1 UNHEALTHY']]);
  });

  it('of a changed record depends on its quietness, of a state alone on whether events about the item are published', () => {
    const state = fell({ sellerId: 'S2', isRecordChanged: false });
    const quiet: ChangeContext = { ...LIVE, isQuiet: (id) => id === 'STORE_US' };
    const [record, alone] = ['S1 SKU1 UNHEALTHY', 'S2 SKU1 UNHEALTHY'];
    deepEqual(inShort(eventsOf([fell(), state])), [['ITEM1', record, alone]]);
    deepEqual(
      inShort(eventsOf([fell(), state], LIVE, false)),
      [['ITEM1', record]],
      'the board was only marked as stale',
    );
    deepEqual(inShort(eventsOf([fell(), state], quiet)), [['ITEM1', alone]], 'a loud change came while it was stale');
    deepEqual(eventsOf([fell(), state], quiet, false), []);
  });

  it('names the request that the other events about the item name: none if there were several', () => {
    const offers = [fell({ isRecordChanged: false })];
    const requestOf = (items: Parameters<typeof healthEvents>[3]) =>
      healthEvents(offers, () => LIVE, SELLERS, items).map(({ requestId }) => requestId);
    deepEqual(requestOf(published('r1')), ['r1']);
    deepEqual(requestOf(published('of the pending change')), ['of the pending change']);
    deepEqual(requestOf(published(undefined)), [undefined]);
    const marked = healthEvents([fell()], () => LIVE, SELLERS, new Map());
    deepEqual(
      marked.map(({ requestId }) => requestId),
      ['r1'],
      'the board was only marked: the request of the change',
    );
  });

  it('is owned by the seller whose record or facts changed', () => {
    const [event] = eventsOf([fell({ isRecordChanged: false })], sellerFactsChange('S1', false, 'r7'));
    deepEqual([event?.owners, event?.requestId, event?.priority], [['S1'], 'r7', 1]);
    const [mixed] = eventsOf([fell(), fell({ sku: 'B', isRecordChanged: false })]);
    deepEqual(mixed?.owners, ['S1'], 'one record is enough');
    const [clock] = eventsOf([fell({ isRecordChanged: false })], UPKEEP);
    deepEqual([clock?.owners, clock?.requestId], [[], undefined]);
  });

  it('has at most 100 offers of a seller, and 200 sellers', () => {
    const offers = Array.from({ length: 130 }, (_, n) => fell({ sku: `N${n}`, isRecordChanged: n === 129 }));
    const [full] = eventsOf(offers);
    deepEqual(
      [full?.sellers[0]?.changes.length, full?.owners],
      [100, ['S1']],
      'an offer that is left out counts for its owner',
    );
    const ids = Array.from({ length: 450 }, (_, n) => `T${n}`);
    const many = healthEvents(
      ids.map((sellerId) => fell({ sellerId })),
      () => LIVE,
      new Set(ids),
      published(),
    );
    deepEqual(
      many.map(({ named, owners, sellers }) => [named.length, owners.length, sellers.length]),
      [
        [200, 200, 200],
        [200, 200, 200],
        [50, 50, 50],
      ],
    );
    deepEqual(
      many.flatMap(({ named }) => named),
      ids,
    );
  });

  it('happened when the last of its offers was judged', () => {
    const later = fell({ sellerId: 'S2' });
    const judged = { ...later, after: later.after && { ...later.after, now: NOW + 5 } };
    equal(eventsOf([judged, fell()])[0]?.atMs, NOW + 5);
  });
});
