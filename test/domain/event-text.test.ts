import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  AnyOfferChanged,
  BuyBoxChanged,
  BuyBoxHolder,
  FeePromotionChanged,
  PricingHealth,
  WirePrice,
} from '../../src/domain/notifications/event-payloads.ts';
import { eventText } from '../../src/domain/notifications/event-text.ts';
import { type CloudEvent, EVENT_KINDS, type EventKind } from '../../src/domain/notifications/notification.ts';

const ids = { payloadVersion: '1.0', sellerId: 'A1DEMOSELLER', marketplaceId: 'STORE_US' };
const eventOf = (type: EventKind, payload: object = {}, others: Partial<CloudEvent> = {}): CloudEvent => ({
  specversion: '1.0',
  id: 'ntf_1',
  source: 'https://api.store.example/notifications/v4',
  type,
  subject: 'ITEM000001',
  time: '2026-11-15T09:30:00.000Z',
  datacontenttype: 'application/json',
  data: { ...ids, ...payload },
  ...others,
});

const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
const price = (listing: number, shipping = 0): WirePrice => ({
  LandedPrice: usd(listing + shipping),
  ListingPrice: usd(listing),
  Shipping: usd(shipping),
});
const about = { storeItemId: 'ITEM000001', ItemCondition: 'New' } as const;
const holder = (sellerId: string, listing: number): BuyBoxHolder => ({
  ...{ condition: 'New', offerType: 'B2C', sellerId, belongsToRequester: sellerId === 'A1DEMOSELLER' },
  ...price(listing),
});
const lowest = (condition: 'New' | 'Used', listing: number, others: object = {}) => ({
  ...{ condition, fulfillmentChannel: 'SELLER', offerType: 'B2C' as const, ...price(listing, 1), ...others },
});

const offers: AnyOfferChanged = {
  ...about,
  Summary: {
    TotalOfferCount: 12,
    LowestPrices: [
      ...[lowest('New', 21.5), lowest('New', 20.49), lowest('Used', 5)],
      ...[lowest('New', 1, { offerType: 'B2B' }), lowest('New', 2, { quantityTier: 10 })],
    ],
  },
};
const lost: BuyBoxChanged = {
  ...about,
  BuyBoxPrice: holder('A2OTHER', 21.49),
  PreviousBuyBoxPrice: holder('A1DEMOSELLER', 22.99),
};
const health: PricingHealth = {
  ...about,
  BuyingPrice: price(29.99, 2),
  Summary: { CompetitivePriceThreshold: usd(27.5), SuggestedLowerPricePlusShipping: usd(22.99) },
};
const promotion: FeePromotionChanged = {
  ...{ PromotionId: 'SPRING', FeeType: 'ReferralFee', RatePercent: 12.5 },
  ...{ EffectiveFrom: '2026-11-20T00:00:00.000Z', EffectiveUntil: '2026-12-01T00:00:00.000Z' },
};
const { BuyBoxPrice: _now, ...unheld } = lost;
const { PreviousBuyBoxPrice: _before, ...first } = { ...lost, BuyBoxPrice: holder('A1DEMOSELLER', 22.99) };
const { RatePercent: _rate, ...unrated } = promotion;

