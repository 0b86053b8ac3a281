import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeAt } from '../../console/address.ts';
import type { CloudEvent, EventKind } from '../../src/domain/notifications/notification.ts';
import { eventsText } from '../../src/domain/notifications/texts/event-text.ts';
import {
  boxEvent,
  eventOf,
  feeChange,
  health,
  holder,
  lost,
  mine,
  promotion,
  report,
  sick,
  suspended,
} from './event-samples.ts';

const CONSOLE = 'https://store.example/shop/console';
const US = `${CONSOLE}/marketplaces/STORE_US`;

const linkOf = (event: CloudEvent) =>
  eventsText([event], { consoleUrl: CONSOLE, homeMarketplaceId: 'STORE_US' }).entries[0]?.link;
const soldBy = (...skus: string[]) =>
  boxEvent('LOST', holder('A2OTHER', 21), undefined, ...skus.map((SellerSKU) => ({ ...mine(22, 21), SellerSKU })));

/** Which page, in which words. */
const rows: readonly [title: string, kind: EventKind, payload: object, label: string, url: string][] = [
  ['a lost buy box', 'BUY_BOX_CHANGED', lost, 'Open the listing', `${US}/listings/SOCKS-1`],
  [
    'a business buy box',
    'BUY_BOX_CHANGED',
    { ...lost, CustomerType: 'Business' },
    'Open the listing',
    `${US}/listings/SOCKS-1?customer=business`,
  ],
  [
    'a buy box lost by an offer that has ended',
    'BUY_BOX_CHANGED',
    { ...lost, MyOffers: [], PreviousSellerSKU: 'OLD' },
    'Open the listing',
    `${US}/listings/OLD`,
  ],
  ['changed offers', 'ANY_OFFER_CHANGED', { MySKUs: ['SOCKS-1'] }, 'Open the listing', `${US}/listings/SOCKS-1`],
  [
    'changed offers of two SKUs',
    'ANY_OFFER_CHANGED',
    { MySKUs: ['A', 'B'] },
    'Open your listings',
    `${US}/listings?q=ITEM000001`,
  ],
  ['changed offers of an older version', 'ANY_OFFER_CHANGED', {}, 'Open your listings', `${US}/listings?q=ITEM000001`],
  ['a report', 'REPORT_READY', report('DONE'), 'Open your reports', `${US}/reports`],
  ['one that cannot win', 'PRICING_HEALTH', health, 'Open the listing', `${US}/listings/SOCKS-1`],
  [
    'several that cannot win',
    'PRICING_HEALTH',
    { ...health, Offers: [sick(), { ...sick(), SellerSKU: 'SOCKS-2' }] },
    'Open your listings',
    `${US}/listings?q=ITEM000001`,
  ],
  ['a promotion', 'FEE_PROMOTION', promotion, 'Open the fees', `${US}/fees?id=SOCKS-1`],
  ['a fee change', 'FEE_CHANGED', feeChange, 'Open the fees', `${US}/fees?id=SKU-2&date=2027-01-01`],
  [
    'a fee change that does not come',
    'FEE_CHANGED',
    { ...feeChange, Largest: [] },
    'Open the fees',
    `${US}/fees?date=2027-01-01`,
  ],
];

describe('the link of a message to the console', () => {
  for (const [title, kind, payload, label, url] of rows)
    it(`leads from ${title} to its page in its marketplace`, () => {
      assert.deepEqual(linkOf(eventOf(kind, payload)), { label, url });
    });

  it('leads from a suspended destination to that, in the marketplace of the seller that is given', () => {
    const event = eventOf('DESTINATION_SUSPENDED', { ...suspended('DELIVERY_FAILED'), marketplaceId: undefined });
    assert.deepEqual(linkOf(event), { label: 'Open the destination', url: `${US}/notifications/ch_1` });
    const two = eventOf('DESTINATION_SUSPENDED', { ...event.data, channelIds: ['ch_1', 'ch_2'] });
    assert.deepEqual(linkOf(two), { label: 'Open your destinations', url: `${US}/notifications` });
    const [noMarketplace] = eventsText([event], { consoleUrl: CONSOLE }).entries;
    assert.equal(noMarketplace?.link?.url, `${CONSOLE}/notifications/ch_1`, 'the seller takes part in none');
  });

  it('is absent in a test, and without a console', () => {
    assert.equal(linkOf(eventOf('TEST_NOTIFICATION')), undefined);
    assert.equal(eventsText([eventOf('BUY_BOX_CHANGED', lost)]).entries[0]?.link, undefined);
  });

  it('is in the text of one event after what to do, and of each event in a digest, in the marketplace of each', () => {
    const one = eventsText([eventOf('BUY_BOX_CHANGED', lost)], {
      consoleUrl: CONSOLE,
      url: 'https://store.example/m/x',
    });
    assert.match(
      one.body,
      /\nWhat to do: [^\n]+\nOpen the listing: https:\/\/store\.example\/shop\/console\/marketplaces\/STORE_US\/listings\/SOCKS-1\n/,
    );
    const both = [
      eventOf('BUY_BOX_CHANGED', lost),
      eventOf('BUY_BOX_CHANGED', { ...lost, marketplaceId: 'STORE_CA' }, { id: 'ntf_2' }),
    ];
    const { body, short, push } = eventsText(both, { consoleUrl: CONSOLE });
    for (const id of ['STORE_US', 'STORE_CA'])
      assert.ok(body.includes(`Open the listing: ${CONSOLE}/marketplaces/${id}/listings/SOCKS-1\n`), body);
    // Those lead to the page of the message, which has the links.
    assert.doesNotMatch(short + JSON.stringify(push), /console/);
  });

  it('names any SKU so that the console finds it again', () => {
    for (const sku of ['DEMO/SKU 21,é', "a'b(c)!*", '?&=#%', '100% <b>', '..a', '東京', 'marketplaces', '%2F']) {
      const { url = '' } = linkOf(eventOf('BUY_BOX_CHANGED', soldBy(sku))) ?? {};
      assert.match(url, /^[\w./:%~-]+$/, sku);
      const { marketplaceId, path } = placeAt('/shop/console', url);
      const [, page, ...params] = path.split('/');
      assert.deepEqual([marketplaceId, page, params.map(decodeURIComponent)], ['STORE_US', 'listings', [sku]]);
    }
    // Browsers resolve them, so no path can name them.
    for (const sku of ['.', '..', '\ud83e', 'a\nb'])
      assert.equal(linkOf(eventOf('BUY_BOX_CHANGED', soldBy(sku)))?.url, `${US}/listings?q=ITEM000001`);
  });
});
