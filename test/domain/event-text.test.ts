import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CloudEvent } from '../../src/domain/notifications/notification.ts';
import { NO_NAMES, wantedNames } from '../../src/domain/notifications/texts/event-names.ts';
import { isGsm7, partsOf } from '../../src/domain/notifications/texts/sms-text.ts';
import { eventExamples } from '../../src/wire/notifications/events/event-examples.ts';
import {
  boxEvent,
  eventOf,
  eventText,
  feeChange,
  health,
  holder,
  lost,
  mine,
  NAMES,
  offers,
  promotion,
  samples,
  threshold,
  won,
} from './event-samples.ts';

const URL_OF_PAGE = 'https://api.store.example/m/AbCd-_0123456789';

describe('the text', () => {
  it('names the item, the rival and the marketplace, and no id of them', () => {
    for (const [kind, payload] of samples) {
      const { subject, body, short, push } = eventText(eventOf(kind, payload), { names: NAMES, url: URL_OF_PAGE });
      const all = [subject, body, short, push.title, push.body].join('\n');
      assert.doesNotMatch(all, /ITEM0|A2OTHER|A1DEMO|STORE_US|ch_1|SPRING/, kind);
    }
    const { body } = eventText(eventOf('BUY_BOX_CHANGED', lost), { names: NAMES });
    assert.match(body, /Merino hiking socks.*Rival Goods.*Store US/s);
  });

  it('has ids where there is no name', () => {
    const { subject, body } = eventText(eventOf('BUY_BOX_CHANGED', lost), { names: NO_NAMES });
    assert.equal(subject, 'You lost the buy box: item ITEM000001');
    assert.match(body, /The seller A2OTHER has it now.*\nMarketplace: STORE_US\n/s);
  });

  it('takes no seller for the reader, or for nobody, by its name', () => {
    for (const name of ['you', 'You', 'nobody', 'Nobody', 'Your offer']) {
      const sellers = new Map([['A2OTHER', name]]);
      const { body, short } = eventText(eventOf('BUY_BOX_CHANGED', lost), { names: { ...NAMES, sellers } });
      for (const text of [body, short]) {
        assert.ok(text.includes(`"${name}" has it now for 21.49 USD; you ask 22.99 USD.`), text);
        assert.match(text, /Lower your price to 21\.49 USD or less to get it back\./);
      }
    }
  });

  it('keeps both prices and what to do in an SMS when a rival has a name in another alphabet, or a title is in one', () => {
    const sellers = new Map([['A2OTHER', '東京の店 🏪']]);
    const items = new Map([['STORE_US ITEM000001', 'Шерстяные носки для походов']]);
    const cases = [
      [
        { ...NAMES, sellers },
        lost,
        /^You lost.*: Merino.*Another seller has it now for 21\.49 USD; you ask 22\.99 USD\. Lower/,
      ],
      [{ ...NAMES, sellers }, won, /^You won.* Before, another seller had it for 22\.50 USD\./],
      [
        { ...NAMES, sellers, items },
        lost,
        /^You lost.*: SOCKS-1\. Another seller has it now.*you ask 22\.99 USD\. Lower/,
      ],
    ] as const;
    for (const [names, payload, expected] of cases) {
      const { short, body } = eventText(eventOf('BUY_BOX_CHANGED', payload), { names, url: URL_OF_PAGE });
      assert.match(short, expected);
      assert.ok(isGsm7(short) && body.includes('東京の店'));
    }
  });

  it('asks for the names of what it mentions, each once', () => {
    const events = [
      eventOf('BUY_BOX_CHANGED', lost),
      eventOf('BUY_BOX_CHANGED', won),
      eventOf('FEE_PROMOTION', promotion),
    ];
    const { items, sellers } = wantedNames([...events, eventOf('FEE_PROMOTION', feeChange)]);
    assert.deepEqual(
      items.map(({ marketplaceId, itemId }) => `${marketplaceId} ${itemId}`),
      ['STORE_US ITEM000001', 'STORE_US ITEM000002'],
    );
    assert.deepEqual(sellers, ['A2OTHER']);
  });

  it('has both prices side by side, and the rest as facts', () => {
    const [entry] = eventText(eventOf('BUY_BOX_CHANGED', lost), { names: NAMES }).entries;
    assert.deepEqual(entry?.prices, [
      ['Rival Goods', '21.49 USD'],
      ['You ask', '22.99 USD'],
    ]);
    assert.deepEqual(entry?.facts, [
      ['Buy box now', 'Rival Goods, 21.49 USD'],
      ['Buy box before', 'you, 22.99 USD'],
      ['Price that would win it', '21.49 USD'],
      ['Net at that price, after fees', '18.26 USD'],
      ['Condition', 'New'],
      ['Reason', 'an offer changed its price or terms'],
      ['Your SKU', 'SOCKS-1'],
      ['Marketplace', 'Store US'],
      ['Time', '15 Nov 2026, 09:30 UTC'],
    ]);
    const sickEntry = eventText(eventOf('PRICING_HEALTH', health)).entries[0];
    assert.deepEqual(sickEntry?.prices, [
      ['Your price', '31.99 USD'],
      ['Threshold', '27.50 USD'],
    ]);
    assert.deepEqual(eventText(eventOf('ANY_OFFER_CHANGED', offers)).entries[0]?.prices, [
      ['Lowest price', '21.49 USD'],
      ['You ask', '22.30 USD'],
    ]);
    assert.deepEqual(eventText(eventOf('BUY_BOX_CHANGED', won), { names: NAMES }).entries[0]?.prices, [
      ['You, now', '21.49 USD'],
      ['Rival Goods, before', '22.50 USD'],
    ]);
  });

  it('has the fees of the listings that change most, with their names', () => {
    const facts = eventText(eventOf('FEE_PROMOTION', promotion), { names: NAMES }).entries[0]?.facts;
    assert.deepEqual(facts?.slice(0, 2), [
      ['Merino hiking socks', '0.43 USD less'],
      ['More listings', '1'],
    ]);
    const fees = eventText(eventOf('FEE_CHANGED', feeChange), { names: NAMES }).entries[0]?.facts;
    assert.deepEqual(fees?.slice(0, 2), [
      ['Soprano ukulele', '12.10 USD → 13.20 USD'],
      ['Merino hiking socks', '3.45 USD → 3.90 USD'],
    ]);
  });

  it('ends with the link to its page, in every channel once', () => {
    for (const [kind, payload] of samples) {
      const { body, short, push, link } = eventText(eventOf(kind, payload), { names: NAMES, url: URL_OF_PAGE });
      assert.deepEqual(link, { label: 'View online', url: URL_OF_PAGE });
      assert.ok(body.endsWith(`\n\nView online: ${URL_OF_PAGE}\n`), body);
      assert.ok(short.endsWith(` ${URL_OF_PAGE}`), short);
      assert.equal(push.url, URL_OF_PAGE);
      for (const text of [body, short]) assert.equal(text.match(/https?:/g)?.length, 1);
    }
  });

  it('says the notification id of a test only: its sender looks for it in the log', () => {
    assert.match(eventText(eventOf('TEST_NOTIFICATION')).body, /\nNotification: ntf_1\n/);
    assert.doesNotMatch(eventText(eventOf('BUY_BOX_CHANGED', lost)).body, /ntf_1/);
  });

  it('has prices and what to do for every published example', () => {
    const sentences = (kind: keyof typeof eventExamples) => eventText(eventExamples[kind] as CloudEvent).body;
    assert.match(sentences('BUY_BOX_CHANGED'), /A2DEMORIVAL has it now for 22\.50 USD; you ask 22\.99 USD/);
    assert.match(sentences('BUY_BOX_CHANGED'), /Lower your price to 22\.50 USD or less.*19\.12 USD/);
    assert.match(sentences('PRICING_HEALTH'), /18\.40 USD.*16\.50 USD/);
    assert.match(
      sentences('ANY_OFFER_CHANGED'),
      /22\.99 USD instead of 23\.49 USD, and it is yours\.\nThere are 5 offers/,
    );
  });

  for (const [kind, payload] of samples) {
    it(`of ${kind} is complete without an item, a marketplace and a payload`, () => {
      const { subject: _, ...event } = eventOf(kind, {}, { data: { payloadVersion: '1.0', sellerId: 'A1' } });
      const { subject, body, short, push, preview } = eventText(event);
      assert.match(subject, /^[A-Z][A-Za-z ]+[a-z]$/);
      for (const text of [body, short, push.body, preview])
        assert.doesNotMatch(text, /undefined|NaN| {2}|Marketplace:| [.,;:]|\(\)|: *$|\n\n\n/m);
    });

    it(`of ${kind} fits into two SMS with ids and names of any length, and keeps the link`, () => {
      for (const length of [1, 20, 40, 64]) {
        const id = 'X'.repeat(length);
        const payloads = {
          ...payload,
          BuyBoxPrice: holder(id, 9_999_999.99),
          createdBy: id,
          MyOffers: [mine(1e6, 9e5)],
        };
        const event = eventOf(kind, {}, { subject: id, data: { ...payloads, ...longIds(id) } as CloudEvent['data'] });
        const url = `https://${'long.'.repeat(12)}store.example/m/AbCd-_0123456789`;
        const { short } = eventText(event, { url });
        assert.ok(partsOf(short) <= 2 && isGsm7(short) && short.endsWith(url), short);
      }
    });

    it(`of ${kind} omits values of the wrong type`, () => {
      for (const one of odd) {
        for (const data of oddPayloads(one)) {
          const { body, short, push } = eventText(eventOf(kind, data), { names: NAMES });
          for (const text of [body, short, push.title, push.body])
            assert.doesNotMatch(text, /undefined|null|NaN|object| {2}|XXX|1\.005/, text);
        }
      }
    });
  }
});