/** The complete text of each kind of event. */
const texts: readonly [kind: EventKind, payload: object, subject: string, sentences: string][] = [
  [
    ...(['TEST_NOTIFICATION', {}, 'Test notification'] as const),
    'This is a test notification. Nothing has changed; it shows that this destination is reached.',
  ],
  [
    ...(['ANY_OFFER_CHANGED', offers, 'Offers changed: item ITEM000001'] as const),
    'The offers on item ITEM000001 in STORE_US have changed. There are 12 offers now. The lowest price in condition New is 21.49 USD with shipping.',
  ],
  [
    ...(['ANY_OFFER_CHANGED', { Summary: { TotalOfferCount: 1 } }, 'Offers changed: item ITEM000001'] as const),
    'The offers on item ITEM000001 in STORE_US have changed. There is 1 offer now.',
  ],
  [
    ...(['BUY_BOX_CHANGED', lost, 'You lost the buy box: item ITEM000001'] as const),
    'Another seller (A2OTHER) has the buy box of item ITEM000001 in STORE_US now. Its price went from 22.99 USD to 21.49 USD, shipping included.',
  ],
  [
    ...(['BUY_BOX_CHANGED', first, 'You have the buy box: item ITEM000001'] as const),
    'You have the buy box of item ITEM000001 in STORE_US now. Its price is 22.99 USD with shipping.',
  ],
  [
    ...(['BUY_BOX_CHANGED', unheld, 'You lost the buy box: item ITEM000001'] as const),
    'Nobody has the buy box of item ITEM000001 in STORE_US now. Its price was 22.99 USD with shipping.',
  ],
  [
    'BUY_BOX_CHANGED',
    { BuyBoxPrice: holder('A3', 5), PreviousBuyBoxPrice: holder('A2', 5) },
    'Buy box changed: item ITEM000001',
    'Another seller (A3) has the buy box of item ITEM000001 in STORE_US now. Its price is still 5.00 USD with shipping.',
  ],
  [
    ...(['BUY_BOX_CHANGED', {}, 'Buy box changed: item ITEM000001'] as const),
    'The buy box of item ITEM000001 in STORE_US has changed.',
  ],
  [
    ...(['PRICING_HEALTH', health, 'Your price needs attention: item ITEM000001'] as const),
    'Your price for item ITEM000001 in STORE_US, 31.99 USD with shipping, is above the competitive price threshold of 27.50 USD. At this price your offer cannot win the buy box. Suggested: 22.99 USD or less, shipping included.',
  ],
  [
    ...(['FEE_PROMOTION', promotion, 'Fee promotion: item ITEM000001'] as const),
    'There is a promotion on the referral fee for item ITEM000001 in STORE_US: 12.5 % less. It holds from 20 Nov 2026, 00:00 UTC until 01 Dec 2026, 00:00 UTC.',
  ],
  [
    ...(['FEE_PROMOTION', { ...unrated, FeePromotion: { CurrencyCode: 'JPY', Amount: 50 } }] as const),
    'Fee promotion: item ITEM000001',
    'There is a promotion on the referral fee for item ITEM000001 in STORE_US: 50 JPY less. It holds from 20 Nov 2026, 00:00 UTC until 01 Dec 2026, 00:00 UTC.',
  ],
];

