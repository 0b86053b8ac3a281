import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventText } from '../../src/domain/notifications/event-text.ts';
import { type CloudEvent, EVENT_KINDS, type EventKind } from '../../src/domain/notifications/notification.ts';
import { eventExamples } from '../../src/wire/notifications/events/event-examples.ts';

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
const price = (listing: number, shipping = 0) => ({
  LandedPrice: usd(listing + shipping),
  ListingPrice: usd(listing),
  Shipping: usd(shipping),
});
const about = { storeItemId: 'ITEM000001', ItemCondition: 'New' } as const;
const holder = (sellerId: string, listing: number) => ({
  ...{ condition: 'New', offerType: 'B2C', sellerId, belongsToRequester: sellerId === 'A1DEMOSELLER' },
  ...price(listing),
});
const lowest = (condition: 'New' | 'Used', listing: number, others: object = {}) => ({
  ...{ condition, fulfillmentChannel: 'SELLER', offerType: 'B2C' as const, ...price(listing, 1), ...others },
});

const offers = {
  ...about,
  Summary: {
    TotalOfferCount: 12,
    LowestPrices: [
      ...[lowest('New', 21.5), lowest('New', 20.49), lowest('Used', 5)],
      ...[lowest('New', 1, { offerType: 'B2B' }), lowest('New', 2, { quantityTier: 10 })],
    ],
  },
};
const mine = (status: string, listing?: number) => ({
  ...{ SellerSKU: 'MY SKU', OwnPrice: price(22.99), IsBuyBoxWinner: false, NetAtOwnPrice: { Net: usd(19.54) } },
  ...(listing === undefined
    ? { WinningPrice: { resultStatus: status, Reasons: ['feedbackRating'] } }
    : {
        WinningPrice: { resultStatus: status, ListingPrice: usd(listing), LandedPrice: usd(listing) },
        NetAtWinningPrice: { Net: usd(18.26), TotalFees: usd(3.23) },
      }),
});
const box = { ...about, CustomerType: 'Consumer', offerType: 'B2C', Cause: 'priceChange', Own: false };
const lost = {
  ...box,
  ...{ Change: 'LOST', BuyBoxPrice: holder('A2OTHER', 21.49), PreviousBuyBoxPrice: holder('A1DEMOSELLER', 22.99) },
  MyOffers: [mine('VALID_FOEP', 21.49)],
};
const gate = (Name: string, more: object = {}) => ({ Name, Passed: false, Explanation: 'no', ...more });
const threshold = gate('competitivePriceThreshold', {
  ...{ Figure: usd(31.99), Required: usd(27.5), PassingListingPrice: usd(25.5) },
});
const sick = (...FailingGates: object[]) => ({
  ...{ SellerSKU: 'MY SKU', ItemCondition: 'Used', Health: 'UNHEALTHY', OwnPrice: price(29.99, 2), FailingGates },
});
const well = { ...sick(), Health: 'RECOVERED' };
const health = { storeItemId: 'ITEM000001', Health: 'UNHEALTHY', Offers: [sick(threshold)], Own: false };
const promotion = {
  ...{ PromotionId: 'SPRING', FeeType: 'ReferralFee', RatePercent: 12.5 },
  ...{ EffectiveFrom: '2026-11-20T00:00:00.000Z', EffectiveUntil: '2026-12-01T00:00:00.000Z' },
};
const { BuyBoxPrice: _now, ...unheld } = lost;
const { PreviousBuyBoxPrice: _before, ...first } = {
  ...{ ...lost, Change: 'WON', BuyBoxPrice: holder('A1DEMOSELLER', 22.99) },
};
const WINS = 'At a listing price of at most 21.49 USD your offer would hold it, which leaves 18.26 USD after fees.';
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
    'Another seller (A2OTHER) has the buy box of item ITEM000001 in STORE_US now. Its price went from 22.99 USD to 21.49 USD, shipping included. ' +
      WINS,
  ],
  [
    ...(['BUY_BOX_CHANGED', first, 'You have the buy box: item ITEM000001'] as const),
    'You have the buy box of item ITEM000001 in STORE_US now. Its price is 22.99 USD with shipping.',
  ],
  [
    ...(['BUY_BOX_CHANGED', unheld, 'You lost the buy box: item ITEM000001'] as const),
    `Nobody has the buy box of item ITEM000001 in STORE_US now. Its price was 22.99 USD with shipping. ${WINS}`,
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
    'BUY_BOX_CHANGED',
    { ...lost, Change: 'HOLDER', PreviousBuyBoxPrice: holder('A3', 22.99), MyOffers: [mine('OFFER_NOT_ELIGIBLE')] },
    'Buy box changed: item ITEM000001',
    'Another seller (A2OTHER) has the buy box of item ITEM000001 in STORE_US now. Its price went from 22.99 USD to 21.49 USD, shipping included. Your offer is not eligible for it, whatever the price.',
  ],
  [
    'BUY_BOX_CHANGED',
    {
      ...{ ...lost, Change: 'PRICE', PreviousBuyBoxPrice: holder('A2OTHER', 22.99) },
      MyOffers: [mine('OFFER_NOT_ELIGIBLE'), mine('VALID_FOEP', 21.49)],
    },
    'Buy box price changed: item ITEM000001',
    'Another seller (A2OTHER) still has the buy box of item ITEM000001 in STORE_US. Its price went from 22.99 USD to 21.49 USD, shipping included. At a listing price of at most 21.49 USD one of your offers would hold it, which leaves 18.26 USD after fees.',
  ],
  [
    'BUY_BOX_CHANGED',
    { ...lost, Change: 'PRICE', BuyBoxPrice: holder('A1DEMOSELLER', 21), MyOffers: [mine('NO_COMPETING_OFFER')] },
    'Your buy box price changed: item ITEM000001',
    'You still have the buy box of item ITEM000001 in STORE_US. Its price went from 22.99 USD to 21.00 USD, shipping included.',
  ],
  [
    'BUY_BOX_CHANGED',
    { ...unheld, Change: 'NONE', PreviousBuyBoxPrice: holder('A3', 5), MyOffers: [] },
    'Nobody has the buy box: item ITEM000001',
    'Nobody has the buy box of item ITEM000001 in STORE_US now. Its price was 5.00 USD with shipping.',
  ],
  [
    'BUY_BOX_CHANGED',
    { ...first, ItemCondition: 'Used', CustomerType: 'Business', offerType: 'B2B' },
    'You have the buy box: item ITEM000001',
    'You have the buy box for business customers at business prices of item ITEM000001 in STORE_US in condition Used now. Its price is 22.99 USD with shipping.',
  ],
  [
    'BUY_BOX_CHANGED',
    { ...lost, CustomerType: 'Business', offerType: 'B2B' },
    'You lost the buy box: item ITEM000001',
    'Another seller (A2OTHER) has the buy box for business customers at business prices of item ITEM000001 in STORE_US now. Its price went from 22.99 USD to 21.49 USD, shipping included. At a business price of at most 21.49 USD your offer would hold it, which leaves 18.26 USD after fees.',
  ],
  [
    'BUY_BOX_CHANGED',
    {
      ...{ ...lost, Change: 'PRICE', PreviousBuyBoxPrice: { ...holder('A1DEMOSELLER', 0), ...price(21, 1.99) } },
      BuyBoxPrice: { ...holder('A1DEMOSELLER', 0), ...price(22.99, 0) },
    },
    'Your buy box price changed: item ITEM000001',
    'You still have the buy box of item ITEM000001 in STORE_US. Its price with shipping is still 22.99 USD: 22.99 USD plus 0.00 USD for shipping, before 21.00 USD plus 1.99 USD.',
  ],
  [
    ...(['PRICING_HEALTH', health, 'Your offer cannot win: item ITEM000001'] as const),
    'Your offer on item ITEM000001 in STORE_US cannot win the buy box. The reason: its price of 31.99 USD with shipping is above the competitive price threshold of 27.50 USD. It can with a listing price of at most 25.50 USD.',
  ],
  [
    'PRICING_HEALTH',
    { ...health, Offers: [sick(gate('feedbackRating'), threshold)] },
    'Your offer cannot win: item ITEM000001',
    'Your offer on item ITEM000001 in STORE_US cannot win the buy box. The reasons: your positive feedback is too low; its price of 31.99 USD with shipping is above the competitive price threshold of 27.50 USD.',
  ],
  [
    'PRICING_HEALTH',
    { ...health, Offers: [sick(threshold), sick(gate('featuredMerchant')), well] },
    'Your offers cannot win: item ITEM000001',
    '2 of your offers on item ITEM000001 in STORE_US cannot win the buy box. 1 of your offers on item ITEM000001 in STORE_US can win the buy box again.',
  ],
  [
    'PRICING_HEALTH',
    { ...health, Offers: [sick(gate('featuredMerchant')), well] },
    'Your offer cannot win: item ITEM000001',
    '1 of your offers on item ITEM000001 in STORE_US cannot win the buy box. The reason: you are not a featured merchant. 1 of your offers on item ITEM000001 in STORE_US can win the buy box again.',
  ],
  [
    ...(['PRICING_HEALTH', { ...health, Health: 'RECOVERED', Offers: [well] }] as const),
    'Your offer can win again: item ITEM000001',
    'Your offer on item ITEM000001 in STORE_US can win the buy box again.',
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

describe('the text about suspended destinations', () => {
  const unused = { statusReason: 'APPLICATION_UNUSED', lastUsedTime: '2026-09-01T10:00:00Z' };
  const data = { createdBy: 'repricer', status: 'ACTIVE', ...unused };
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

  it('does not say that a withdrawn application is unused', () => {
    const { sentences } = about({
      status: 'SUSPENDED',
      statusReason: 'APPLICATION_WITHDRAWN',
      lastUsedTime: undefined,
    });
    assert.match(sentences.join(' '), /^The application repricer has no access to your account any more\. Its notif/);
  });

  it('says what failed and how to repair it', () => {
    const failure = { status: 'SUSPENDED', channelIds: ['ch_1'], lastError: 'The receiver answered 410 Gone.' };
    for (const [statusReason, why] of [
      ['DELIVERY_FAILED', ' Nothing could be delivered there for a long time.'],
      ['DESTINATION_GONE', ' Its receiver says that it does not exist any more.'],
      ['A_NEW_REASON', ''],
    ] as const) {
      const { subject, sentences, body } = about({ ...failure, statusReason });
      assert.equal(subject, 'A notification destination is suspended');
      assert.equal(
        sentences.join(' '),
        `One of your notification destinations gets nothing any more.${why} Repair it, then send it a test notification: when that arrives, what waits for it is sent.`,
      );
      assert.match(body, /\nDestination: ch_1\nLast error: The receiver answered 410 Gone\.\nSuspended since: /);
    }
    assert.doesNotMatch(about({ ...failure, lastError: 'two\nlines' }).body, /Last error/);
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
      /\nBuy box now: A2OTHER\nBuy box before: you\nCondition: New\nPrice now: 21\.49 USD\nPrice before: 22\.99 USD\nListing price that would hold it: 21\.49 USD\nLeft after fees at that price: 18\.26 USD\nCause: an offer changed its price or terms\n/,
    );
    assert.match(
      eventText(eventOf('PRICING_HEALTH', health)).body,
      /\nOffers that cannot win: 1\nCondition: Used\nYour price: 31\.99 USD\nListing price that passes: 25\.50 USD\n/,
    );
  });

  it('names a holder and a price in every published example of the buy box', () => {
    const { sentences } = eventText(eventExamples.BUY_BOX_CHANGED as CloudEvent);
    assert.match(sentences.join(' '), /A2DEMORIVAL.*22\.99 USD to 22\.50 USD.*at most 22\.50 USD.*19\.12 USD/);
    assert.match(eventText(eventExamples.PRICING_HEALTH as CloudEvent).sentences.join(' '), /18\.40 USD.*16\.50 USD/);
    assert.match(eventText(eventExamples.ANY_OFFER_CHANGED as CloudEvent).sentences.join(' '), /5 offers.*22\.99 USD/);
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
          ...{ Change: one, Cause: one, CustomerType: one, Health: one },
          MyOffers: [one, { WinningPrice: one }, { WinningPrice: { resultStatus: 'VALID_FOEP', ListingPrice: one } }],
          Offers: [
            one,
            { Health: one },
            { Health: 'UNHEALTHY', FailingGates: [one, { ...threshold, Figure: one, Required: one }] },
          ],
          Summary: { TotalOfferCount: { one }, LowestPrices: [one, money], CompetitivePriceThreshold: one },
        };
        for (const data of [payload, { ...payload, Summary: one, BuyBoxPrice: one, MyOffers: one, Offers: one }]) {
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
          : Array.isArray(value)
            ? value.map(replaceAllText)
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
