import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventKind } from '../../src/domain/notifications/notification.ts';
import {
  boxEvent,
  eventOf,
  eventText,
  expiring,
  feeChange,
  gate,
  health,
  holder,
  lost,
  mine,
  NAMES,
  notEligible,
  offers,
  price,
  promotion,
  sick,
  suspended,
  threshold,
  unused,
  usd,
  well,
  won,
} from './event-samples.ts';

/** The complete words about each kind of event, as a seller reads them: what happened, both prices, what to do. */
const texts: readonly [kind: string, payload: object, subject: string, sentences: string, advice: string][] = [
  [
    'BUY_BOX_CHANGED',
    lost,
    'You lost the buy box: Merino hiking socks',
    'The seller Rival Goods has it now for 21.49 USD; you ask 22.99 USD. Prices include shipping.',
    'Lower your price to 21.49 USD or less to get it back. Your net would be 18.26 USD after fees.',
  ],
  [
    'BUY_BOX_CHANGED',
    boxEvent(
      'LOST',
      holder('A2OTHER', 19, 2.49),
      holder('A1DEMOSELLER', 22.99),
      mine(20, 19, { OwnPrice: price(20, 2.5) }),
      mine(30),
    ),
    'You lost the buy box: Merino hiking socks',
    'The seller Rival Goods has it now for 21.49 USD; you ask 22.50 USD. Prices include shipping.',
    'Lower the price of SOCKS-1 to 19.00 USD plus 2.50 USD shipping or less to get it back. Your net would be 18.26 USD after fees.',
  ],
  [
    'BUY_BOX_CHANGED',
    boxEvent(
      'LOST',
      undefined,
      holder('A1DEMOSELLER', 22.99),
      mine(22.99, undefined, notEligible('stock', 'feedbackRating')),
    ),
    'You lost the buy box: Merino hiking socks',
    'Nobody has it now; you ask 22.99 USD. Prices include shipping.',
    'Your offer cannot win it at any price: it is out of stock and your positive feedback is too low.',
  ],
  [
    'BUY_BOX_CHANGED',
    boxEvent('LOST', holder('A2OTHER', 20), holder('A1DEMOSELLER', 22.99)),
    'You lost the buy box: Merino hiking socks',
    'The seller Rival Goods has it now for 20.00 USD. Before, you had it for 22.99 USD. Prices include shipping.',
    'Check that your offer is active, in stock and has a shipping charge.',
  ],
  [
    'BUY_BOX_CHANGED',
    { ...lost, CustomerType: 'Business', offerType: 'B2B' },
    'You lost the business buy box: Merino hiking socks',
    'The seller Rival Goods has it now for 21.49 USD; you ask 22.99 USD. Prices include shipping.',
    'Lower your business price to 21.49 USD or less to get it back. Your net would be 18.26 USD after fees.',
  ],
  [
    'BUY_BOX_CHANGED',
    won,
    'You won the buy box: Merino hiking socks',
    'You have it now for 21.49 USD. Before, the seller Rival Goods had it for 22.50 USD. Prices include shipping.',
    'There is nothing to do. The net of your price is 19.54 USD after fees.',
  ],
  [
    'BUY_BOX_CHANGED',
    boxEvent('WON', holder('A1DEMOSELLER', 21), undefined, mine(21, 23, { IsBuyBoxWinner: true })),
    'You won the buy box: Merino hiking socks',
    'You have it now for 21.00 USD. Before, nobody had it. Prices include shipping.',
    'You could raise your price to 23.00 USD and still have it. Your net would be 18.26 USD after fees.',
  ],
  [
    'BUY_BOX_CHANGED',
    { ...boxEvent('HOLDER', holder('A2OTHER', 20), holder('A3THIRD', 21), mine(22.99, 19.99)), ItemCondition: 'Used' },
    'The buy box has a new holder: Merino hiking socks (Used)',
    'The seller Rival Goods has it now for 20.00 USD; you ask 22.99 USD. Prices include shipping.',
    'Lower your price to 19.99 USD or less to win it. Your net would be 18.26 USD after fees.',
  ],
  [
    'BUY_BOX_CHANGED',
    boxEvent('HOLDER', holder('A9UNKNOWN', 20), holder('A3THIRD', 21)),
    'The buy box has a new holder: Merino hiking socks',
    'The seller A9UNKNOWN has it now for 20.00 USD. Before, the seller Northgate Trading had it for 21.00 USD. Prices include shipping.',
    'There is nothing to do.',
  ],
  [
    'BUY_BOX_CHANGED',
    boxEvent(
      'PRICE',
      holder('A2OTHER', 20),
      holder('A2OTHER', 21),
      mine(22.99, undefined, { WinningPrice: { resultStatus: 'NO_WINNING_PRICE' } }),
    ),
    'The buy box price changed: Merino hiking socks',
    'The seller Rival Goods still has it, now for 20.00 USD instead of 21.00 USD; you ask 22.99 USD. Prices include shipping.',
    'No price of yours would win it now.',
  ],
  [
    'BUY_BOX_CHANGED',
    boxEvent('PRICE', holder('A1DEMOSELLER', 20), holder('A1DEMOSELLER', 21), mine(20)),
    'Your buy box price changed: Merino hiking socks',
    'You still have it, now for 20.00 USD instead of 21.00 USD. Prices include shipping.',
    'There is nothing to do. The net of your price is 19.54 USD after fees.',
  ],
  [
    'BUY_BOX_CHANGED',
    boxEvent('PRICE', holder('A1DEMOSELLER', 22.99), holder('A1DEMOSELLER', 21, 1.99)),
    'Your buy box price changed: Merino hiking socks',
    'You still have it for 22.99 USD: 22.99 USD plus 0.00 USD for shipping now, 21.00 USD plus 1.99 USD before.',
    'There is nothing to do.',
  ],
  [
    'BUY_BOX_CHANGED',
    boxEvent('NONE', undefined, holder('A3THIRD', 21), mine(22.99, 20)),
    'Nobody has the buy box: Merino hiking socks',
    'Before, the seller Northgate Trading had it for 21.00 USD; you ask 22.99 USD. Prices include shipping.',
    'Lower your price to 20.00 USD or less to win it. Your net would be 18.26 USD after fees.',
  ],
  [
    'BUY_BOX_CHANGED',
    { BuyBoxPrice: holder('A2OTHER', 5), PreviousBuyBoxPrice: holder('A1DEMOSELLER', 5) },
    'You lost the buy box: Merino hiking socks',
    'The seller Rival Goods has it now for 5.00 USD. Before, you had it for 5.00 USD. Prices include shipping.',
    'Check that your offer is active, in stock and has a shipping charge.',
  ],
  [
    'BUY_BOX_CHANGED',
    {},
    'The buy box has changed: Merino hiking socks',
    'Its holder or its price has changed.',
    'There is nothing to do.',
  ],
  [
    'PRICING_HEALTH',
    health,
    'Your offer is not eligible for the buy box: Merino hiking socks (Used)',
    'Its price of 31.99 USD with shipping is above the competitive price threshold of 27.50 USD.',
    'Lower your price to 25.50 USD plus 2.00 USD shipping or less.',
  ],
  [
    'PRICING_HEALTH',
    { ...health, Offers: [sick(gate('feedbackRating', { Figure: 83, Required: 90 }), gate('stock'))] },
    'Your offer is not eligible for the buy box: Merino hiking socks (Used)',
    'Your positive feedback is 83 %, below 90 %. It is out of stock.',
    'Improve your feedback, and add stock.',
  ],
  [
    'PRICING_HEALTH',
    { ...health, Offers: [sick(threshold), sick(gate('featuredMerchant')), well] },
    '2 of your offers are not eligible for the buy box: Merino hiking socks',
    'SOCKS-1: its price of 31.99 USD with shipping is above the competitive price threshold of 27.50 USD. SOCKS-1: you are not a featured merchant. SOCKS-2 is eligible again.',
    'For SOCKS-1: lower your price to 25.50 USD plus 2.00 USD shipping or less.',
  ],
  [
    'PRICING_HEALTH',
    { ...health, Health: 'RECOVERED', Offers: [well] },
    'Your offer is eligible for the buy box again: Merino hiking socks (Used)',
    'It competes again, for 31.99 USD with shipping.',
    'There is nothing to do.',
  ],
  [
    'ANY_OFFER_CHANGED',
    offers,
    'Offers have changed: Merino hiking socks',
    'The lowest price is 21.49 USD instead of 22.00 USD; you ask 22.30 USD. There are 12 offers now. Prices include shipping.',
    'Check whether you want to match 21.49 USD.',
  ],
  [
    'ANY_OFFER_CHANGED',
    { ...offers, Offers: [{ MyOffer: true, ListingPrice: usd(20.49), Shipping: usd(1) }] },
    'Offers have changed: Merino hiking socks',
    'The lowest price is 21.49 USD instead of 22.00 USD, and it is yours. There are 12 offers now. Prices include shipping.',
    'There is nothing to do.',
  ],
  [
    'ANY_OFFER_CHANGED',
    { Summary: { TotalOfferCount: 1 } },
    'Offers have changed: Merino hiking socks',
    'There is 1 offer now.',
    'Compare your price with it.',
  ],
  [
    'FEE_PROMOTION',
    promotion,
    'You pay lower fees: Spring sale',
    'It takes 12.5 % off the referral fee in Store US until 1 Dec 2026, 00:00 UTC. It applies to 2 of your listings.',
    'There is nothing to do: it applies by itself. Your net of each sale rises.',
  ],
  [
    'FEE_PROMOTION',
    {
      ...promotion,
      Change: 'ENDS',
      RatePercent: undefined,
      FeePromotion: { CurrencyCode: 'JPY', Amount: 50 },
      PromotionName: undefined,
      ListingCount: 1,
    },
    'A fee promotion has ended: SPRING',
    'It took 50 JPY off the referral fee in Store US. It applied to 1 of your listings.',
    'Check whether the net of your prices is still enough.',
  ],
  [
    'FEE_PROMOTION',
    { ...promotion, Change: 'CHANGED' },
    'A fee promotion has changed: Spring sale',
    'It takes 12.5 % off the referral fee in Store US until 1 Dec 2026, 00:00 UTC. It applies to 2 of your listings.',
    'Check whether your prices still suit you.',
  ],
  [
    'FEE_CHANGED',
    feeChange,
    'Your fees will rise on 1 Jan 2027: Store US',
    'The new fee schedule changes the fees of 3 of your listings: 1.70 USD more in all, for one sale of each. The largest difference: Soprano ukulele pays 12.10 USD now and 13.20 USD then.',
    'Check your prices before 1 Jan 2027: is their net still enough?',
  ],
  [
    'FEE_CHANGED',
    { ...feeChange, TotalDifference: usd(-1.7) },
    'Your fees will change on 1 Jan 2027: Store US',
    'The new fee schedule changes the fees of 3 of your listings: 1.70 USD less in all, for one sale of each. The largest difference: Soprano ukulele pays 12.10 USD now and 13.20 USD then.',
    'Check your prices before 1 Jan 2027: is their net still enough?',
  ],
  [
    'FEE_CHANGED',
    { ...feeChange, DaysBefore: 0, TotalDifference: usd(-0.15), Largest: [] },
    'Your fees have changed: Store US',
    'The new fee schedule changes the fees of 3 of your listings: 0.15 USD less in all, for one sale of each.',
    'There is nothing to do: your net of each sale rises.',
  ],
  [
    'FEE_CHANGED',
    { ...feeChange, ListingCount: 0, TotalDifference: usd(0), Largest: [] },
    'Your fees will not change on 1 Jan 2027: Store US',
    'A change of fees that you were told of does not come: your listings pay what they pay now.',
    'There is nothing to do.',
  ],
  [
    'FEE_CHANGED',
    { ...feeChange, DaysBefore: 0, ListingCount: 0, TotalDifference: usd(0), Largest: [] },
    'Your fees have not changed: Store US',
    'A change of fees that you were told of does not come: your listings pay what they pay now.',
    'There is nothing to do.',
  ],
  [
    'DESTINATION_SUSPENDED',
    unused,
    'Notifications of an application will end: repricer',
    'It has not used its access to your account since 1 Sep 2026, 10:00 UTC. It gets no more notifications from 30 Nov 2026, 10:00 UTC on, unless it uses its access before.',
    'If you still use the application, open it or ask its provider. Otherwise there is nothing to do.',
  ],
  [
    'DESTINATION_SUSPENDED',
    suspended('APPLICATION_UNUSED'),
    'Notifications of an application have ended: repricer',
    'It has not used its access to your account since 1 Sep 2026, 10:00 UTC. Nothing is sent to its destinations any more.',
    'To keep one of them, set its status to ACTIVE with an application of your own.',
  ],
  [
    'DESTINATION_SUSPENDED',
    suspended('APPLICATION_WITHDRAWN'),
    'Notifications of an application have ended: repricer',
    'Its access to your account was withdrawn, so nothing is sent to its destinations any more.',
    'If you did not mean that, connect the application again. Otherwise there is nothing to do.',
  ],
  [
    'DESTINATION_SUSPENDED',
    suspended('DELIVERY_FAILED', { lastError: 'The receiver answered 500.' }),
    'Notifications do not arrive: My hook',
    'Every attempt to send to this destination failed for days, so nothing is sent there any more. The last error: The receiver answered 500.',
    'Repair the receiver, then send it a test notification: when that arrives, what waits for it is sent.',
  ],
  [
    'DESTINATION_SUSPENDED',
    suspended('DESTINATION_GONE'),
    'Notifications do not arrive: My hook',
    'The address of this destination does not exist any more, so nothing is sent there.',
    'Give the destination a new address, or delete it.',
  ],
  [
    'DESTINATION_SUSPENDED',
    suspended('SELLER_DISABLED'),
    'Notifications have ended: My hook',
    'The operator of the marketplace has disabled your account, so nothing is sent to your destinations.',
    'Ask the operator of the marketplace. When your account is enabled again, notifications go on.',
  ],
  [
    'CREDENTIAL_EXPIRING',
    expiring('CLIENT_SECRET'),
    'A client secret will expire: My ERP',
    'A secret of this application ends at 15 Dec 2026, 10:00 UTC. After that, the application gets no access with it.',
    'Create another secret, and give it to the application before.',
  ],
  [
    'CREDENTIAL_EXPIRING',
    expiring('GRANT', 1),
    'The access of an application will end: My ERP',
    'The access of this application to your account ends at 15 Dec 2026, 10:00 UTC. After that, it cannot act for you, and it gets no notifications.',
    'If you still use the application, connect it again. Otherwise there is nothing to do.',
  ],
  [
    'TEST_NOTIFICATION',
    {},
    'Test notification',
    'This is a test notification. Nothing has changed; it shows that this destination is reached.',
    'There is nothing to do.',
  ],
];

describe('the words', () => {
  for (const [kind, payload, subject, sentences, advice] of texts) {
    it(`about ${kind}: ${subject}. ${advice.slice(0, 50)}`, () => {
      const text = eventText(eventOf(kind as EventKind, payload), { names: NAMES });
      const [entry] = text.entries;
      assert.ok(entry && text.entries.length === 1);
      const advised = `${entry.advice}${entry.adviceDetail && ` ${entry.adviceDetail}`}`;
      assert.deepEqual([text.subject, entry.sentences.join(' '), advised], [subject, sentences, advice]);
      const body = [entry.headline, ...(entry.about === '' ? [] : [entry.about]), '', ...entry.sentences];
      assert.ok(text.body.startsWith(`${body.join('\n')}\n\nWhat to do: ${advice}\n`), text.body);
      assert.equal(text.push.title, entry.headline);
      assert.equal(text.push.body, `${entry.about && `${entry.about}\n`}${sentences} ${entry.advice}`);
    });
  }
});
