import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ChangeContext, sellerFactsChange, UPKEEP } from '../../../src/domain/changes/change-context.ts';
import { itemEvents } from '../../../src/domain/changes/item-events.ts';
import type { ItemTransition } from '../../../src/domain/changes/item-transition.ts';
import { isPublished } from '../../../src/domain/changes/publication.ts';
import { NOW } from '../market.ts';
import { changed, FIRST, inShort, LIVE, type Listed, SECOND, turned, UNDERCUT, USED } from './transitions.ts';

const eventsOf = (item: ItemTransition, context: ChangeContext = LIVE) => itemEvents(item, context).events;
const published = (item: ItemTransition, context: ChangeContext = LIVE) => inShort(eventsOf(item, context));
const NOT_FEATURED = { seller: { featuredMerchant: false } };

describe('the events about an item', () => {
  it('are one about the offers of the condition, and one about the buy box that moved', () => {
    const item = changed([FIRST, SECOND], [FIRST, UNDERCUT]);
    const [offers, box, ...more] = eventsOf(item);
    deepEqual(more, []);
    const common = {
      ...{ marketplaceId: 'STORE_US', itemId: 'ITEM1', condition: 'New', customer: 'Consumer', offerType: 'B2C' },
      ...{ atMs: NOW, priority: 0, audience: 'active', named: ['S1', 'S2'], owners: ['S2'], requestId: 'r1' },
      trace: undefined,
      currency: 'USD',
    };
    const lowestMinor = { before: 2_000, now: 1_900 };
    deepEqual(offers, { ...common, kind: 'ANY_OFFER_CHANGED', status: 'Success', lowestMinor });
    equal(box?.kind, 'BUY_BOX_CHANGED');
    const { move, ...rest } = box as typeof box & { kind: 'BUY_BOX_CHANGED' };
    deepEqual(rest, { ...common, kind: 'BUY_BOX_CHANGED', cause: 'priceChange' });
    deepEqual([move.before?.sellerId, move.after?.holder.sellerId], ['S1', 'S2']);
  });

  it('are none when customers see the same', () => {
    deepEqual(published(changed([FIRST, SECOND], [SECOND, FIRST])), []);
    const hidden = changed([FIRST, { ...SECOND, active: false }], [FIRST, { ...UNDERCUT, active: false }]);
    equal(hidden.offers.length, 1);
    deepEqual(published(hidden), []);
  });

  it('name the holders of the moved boxes of their condition first, each seller once', () => {
    const third: Listed = { sellerId: 'S0', sku: 'D', listingPriceMinor: 2_800 };
    const item = changed([third, FIRST, SECOND, USED], [{ ...third, listingPriceMinor: 2_700 }, FIRST, UNDERCUT, USED]);
    deepEqual(
      eventsOf(item).map(({ named }) => named),
      [
        ['S1', 'S2', 'S0'],
        ['S1', 'S2', 'S0'],
      ],
    );
    const both = changed(
      [FIRST, USED],
      [
        { ...FIRST, active: false },
        { ...USED, conditionNotes: 'Boxed' },
      ],
    );
    deepEqual(
      eventsOf(both).map(({ condition, named }) => [condition, ...named]),
      [
        ['New', 'S1', 'S3'],
        ['Used', 'S1', 'S3'],
        ['New', 'S1', 'S3'],
      ],
    );
  });

  it('name no holder of a box of another condition', () => {
    const boxed = { ...USED, conditionNotes: 'Boxed' };
    const item = changed([FIRST, SECOND, USED], [FIRST, UNDERCUT, boxed], { offers: [] });
    deepEqual(
      eventsOf(item).map(({ condition, named }) => [condition, ...named]),
      [['New', 'S1', 'S2'], ['Used'], ['New', 'S1', 'S2']],
    );
  });

  it('are about the first condition with offers when only the rest of the Summary changed', () => {
    const rest = { item: { listPriceMinor: 9_000 } };
    deepEqual(published(changed([USED, FIRST], [USED, FIRST], rest)), ['offers New']);
    deepEqual(published(changed([USED], [USED], rest)), ['offers Used']);
    deepEqual(published(changed([], [], rest)), [], 'an item without offers has nobody who could receive it');
    const soon = { ...FIRST, startTimeMs: NOW + 1 };
    deepEqual(published(changed([soon], [{ ...soon, startTimeMs: NOW + 2 }])), [], 'nor one with offers off sale');
  });

  it('reach the seller of the last offer, of a removed item, and of an offer that moved away', () => {
    const last = ['offers New', 'box New Consumer B2C offerEnded'];
    for (const item of [
      changed([FIRST], []),
      changed([FIRST], null),
      changed([FIRST], [{ ...FIRST, itemId: 'ITEM2' }]),
    ]) {
      deepEqual(published(item), last);
      for (const { named, owners } of eventsOf(item)) deepEqual([named, owners], [['S1'], ['S1']]);
    }
    deepEqual(published(changed([], null)), []);
    const arrived = changed([{ ...FIRST, itemId: 'ITEM2' }], [FIRST]);
    deepEqual(published(arrived), ['offers New', 'box New Consumer B2C newOffer']);
  });

  it('name and own at most 1,000 sellers', () => {
    const many = Array.from({ length: 1_200 }, (_, n) => turned({ sellerId: `T${n}`, to: 'losing' }));
    const [offers, box] = eventsOf(changed([FIRST, SECOND], [FIRST, UNDERCUT], { offers: many }));
    for (const event of [offers, box]) {
      deepEqual([event?.named.length, event?.owners.length], [1_000, 1_000]);
      deepEqual(event?.named.slice(0, 3), ['S1', 'S2', 'T0'], 'holders come first');
    }
  });
});

