import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EventFilter, filterRule } from '../../src/domain/notifications/event-filter.ts';
import { type EventSubject, readEventData, subjectOf } from '../../src/domain/notifications/event-subject.ts';
import type { EventKind } from '../../src/domain/notifications/notification.ts';

const content = (itemPart: object) => ({
  ...{ marketplaceId: 'M1', itemId: 'I1', itemPart: JSON.stringify(itemPart).slice(1, -1) },
});
const subject = (kind: EventKind, item: object | undefined, own: object): EventSubject =>
  subjectOf(readEventData(kind, item && content(item), JSON.stringify(own).slice(1, -1)));
const money = (Amount: number, CurrencyCode = 'USD') => ({ CurrencyCode, Amount });
const lowest = (before: unknown, now: unknown) =>
  subject(
    'ANY_OFFER_CHANGED',
    {
      ItemCondition: 'New',
      LowestLandedPrice: now,
      PreviousLowestLandedPrice: before,
      Summary: {},
      Offers: [{ ItemCondition: 'Used' }],
    },
    { Own: false, MySKUs: ['a'] },
  );
const kept = (filter: EventFilter, ...events: EventSubject[]) => events.map((event) => filterRule(filter)(event) ?? '');

const offers = lowest(money(20), money(19));
const box = subject(
  'BUY_BOX_CHANGED',
  { ItemCondition: 'Used', BuyBoxPrice: { LandedPrice: money(10) }, PreviousBuyBoxPrice: { LandedPrice: money(11) } },
  { Change: 'PRICE', Own: true, PreviousSellerSKU: 'gone', MyOffers: [{ SellerSKU: 'a' }, { SellerSKU: 'b' }] },
);
const health = subject(
  'PRICING_HEALTH',
  {},
  {
    ...{ Health: 'RECOVERED', Own: true },
    Offers: [
      { SellerSKU: 'c', ItemCondition: 'New' },
      { SellerSKU: 'd', ItemCondition: 'Club' },
    ],
  },
);
const fee = subject('FEE_CHANGED', undefined, { marketplaceId: 'M2', Listings: [{ SellerSKU: 'z' }] });
const suspended = subject('DESTINATION_SUSPENDED', undefined, { channelIds: ['ch_1'] });
const all = [offers, box, health, fee, suspended];

describe('a filter', () => {
  const rows: [filter: EventFilter, kept: string[]][] = [
    [{}, ['', '', '', '', '']],
    [{ marketplaceIds: ['M1'] }, ['', '', '', 'marketplaceIds', '']],
    [{ marketplaceIds: ['M2'] }, ['marketplaceIds', 'marketplaceIds', 'marketplaceIds', '', '']],
    [{ storeItemIds: ['I2'] }, ['storeItemIds', 'storeItemIds', 'storeItemIds', '', '']],
    [{ skus: ['b', 'd'] }, ['skus', '', '', '', '']],
    [{ skus: ['gone'] }, ['skus', '', 'skus', '', '']],
    [{ skus: ['A'] }, ['skus', 'skus', 'skus', '', '']],
    [{ conditions: ['New'] }, ['', 'conditions', '', '', '']],
    [{ conditions: ['Used'] }, ['conditions', '', 'conditions', '', '']],
    [{ changes: ['WON'] }, ['', 'changes', '', '', '']],
    [{ changes: ['UNHEALTHY'] }, ['', '', 'changes', '', '']],
    [{ changes: ['PRICE', 'RECOVERED'] }, ['', '', '', '', '']],
    [{ changes: ['WON', 'UNHEALTHY'] }, ['', 'changes', 'changes', '', '']],
    [{ minPriceChangePercent: 5.01 }, ['minPriceChangePercent', '', '', '', '']],
    [{ ownOnly: true }, ['ownOnly', '', '', '', '']],
    [{ othersOnly: true }, ['', 'othersOnly', 'othersOnly', '', '']],
    [{ skus: ['x'], marketplaceIds: ['M2'] }, ['marketplaceIds', 'marketplaceIds', 'marketplaceIds', '', '']],
  ];
  for (const [filter, expected] of rows) {
    it(`${JSON.stringify(filter)} keeps back ${expected.filter((key) => key !== '').length} of 5 events`, () => {
      deepEqual(kept(filter, ...all), expected);
    });
  }

  it('compares prices exactly, in whole minor units', () => {
    const passes = (percent: number, before: unknown, now: unknown) =>
      filterRule({ minPriceChangePercent: percent })(lowest(before, now)) === undefined;
    // 5 % of 20.00 is 1.00, up or down.
    deepEqual([passes(5, money(20), money(19)), passes(5, money(20), money(21))], [true, true]);
    deepEqual([passes(5, money(20), money(19.01)), passes(5, money(20), money(20.99))], [false, false]);
    // 0.29 * 100 is 28.999999999999996 as a double.
    deepEqual([passes(0.29, money(100), money(100.29)), passes(0.29, money(100), money(100.28))], [true, false]);
    deepEqual([passes(0.01, money(1), money(1)), passes(1_000, money(1), money(11))], [false, true]);
    deepEqual([passes(1_000, money(0), money(0.01)), passes(0.01, money(0), money(0))], [true, false]);
    // 14 digits: the products have more than a double holds.
    const dear = 999_999_999_999.99;
    deepEqual([passes(100, money(dear), money(0)), passes(100, money(dear), money(0.01))], [true, false]);
    deepEqual(
      [passes(10, money(100, 'JPY'), money(110, 'JPY')), passes(10, money(1, 'KWD'), money(1.099, 'KWD'))],
      [true, false],
    );
  });

  it('lets pass what cannot be compared', () => {
    const filter: EventFilter = { minPriceChangePercent: 1_000 };
    const unknown = [
      lowest(undefined, money(1)),
      lowest(money(1), undefined),
      lowest(money(1, 'USD'), money(1, 'CAD')),
      lowest({ Amount: '1' }, money(1)),
      lowest(money(1.001), money(1)),
    ];
    deepEqual(kept(filter, ...unknown), ['', '', '', '', '']);
    // Another holder is told whatever the prices are.
    const won = subject(
      'BUY_BOX_CHANGED',
      { BuyBoxPrice: { LandedPrice: money(10) }, PreviousBuyBoxPrice: { LandedPrice: money(10) } },
      { Change: 'WON', Own: true, MyOffers: [] },
    );
    deepEqual(kept(filter, won), ['']);
    // An event of a version that did not tell own SKUs.
    const old = subject('ANY_OFFER_CHANGED', { ItemCondition: 'New', Summary: {} }, { Own: false });
    deepEqual(kept({ skus: ['a'] }, old), ['']);
  });

  it('reads the head of a long event only, whatever its texts are', () => {
    const hostile = '"x","Summary":{"ItemCondition":"Used"}';
    const read = subject(
      'ANY_OFFER_CHANGED',
      { ItemCondition: 'New', storeItemId: hostile, Summary: {} },
      {
        Own: true,
        MySKUs: [hostile],
      },
    );
    deepEqual([read.conditions, read.skus, read.isOwn], [['New'], [hostile], true]);
    // What is after the Summary is not even parsed.
    const cut = { ...content({ ItemCondition: 'New' }), itemPart: '"ItemCondition":"New","Summary":{"Total' };
    equal(subjectOf(readEventData('ANY_OFFER_CHANGED', cut, '"Own":true')).isOwn, true);
  });
});