const longIds = (id: string) => ({ payloadVersion: '1.0', sellerId: `${id.slice(1)}Y`, marketplaceId: id });

const odd = [null, 'x', 7, -1, 1.005, [], {}, { Amount: 1 }, { CurrencyCode: 'XXX', Amount: 1 }, [null]];

/** Payloads with this value in place of every other. */
function oddPayloads(one: unknown): object[] {
  const money = { LandedPrice: one, sellerId: one, belongsToRequester: one, condition: one, offerType: one };
  const payload = {
    ...{ ItemCondition: one, BuyBoxPrice: money, PreviousBuyBoxPrice: money, BuyingPrice: one, FeeType: one },
    ...{ FeePromotion: one, RatePercent: { one }, EffectiveFrom: one, EffectiveUntil: one, ListingCount: { one } },
    ...{ Change: one, Cause: one, CustomerType: one, Health: one, status: one, statusReason: one, lastError: { one } },
    ...{ TotalDifference: one, Largest: [one, { Before: one, After: one, Difference: one, storeItemId: one }] },
    ...{ Listings: [one, { FeePromotion: one }], channelNames: [{ one }], PreviousLowestLandedPrice: one },
    MyOffers: [one, { WinningPrice: one }, { WinningPrice: { resultStatus: 'VALID_FOEP', ListingPrice: one } }],
    Offers: [
      ...[one, { Health: one }, { MyOffer: true, ListingPrice: one, Shipping: one }],
      { Health: 'UNHEALTHY', FailingGates: [one, { ...threshold, Figure: one, Required: one }] },
    ],
    Summary: { TotalOfferCount: { one }, LowestPrices: [one, money], CompetitivePriceThreshold: one },
  };
  const flat = { Summary: one, BuyBoxPrice: one, MyOffers: one, Offers: one, Largest: one, Listings: one };
  return [payload, { ...payload, ...flat }, boxEvent('LOST', { LandedPrice: one }, money)];
}
