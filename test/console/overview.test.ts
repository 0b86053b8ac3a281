// run: without coverage

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deliveryRows } from '../../console/pages/overview/delivery-rows.ts';
import { feeRows } from '../../console/pages/overview/fee-rows.ts';
import { lossTimes, lostRows, unhealthyRows } from '../../console/pages/overview/listing-rows.ts';
import { shareFigures } from '../../console/pages/overview/share.ts';
import type { Delivery, Destination, ListedEvent, Listing, Money, SellerShareDay } from '../../sdk/src/index.ts';
import { usd } from './listing-samples.ts';

const now = Date.parse('2026-11-16T18:00:00Z');
const money = ({ Amount }: Money) => `$${Amount.toFixed(2)}`;
const formats = { money, date: (at: string) => at.slice(0, 10) };

const day = (date: string, held: number, onSale: number): SellerShareDay => ({
  Date: date,
  HeldMilliseconds: held,
  OnSaleMilliseconds: onSale,
  ...(onSale === 0 ? {} : { Share: Math.round((held / onSale) * 10_000) / 10_000 }),
});

describe('the buy box share of the overview', () => {
  test('compares today with the seven days before, by time and not by the mean of days', () => {
    const { today, week, difference } = shareFigures(
      [day('2026-11-08', 0, 1000), day('2026-11-09', 10, 100), day('2026-11-15', 450, 900), day('2026-11-16', 30, 50)],
      now,
    );
    // 460 of 1000: the 8th is not of this week, and the 15th counts nine times the 9th.
    assert.deepEqual([today, week, difference], [0.6, 0.46, 14]);
  });

  test('has the difference of the figures that are shown', () => {
    // 33.3 % and 66.7 %: 33.4 points, though the exact difference is 33.3.
    assert.equal(shareFigures([day('2026-11-15', 1, 3), day('2026-11-16', 2, 3)], now).difference, 33.4);
  });

  test('has no figure of a day without listings on sale, and shows unknown days as unknown', () => {
    const figures = shareFigures([day('2026-11-14', 1, 2), day('2026-11-16', 0, 0)], now);
    assert.deepEqual([figures.today, figures.week, figures.difference], [undefined, 0.5, undefined]);
    assert.equal(figures.days.length, 8);
    assert.deepEqual(figures.days.at(-2), { date: '2026-11-15', share: undefined });
    assert.equal(shareFigures([], now).days.length, 8);
    assert.equal(shareFigures([day('2026-11-03', 1, 2)], now).days[0]?.date, '2026-11-03');
  });
});

const listing = (SellerSKU: string, changes: object = {}): Listing => ({
  SellerSKU,
  storeItemId: 'I-1',
  ItemCondition: 'New',
  FulfillmentChannel: 'SELLER',
  State: 'losing',
  OwnPrice: { LandedPrice: usd(34), ListingPrice: usd(30), Shipping: usd(4) },
  BuyBoxPrice: { LandedPrice: usd(32.5), ListingPrice: usd(32.5), Shipping: usd(0) },
  WinningPrice: { resultStatus: 'VALID_FOEP', ListingPrice: usd(28.5), LandedPrice: usd(32.5) },
  NetAtOwnPrice: { Net: usd(23.5) },
  NetAtWinningPrice: { Net: usd(22) },
  Quantity: 5,
  OffersCount: 2,
  TermsRevision: 1,
  ...changes,
});

let sequence = 0;
const event = (type: string, time: string, data: object): ListedEvent => {
  sequence += 1;
  return { type, time, sequence: String(sequence), data } as unknown as ListedEvent;
};
const box = (Change: string, time: string, sku: string, more: object = {}) =>
  event('BUY_BOX_CHANGED', time, { Change, PreviousSellerSKU: sku, MyOffers: [{ SellerSKU: sku }], ...more });

describe('listings that need attention', () => {
  test('lost ones: the newest loss first, then what costs least to win back', () => {
    const times = lossTimes([
      box('LOST', '2026-11-16T10:00:00Z', 'B'),
      box('LOST', '2026-11-16T11:00:00Z', 'C'),
      box('LOST', '2026-11-16T12:00:00Z', 'A', { CustomerType: 'Business' }),
      box('LOST', '2026-11-16T13:00:00Z', 'D'),
      box('WON', '2026-11-16T14:00:00Z', 'D'),
    ]);
    const none = { WinningPrice: { resultStatus: 'NO_WINNING_PRICE' }, NetAtWinningPrice: undefined };
    const listings = [
      listing('E', none),
      listing('A'),
      listing('D', { NetAtWinningPrice: { Net: usd(23) } }),
      listing('B'),
      listing('C'),
    ];
    const rows = lostRows(listings, times, money);
    assert.deepEqual(
      rows.map(({ key }) => key),
      ['C', 'B', 'D', 'A', 'E'],
    );
    assert.deepEqual(
      rows.map(({ at }) => at?.slice(11, 13)),
      ['11', '10', undefined, undefined, undefined],
    );
    assert.equal(
      rows[0]?.text,
      'You ask $34.00, the buy box is at $32.50. A price of $28.50 ($32.50 with shipping) wins it back, net $22.00 after fees.',
    );
    assert.match(rows[4]?.text ?? '', /your shipping alone costs more/);
  });

  test('leads to the page of the listing, whatever its SKU is', () => {
    const [row] = lostRows([listing('a/b <script>?', { Title: '<b>Lamp</b>' })], new Map(), money);
    assert.equal(row?.path, '/listings/a%2Fb%20%3Cscript%3E%3F');
    assert.deepEqual([row?.title, row?.about], ['<b>Lamp</b>', 'a/b <script>?']);
  });

  test('those that are not eligible say whether a price helps, or why none does', () => {
    const Reasons = ['stock', 'featuredMerchant', 'somethingNew'];
    const noPrice = { WinningPrice: { resultStatus: 'OFFER_NOT_ELIGIBLE', Reasons }, NetAtWinningPrice: undefined };
    const texts = unhealthyRows([listing('A'), listing('B', noPrice)], money).map(({ text }) => text);
    assert.match(
      texts[0] ?? '',
      /^At \$34\.00 the offer is not eligible for the buy box\. A price of \$28\.50 .* wins it, net \$22\.00 after fees\.$/,
    );
    assert.match(texts[1] ?? '', /at any price: it is out of stock, you are not a featured merchant, somethingNew\.$/);
  });
});