describe('the cause of a moved box', () => {
  const causes = (item: ItemTransition, context: ChangeContext = LIVE) =>
    eventsOf(item, context).flatMap((event) => (event.kind === 'BUY_BOX_CHANGED' ? [event.cause] : []));
  const lost = [{ ...FIRST, ...NOT_FEATURED }, SECOND];

  it('is the only thing that happened', () => {
    const turn = { hasDatePassed: true };
    const later = { ...FIRST, listingPriceMinor: 2_100 };
    deepEqual(causes(changed([FIRST, SECOND], [later, SECOND])), ['priceChange']);
    deepEqual(causes(changed([FIRST, SECOND], [FIRST, SECOND], { after: changed([], lost).after, ...turn }), UPKEEP), [
      'clock',
    ]);
    deepEqual(causes(changed([FIRST, SECOND], lost), sellerFactsChange('S1', false, undefined)), ['eligibility']);
    const threshold = { item: { competitivePriceThresholdMinor: 1_000 }, hasNewThreshold: true };
    deepEqual(causes(changed([FIRST], [FIRST], threshold)), ['eligibility']);
    deepEqual(causes(changed([FIRST, SECOND], lost, { isSameVersion: false }), UPKEEP), ['rules']);
  });

  it('is several when the board was stale, and when several records changed', () => {
    deepEqual(causes(changed([FIRST, SECOND], [FIRST, UNDERCUT], { before: { isStale: true } })), ['several']);
    const both = [{ ...FIRST, listingPriceMinor: 1_950 }, UNDERCUT];
    deepEqual(causes(changed([FIRST, SECOND], both)), ['several']);
  });

  it('does not count an offer whose state alone changed', () => {
    const item = changed([FIRST, SECOND], [FIRST, UNDERCUT]);
    deepEqual(
      item.offers.map(({ key, isRecordChanged }) => [key.sellerId, isRecordChanged]),
      [
        ['S1', false],
        ['S2', true],
      ],
    );
    deepEqual(causes(item), ['priceChange']);
  });
});

describe('the events about a board of another version', () => {
  const other = { isSameVersion: false };
  const [before, noted] = [
    [FIRST, SECOND, USED],
    [FIRST, { ...SECOND, conditionNotes: 'Boxed' }, USED],
  ];

  it('are about all its conditions when an offer changed, because texts cannot be compared', () => {
    deepEqual(published(changed(before, noted, other)), ['offers New', 'offers Used']);
    deepEqual(published(changed(before, noted)), ['offers New'], 'of this version');
    const withoutUsed = changed(before, [FIRST, SECOND], other);
    deepEqual(published(withoutUsed), ['offers New', 'offers Used', 'box Used Consumer B2C several']);
  });

  it('are about figures alone when no offer changed', () => {
    deepEqual(published(changed(before, noted, { ...other, offers: [] }), UPKEEP), []);
  });

  it('are those of a new item when it had no decision', () => {
    const item = changed(null, [USED], other);
    deepEqual(published(item), ['offers Used', 'box Used Consumer B2C newOffer']);
  });
});

describe('whether events are published', () => {
  const quiet: ChangeContext = { ...LIVE, isQuiet: (id) => id === 'STORE_US' };
  const item = (before: Partial<ItemTransition['before']> = {}) => changed([FIRST], [FIRST], { before });

  it('depends on the marketplace of a quiet change', () => {
    equal(isPublished(item(), LIVE), true);
    equal(isPublished(item(), UPKEEP), true, 'the time of the board was over');
    equal(isPublished(item(), quiet), false);
    equal(isPublished(item(), { ...LIVE, isQuiet: (id) => id === 'STORE_JP' }), true);
  });

  it('of a stale board depends on whether a loud change came since', () => {
    const [stale, pending] = [{ isStale: true }, { isStale: true, pending: '\t\t' }];
    equal(isPublished(item(stale), UPKEEP), false, 'only quiet changes');
    equal(isPublished(item(stale), quiet), false);
    equal(isPublished(item(stale), LIVE), true, 'nobody can separate the two');
    for (const context of [UPKEEP, quiet, LIVE]) equal(isPublished(item(pending), context), true);
  });

  it('is no for the first decision about a board that an older version wrote', () => {
    const older = { decision: null, version: 2_004 };
    equal(isPublished(item(older), LIVE), false);
    equal(isPublished(item({ ...older, isStale: true, pending: 'S1\t\t' }), LIVE), false);
    equal(isPublished(changed(null, [FIRST]), LIVE), true, 'a new item has no board');
  });
});
