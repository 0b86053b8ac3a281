import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CloudEvent, EventKind } from '../../src/domain/notifications/notification.ts';
import { eventsText } from '../../src/domain/notifications/texts/event-text.ts';
import { isGsm7, partsOf } from '../../src/domain/notifications/texts/sms-text.ts';
import {
  boxEvent,
  eventOf,
  expiring,
  feeChange,
  health,
  holder,
  lost,
  mine,
  NAMES,
  promotion,
  report,
  samples,
  suspended,
  well,
  won,
} from './event-samples.ts';

const URL_OF_PAGE = 'https://api.store.example/m/AbCd-_0123456789';
const second = { subject: 'ITEM000002', time: '2026-11-15T09:10:00.000Z' };
const digest = (...events: CloudEvent[]) => eventsText(events, { names: NAMES, url: URL_OF_PAGE });
const of = (kind: string, ...payloads: object[]) =>
  payloads.map((payload, n) => eventOf(kind as EventKind, payload, n === 0 ? {} : second));

const headlines: readonly [string, readonly CloudEvent[]][] = [
  ['You lost the buy box on 2 items', of('BUY_BOX_CHANGED', lost, lost)],
  [
    'You lost the buy box 2 times: Merino hiking socks',
    [...of('BUY_BOX_CHANGED', lost), ...of('BUY_BOX_CHANGED', lost)],
  ],
  [
    'You lost 2 buy boxes: Merino hiking socks',
    [...of('BUY_BOX_CHANGED', lost), ...of('BUY_BOX_CHANGED', { ...lost, CustomerType: 'Business', offerType: 'B2B' })],
  ],
  ['You won the buy box on 2 items', of('BUY_BOX_CHANGED', won, won)],
  ['The buy box of 2 items: 1 lost, 1 won', of('BUY_BOX_CHANGED', lost, won)],
  [
    'The buy box of 2 items: 1 lost, 2 other changes',
    of(
      'BUY_BOX_CHANGED',
      lost,
      boxEvent('NONE', undefined, undefined),
      boxEvent('PRICE', holder('A2OTHER', 1), undefined),
    ),
  ],
  [
    'The buy box changed 2 times: 2 items',
    of('BUY_BOX_CHANGED', boxEvent('NONE', undefined, undefined), boxEvent('HOLDER', holder('A2OTHER', 1), undefined)),
  ],
  [
    'Your offers on 2 items are not eligible for the buy box',
    of('PRICING_HEALTH', health, { ...health, Offers: [], Health: 'x' }).map((e) => ({
      ...e,
      data: { ...e.data, ...health },
    })),
  ],
  [
    'Pricing health of 2 items: 1 not eligible, 1 eligible again',
    of('PRICING_HEALTH', health, { ...health, Health: 'RECOVERED', Offers: [well] }),
  ],
  ['The offers on 2 items changed', of('ANY_OFFER_CHANGED', {}, {})],
  ['2 promotions lower your fees', of('FEE_PROMOTION', promotion, { ...promotion, PromotionName: 'Other' })],
  [
    '2 fee promotions have ended',
    of('FEE_PROMOTION', { ...promotion, Change: 'ENDS' }, { ...promotion, Change: 'ENDS' }),
  ],
  ['2 fee promotions have changed', of('FEE_PROMOTION', promotion, { ...promotion, Change: 'ENDS' })],
  ['Your fees will change: 2 announcements', of('FEE_CHANGED', feeChange, feeChange)],
  [
    '2 problems with your notifications',
    of('DESTINATION_SUSPENDED', suspended('DESTINATION_GONE'), suspended('DELIVERY_FAILED')),
  ],
  [
    '2 secrets or accesses of applications will end',
    of('CREDENTIAL_EXPIRING', expiring('GRANT'), expiring('CLIENT_SECRET')),
  ],
  ['2 reports are ready', of('REPORT_READY', report('DONE'), report('DONE'))],
  ['2 reports could not be made', of('REPORT_READY', report('FATAL'), report('FATAL'))],
  ['2 reports: 1 could not be made', of('REPORT_READY', report('DONE'), report('FATAL'))],
];

