// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skusOf } from '../../console/event-facts.ts';
import { summaryOf } from '../../console/pages/events/event-summary.ts';
import { kindOf, passes } from '../../console/pages/events/filter.ts';
import type { EventFormats } from '../../console/pages/events/summary-parts.ts';
import { byDay, merged } from '../../console/pages/events/timeline.ts';
import type { ListedEvent } from '../../sdk/src/index.ts';
import { eventExamples } from '../../src/wire/notifications/events/event-examples.ts';

const formats: EventFormats = {
  money: ({ Amount }, isSigned) => `${isSigned && Amount > 0 ? '+' : ''}${Amount.toFixed(2)}`,
  date: (at) => at.slice(0, 10),
  seller: (id) => (id === 'A2DEMORIVAL' ? 'Demo Rival' : id),
};

/** The published example of a kind, with other members of `data`. */
function example(type: keyof typeof eventExamples, data: object = {}): ListedEvent {
  const event = eventExamples[type] as unknown as ListedEvent;
  return { ...event, data: { ...event.data, ...data } } as ListedEvent;
}
const words = (event: ListedEvent) => {
  const { headline, text } = summaryOf(event, formats);
  return `${headline}. ${text}`;
};

describe('an event in words', () => {
  const holder = (sellerId: string, amount: number, belongsToRequester = false) => ({
    sellerId,
    belongsToRequester,
    LandedPrice: { CurrencyCode: 'USD', Amount: amount },
  });

  for (const [what, event, expected] of [
    [
      'a lost buy box says who has it, at which price, and what wins it back',
      example('BUY_BOX_CHANGED'),
      'You lost the buy box. Demo Rival has it for 22.50. You ask 22.99. A price of 22.50 wins it back, net 19.12 after fees.',
    ],
    [
      'a lost buy box that nobody has',
      example('BUY_BOX_CHANGED', { BuyBoxPrice: undefined }),
      'You lost the buy box. Nobody has it now. You ask 22.99.',
    ],
    [
      'a won buy box of businesses says who had it before',
      example('BUY_BOX_CHANGED', {
        Change: 'WON',
        CustomerType: 'Business',
        BuyBoxPrice: holder('ME', 20, true),
        PreviousBuyBoxPrice: holder('RIVAL', 21),
      }),
      'You won the business buy box. You have it for 20.00. Before, RIVAL had it for 21.00.',
    ],
    [
      'another price of the holder',
      example('BUY_BOX_CHANGED', {
        Change: 'PRICE',
        BuyBoxPrice: holder('RIVAL', 20),
        PreviousBuyBoxPrice: holder('RIVAL', 21),
      }),
      'The buy box price changed. RIVAL asks 20.00 instead of 21.00. You ask 22.99.',
    ],
    [
      'an own price that keeps the box',
      example('BUY_BOX_CHANGED', { Change: 'PRICE', BuyBoxPrice: holder('ME', 20, true) }),
      'Your buy box price changed. You still have it, now for 20.00 instead of 22.99.',
    ],
    [
      'a change that only a newer service knows is told as what it shows',
      example('BUY_BOX_CHANGED', { Change: 'SPLIT' }),
      'The buy box has a new holder. Demo Rival has it for 22.50. You ask 22.99.',
    ],
    [
      'an offer that is not eligible says why',
      example('PRICING_HEALTH'),
      'An offer of yours is not eligible for the buy box. The landed price of 18.40 USD is above the competitive price threshold of 16.50 USD. With shipping of 0.00 USD, a listing price of at most 16.50 USD passes.',
    ],
    [
      'a promotion',
      example('FEE_PROMOTION'),
      'A fee promotion began. Half the referral fee on selected pet supplies. 50% off the referral fee of 1 listing until 2026-12-15.',
    ],
    [
      'a fee change ahead',
      example('FEE_CHANGED'),
      'Fees change in 30 days. 2 listings pay 0.30 more together for one unit each from 2040-01-01 on. The largest difference: DEMO-SKU-13, +0.15.',
    ],
    [
      'a fee change that does not come',
      example('FEE_CHANGED', { ListingCount: 0, Largest: [] }),
      'An announced fee change does not come. What was to change on 2040-01-01 stays as it is.',
    ],
    [
      'a suspended destination',
      example('DESTINATION_SUSPENDED'),
      'A destination was suspended. Repricer: Every attempt failed for days.',
    ],
    [
      'a secret that expires',
      example('CREDENTIAL_EXPIRING'),
      'A client secret expires on 2026-12-15. My ERP: Give the application another secret before.',
    ],
    ['a report that is ready', example('REPORT_READY'), 'A report is ready. It has 25 lines.'],
    [
      'a report that could not be made',
      example('REPORT_READY', { state: 'FATAL', failure: { code: 'DiskFull', message: 'The disk is full.' } }),
      'A report could not be made. The disk is full.',
    ],
    [
      'changes of offers',
      example('ANY_OFFER_CHANGED'),
      'Offers changed. The lowest price is 22.99 instead of 23.49. There are 5 offers.',
    ],
    ['a kind that only a newer service knows', { ...example('FEE_CHANGED'), type: 'NEW_KIND' } as never, 'NEW_KIND. '],
  ] as const) {
    it(what, () => assert.equal(words(event), expected));
  }
});

describe('the filter of events', () => {
  const filter = { kind: kindOf(null), sku: '', marketplaceId: 'STORE_US' };

  it('shows what matters unless the address names another kind; an unknown kind means nothing', () => {
    assert.equal(passes(example('BUY_BOX_CHANGED'), filter), true);
    assert.equal(passes(example('ANY_OFFER_CHANGED'), filter), false);
    assert.equal(passes(example('ANY_OFFER_CHANGED'), { ...filter, kind: 'all' }), true);
    assert.equal(passes(example('BUY_BOX_CHANGED'), { ...filter, kind: 'won' }), false);
    assert.equal(kindOf('<script>'), 'main');
  });

  it('finds a part of a SKU in any case, in every list that has SKUs', () => {
    const kinds = ['BUY_BOX_CHANGED', 'ANY_OFFER_CHANGED', 'PRICING_HEALTH', 'FEE_PROMOTION', 'FEE_CHANGED'] as const;
    for (const type of kinds) {
      const [sku = ''] = skusOf(example(type));
      assert.match(sku, /^DEMO-SKU-\d+$/);
      assert.equal(passes(example(type), { ...filter, kind: 'all', sku: sku.toLowerCase().slice(3) }), true, type);
      assert.equal(passes(example(type), { ...filter, kind: 'all', sku: 'OTHER' }), false, type);
    }
  });

  it('shows events of the chosen marketplace, and those that name none', () => {
    assert.equal(passes(example('BUY_BOX_CHANGED'), { ...filter, marketplaceId: 'STORE_CA' }), false);
    assert.equal(passes(example('DESTINATION_SUSPENDED'), { ...filter, marketplaceId: 'STORE_CA' }), true);
  });
});

describe('the timeline', () => {
  const at = (sequence: number, time: string) => ({ ...example('BUY_BOX_CHANGED'), sequence: String(sequence), time });

  it('has each event once, the newest first, under its day', () => {
    const events = [at(9, '2026-11-15T23:00:00Z'), at(10, '2026-11-16T01:00:00Z'), at(8, '2026-11-15T01:00:00Z')];
    const list = merged(events, events.slice(0, 1));
    assert.deepEqual(
      byDay(list, (day) => day.toISOString().slice(0, 10)).map((day) => [day.key, day.events.map((e) => e.sequence)]),
      [
        ['2026-11-16', ['10']],
        ['2026-11-15', ['9', '8']],
      ],
    );
  });
});