/** The ASCII part of the GSM 03.38 basic alphabet: any other character reduces the SMS to 70 characters. */
const gsm = /^[A-Za-z0-9 @$_!"#%&'()*+,\-./:;<=>?]*$/;

describe('the text about an unused application', () => {
  const data = { createdBy: 'repricer', status: 'ACTIVE', lastUsedTime: '2026-09-01T10:00:00Z' };
  const about = (more: object) =>
    eventText(eventOf('DESTINATION_SUSPENDED', { ...data, EffectiveFrom: '2026-11-30T10:00:00Z', ...more }));

  it('says what happens when, and what to do', () => {
    const { subject, sentences } = about({});
    assert.equal(subject, 'Notifications of an application will end');
    assert.equal(
      sentences.join(' '),
      'The application repricer has not used its access to your account since 01 Sep 2026, 10:00 UTC. Its notification destinations will be suspended on 30 Nov 2026, 10:00 UTC unless it uses its access before. If you still use the application, open it, or ask its provider. Otherwise there is nothing to do.',
    );
  });

  it('says how to keep a destination when it is suspended', () => {
    const { subject, sentences } = about({ status: 'SUSPENDED' });
    assert.equal(subject, 'Notifications of an application have ended');
    assert.match(sentences.join(' '), /are suspended\. To keep one, set its status to ACTIVE/);
  });
});

describe('the text', () => {
  for (const [kind, payload, subject, sentences] of texts) {
    it(`of ${kind}: ${sentences.slice(0, 60)}`, () => {
      const text = eventText(eventOf(kind, payload));
      assert.deepEqual(
        [text.subject, text.sentences.join(' '), text.push],
        [subject, sentences, { title: subject, body: sentences }],
      );
      assert.ok(text.body.startsWith(`${text.sentences.join('\n')}\n\nItem: ITEM000001\n`), text.body);
      assert.match(
        text.body,
        /\nMarketplace: STORE_US\nSeller: A1DEMOSELLER\nTime: 15 Nov 2026, 09:30 UTC\nNotification: ntf_1\n$/,
      );
      assert.ok(sentences.startsWith(text.short) && text.short.endsWith('.'), text.short);
    });
  }

  it('lists the figures of the event as facts', () => {
    const { body } = eventText(eventOf('BUY_BOX_CHANGED', lost));
    assert.match(
      body,
      /\nBuy box now: A2OTHER\nBuy box before: you\nCondition: New\nPrice now: 21\.49 USD\nPrice before: 22\.99 USD\n/,
    );
  });

  for (const kind of EVENT_KINDS) {
    it(`of ${kind} is complete without an item, a marketplace and a payload`, () => {
      const { subject: _, ...event } = eventOf(kind, {}, { data: { payloadVersion: '1.0', sellerId: 'A1' } });
      const { subject, body, short, push } = eventText(event);
      assert.match(subject, /^[A-Z][A-Za-z ]+[a-z]$/);
      for (const text of [body, short, push.body])
        assert.doesNotMatch(text, /undefined|NaN| {2}|Item:|Marketplace:| [.,]|\(\)/);
    });

    it(`of ${kind} fits into one SMS with ids of any length`, () => {
      for (const length of [1, 20, 40, 64]) {
        const id = 'X'.repeat(length);
        const payload = { ...offers, ...lost, ...promotion, ...{ BuyBoxPrice: holder(id, 9_999_999.99) } };
        const event = eventOf(kind, {}, { subject: id, data: { ...ids, ...payload, sellerId: id, marketplaceId: id } });
        const { short } = eventText(event);
        assert.ok(short.length > 0 && short.length <= 160, short);
        assert.match(short, gsm);
      }
    });

    it(`of ${kind} omits values of the wrong type`, () => {
      const odd = [null, 'x', 7, -1, 1.005, [], {}, { Amount: 1 }, { CurrencyCode: 'XXX', Amount: 1 }, [null]];
      for (const one of odd) {
        const money = { LandedPrice: one, sellerId: one, belongsToRequester: one, condition: one, offerType: one };
        const payload = {
          ...{ ItemCondition: one, BuyBoxPrice: money, PreviousBuyBoxPrice: money, BuyingPrice: one, FeeType: one },
          ...{ FeePromotion: one, RatePercent: { one }, EffectiveFrom: one, EffectiveUntil: one },
          Summary: { TotalOfferCount: { one }, LowestPrices: [one, money], CompetitivePriceThreshold: one },
        };
        for (const data of [payload, { ...payload, Summary: one, BuyBoxPrice: one }]) {
          const { body } = eventText(eventOf(kind, data));
          assert.doesNotMatch(body, /undefined|null|NaN|object| {2}|XXX|1\.005/, body);
        }
      }
    });

    it(`of ${kind} contains nothing that a seller wrote, and its subject has one line`, () => {
      const sellerText = 'Visit\r\nhttps://evil.example <b>';
      const replaceAllText = (value: unknown): unknown =>
        typeof value !== 'object' || value === null
          ? sellerText
          : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceAllText(one)]));
      const data = replaceAllText({
        ...ids,
        ...offers,
        ...lost,
        ...health,
        ...promotion,
        testScenario: '',
        SellerSKU: '',
      });
      const event = eventOf(
        kind,
        {},
        { id: sellerText, subject: sellerText, time: sellerText, data: data as CloudEvent['data'] },
      );
      const { subject, body, short, push } = eventText(event);
      assert.doesNotMatch(subject + body + short + push.title + push.body, /Visit|evil|<b>|\r/);
      assert.doesNotMatch(subject, /\n/);
    });
  }
});