describe('a digest', () => {
  for (const [headline, events] of headlines) {
    it(`begins with how many of what: ${headline}`, () => {
      const { subject, push, short, body } = digest(...events);
      assert.deepEqual([subject, push.title], [headline, headline]);
      assert.ok(short.startsWith(`${headline}. `) && body.startsWith(`${headline}\n\n`));
    });
  }

  it('has an entry for each event, newest first, with prices and what to do', () => {
    const { entries, body, more } = digest(...of('BUY_BOX_CHANGED', lost, won));
    assert.deepEqual(
      entries.map(({ about, headline }) => `${about}: ${headline}`),
      ['Merino hiking socks: You lost the buy box', 'Soprano ukulele: You won the buy box'],
    );
    assert.equal(more, '');
    assert.equal(
      body,
      `The buy box of 2 items: 1 lost, 1 won

Merino hiking socks
You lost the buy box
The seller Rival Goods has it now for 21.49 USD; you ask 22.99 USD.
Prices include shipping.
Lower your price to 21.49 USD or less to get it back. Your net would be 18.26 USD after fees.
SKU SOCKS-1 · Store US · 15 Nov 2026, 09:30 UTC

Soprano ukulele
You won the buy box
You have it now for 21.49 USD. Before, the seller Rival Goods had it for 22.50 USD.
Prices include shipping.
There is nothing to do. The net of your price is 19.54 USD after fees.
SKU SOCKS-1 · Store US · 15 Nov 2026, 09:10 UTC

View online: ${URL_OF_PAGE}
`,
    );
  });

  it('does not repeat at each event what its headline says of all', () => {
    assert.deepEqual(
      digest(...of('BUY_BOX_CHANGED', lost, lost)).entries.map(({ headline }) => headline),
      ['', ''],
    );
  });

  it('names its only item once where there is room for little: in an SMS, a push message and the preview', () => {
    const twice = [eventOf('BUY_BOX_CHANGED', lost), eventOf('BUY_BOX_CHANGED', won)];
    const { short, push, preview } = digest(...twice);
    for (const text of [short, `${push.title} ${push.body}`, `The buy box of Merino hiking socks ${preview}`])
      assert.equal(text.split('Merino hiking socks').length - 1, 1, text);
  });

  it('counts two items with one title as two', () => {
    const items = new Map([...NAMES.items, ['STORE_US ITEM000002', 'Merino hiking socks']]);
    const { subject } = eventsText(of('BUY_BOX_CHANGED', lost, lost), { names: { ...NAMES, items } });
    assert.equal(subject, 'You lost the buy box on 2 items');
  });

  it('has at most ten entries in a message, and says how many more; its page has all', () => {
    const events = Array.from({ length: 47 }, () => eventOf('BUY_BOX_CHANGED', lost));
    const { entries, more, link, body, push } = digest(...events);
    assert.deepEqual([entries.length, more, link?.label], [10, 'and 37 more', 'See all 47']);
    assert.ok(body.endsWith(`\n\nand 37 more\n\nSee all 47: ${URL_OF_PAGE}\n`));
    assert.ok(push.body.endsWith('\nand 44 more'));
    assert.equal(eventsText(events, { maxEntries: events.length }).entries.length, 47);
  });

  it('names the most urgent events in an SMS, each item once: what costs sales, and the dearest of it', () => {
    const dear = boxEvent('LOST', holder('A2OTHER', 890), holder('A1DEMOSELLER', 899), mine(899, 889));
    const { short } = digest(...of('BUY_BOX_CHANGED', won, dear, dear, lost));
    assert.equal(
      short,
      `The buy box of 2 items: 3 lost, 1 won. Soprano ukulele: Rival Goods has it now for 890.00 USD; you ask 899.00 USD. Merino hiking socks: You have it now for 21.49 USD. Before, the seller Rival Goods had it for 22.50 USD. ${URL_OF_PAGE}`,
    );
  });

  for (const [kind, payload] of samples) {
    it(`of ${kind} fits into two SMS with its link, however many events it has`, () => {
      for (const count of [2, 200]) {
        const events = Array.from({ length: count }, (_, n) => eventOf(kind, payload, { subject: `ITEM${n}` }));
        const { short } = digest(...events);
        assert.ok(partsOf(short) <= 2 && isGsm7(short) && short.endsWith(` ${URL_OF_PAGE}`), short);
      }
    });
  }
});