const feeChange = (EffectiveFrom: string, ListingCount: number, time = '2026-11-01T00:00:00Z') =>
  event('FEE_CHANGED', time, {
    scheduleId: 's',
    EffectiveFrom,
    DaysBefore: 30,
    ListingCount,
    TotalDifference: usd(0.45),
    Largest: [{ SellerSKU: 'A&1', Difference: usd(0.15) }],
  });
const promotion = (PromotionId: string, Change: string, time: string) =>
  event('FEE_PROMOTION', time, {
    PromotionId,
    Change,
    FeeType: 'ReferralFee',
    RatePercent: 10,
    ListingCount: 1,
    EffectiveUntil: '2026-12-01T00:00:00Z',
    Listings: [{ SellerSKU: 'P-1' }],
  });

describe('fees that need attention', () => {
  test('changes ahead, the nearest first, with the days from now on', () => {
    const rows = feeRows([feeChange('2026-12-16T00:00:00Z', 3), feeChange('2026-11-17T12:00:00Z', 1)], now, formats);
    assert.deepEqual(
      rows.map(({ title }) => title),
      ['Fees change in 1 day', 'Fees change in 30 days'],
    );
    assert.equal(rows[1]?.path, '/fees?id=A%261&date=2026-12-16');
  });

  test('what was told last counts: a change that does not come is gone, and so is one long past', () => {
    const taken = [feeChange('2026-12-16T00:00:00Z', 3), feeChange('2026-12-16T00:00:00Z', 0)];
    const past = [feeChange('2026-11-01T00:00:00Z', 3), feeChange('2026-11-12T00:00:00Z', 2)];
    const rows = feeRows([...taken, ...past].toReversed(), now, formats);
    assert.deepEqual(
      rows.map(({ title }) => title),
      ['Fees have changed'],
    );
  });

  test('promotions that began or ended within a week, each as it was told last', () => {
    const rows = feeRows(
      [
        promotion('OLD', 'BEGINS', '2026-11-01T00:00:00Z'),
        promotion('A', 'BEGINS', '2026-11-12T00:00:00Z'),
        promotion('B', 'BEGINS', '2026-11-13T00:00:00Z'),
        promotion('B', 'ENDS', '2026-11-14T00:00:00Z'),
      ],
      now,
      formats,
    );
    assert.deepEqual(rows.map(({ key, word, tone }) => `${key} ${word} ${tone}`).toSorted(), [
      'A Promotion good',
      'B Ended warn',
    ]);
  });
});

const destination = (channelId: string, changes: object = {}) =>
  ({ channelId, channelName: `Hook ${channelId}`, type: 'WEBHOOKS', status: 'ACTIVE', ...changes }) as Destination;
const delivery = (state: string, changes: object = {}) =>
  ({ state, attemptCount: 1, createdTime: '2026-11-16T12:00:00Z', ...changes }) as Delivery;

describe('destinations that need attention', () => {
  const rowsOf = (newest: readonly Delivery[], changes = {}) =>
    deliveryRows([{ destination: destination('ch_1', changes), newest }], now);

  test('those to which the last event did not arrive, or only some did', () => {
    const retried = delivery('PENDING', { attemptCount: 2 });
    const [failing] = rowsOf([retried, delivery('DELIVERED'), delivery('DEAD')]);
    assert.deepEqual([failing?.word, failing?.tone, failing?.path], ['Failing', 'bad', '/notifications/ch_1']);
    assert.equal(failing?.text, '2 of the last 3 did not arrive. What waits is sent again until it arrives.');
    assert.equal(rowsOf([delivery('DELIVERED'), delivery('EXPIRED')])[0]?.word, 'Some fail');
  });

  test('none that works: what waits for its first attempt or a window, what was kept back, what failed days ago', () => {
    const fine = [
      delivery('PENDING', { attemptCount: 0 }),
      delivery('PENDING', { attemptCount: 1, heldBy: 'WINDOW' }),
      delivery('FILTERED'),
      delivery('DELIVERED'),
      delivery('DEAD', { createdTime: '2026-11-14T12:00:00Z' }),
    ];
    assert.deepEqual(rowsOf(fine), []);
    assert.deepEqual(rowsOf([], { status: 'INACTIVE' }), []);
  });

  test('suspended ones come first, with the reason', () => {
    const deliveries = [
      { destination: destination('a', { status: 'PENDING_VERIFICATION' }), newest: [] },
      { destination: destination('b', { status: 'SUSPENDED', statusReason: 'DESTINATION_GONE' }), newest: [] },
    ];
    const rows = deliveryRows(deliveries, now);
    assert.deepEqual(
      rows.map(({ word }) => word),
      ['Suspended', 'Not confirmed'],
    );
    assert.match(rows[0]?.text ?? '', /does not exist any more/);
  });
});
