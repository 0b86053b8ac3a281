// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { losesMoney, lossText, netText, profitText } from '../../console/losses.ts';
import { summaryOf } from '../../console/pages/events/event-summary.ts';
import { lossRows, lostRows, unhealthyRows } from '../../console/pages/overview/listing-rows.ts';
import { listingStates } from '../../console/states/listing.ts';
import { wordsIn } from '../../console/states/state-words.ts';
import type { ListedEvent, Listing } from '../../sdk/src/index.ts';
import { usd } from './listing-samples.ts';

const write = ({ Amount }: { Amount: number }) => `$${Amount.toFixed(2)}`;
const listing = (SellerSKU: string, own: number, winning: number, changes: object = {}) =>
  ({
    SellerSKU,
    OwnPrice: { ListingPrice: usd(5), LandedPrice: usd(5) },
    WinningPrice: { resultStatus: 'VALID_FOEP', ListingPrice: usd(4.49), LandedPrice: usd(4.49) },
    NetAtOwnPrice: { Net: usd(own) },
    NetAtWinningPrice: { Net: usd(winning) },
    ...changes,
  }) as Listing;

describe('a price that loses money', () => {
  it('is told in a sentence: the present one, the one that wins, or both', () => {
    const text = (own?: number, winning?: number) =>
      lossText(
        {
          own: own === undefined ? own : { Net: usd(own) },
          winning: winning === undefined ? winning : { Net: usd(winning) },
        },
        write,
      );
    assert.equal(text(1, -0.4), 'At the price that wins, each sale would lose $0.40 after fees.');
    assert.equal(text(-0.1, 1), 'Each sale loses $0.10 after fees.');
    assert.equal(text(-0.1, -0.4), 'Each sale loses $0.10 after fees, and $0.40 at the price that wins.');
    assert.deepEqual([text(0, 0), text(), text(1, 2)], ['', '', '']);
  });

  it('is one below the cost, too, where the reader may see costs', () => {
    const after = (Net: number, Profit: number) => ({ Net: usd(Net), Profit: usd(Profit) });
    assert.deepEqual([after(3, 1), after(3, -1), after(-3, -4), { Net: usd(3) }, {}, undefined].map(losesMoney), [
      ...[false, true, true],
      ...[false, false, false],
    ]);
    assert.equal(lossText({ own: after(3, -1) }, write), 'Each sale loses $1.00 after fees and cost.');
    assert.equal(
      lossText({ own: after(5, 1), winning: after(3, -1) }, write),
      'At the price that wins, each sale would lose $1.00 after fees and cost.',
    );
    assert.deepEqual([profitText(usd(1), write), profitText(usd(-1), write)], ['profit $1.00', 'below cost by $1.00']);
    const below = listing('A', 3, 3, { NetAtOwnPrice: after(3, -1), NetAtWinningPrice: after(2, -2) });
    assert.equal(lossRows([below], write)[0]?.text, 'You ask $5.00. It wins the buy box up to a price of $4.49.');
    const [row] = lostRows([below], new Map(), write);
    assert.equal(row?.loss, 'Each sale loses $1.00 after fees and cost, and $2.00 at the price that wins.');
    assert.doesNotMatch(row?.text ?? '', /net/);
  });

  it('is called a loss instead of a net', () => {
    assert.deepEqual(
      [netText(usd(5.2), write), netText(usd(0), write), netText(usd(-0.4), write)],
      ['net $5.20', 'net $0.00', 'loses $0.40'],
    );
  });

  it('is marked in the rows of lost and of ineligible listings, whose texts name no net below zero', () => {
    for (const [row] of [
      lostRows([listing('A', 0.1, -0.4)], new Map(), write),
      unhealthyRows([listing('A', 0.1, -0.4)], write),
    ]) {
      assert.equal(row?.loss, 'At the price that wins, each sale would lose $0.40 after fees.');
      assert.doesNotMatch(row?.text ?? '', /net|-/);
    }
    assert.equal(lostRows([listing('A', 1, 0.5)], new Map(), write)[0]?.loss, '');
  });

  it('needs attention also where the listing wins: what loses most comes first', () => {
    const rows = lossRows([listing('A', -0.1, 0.2), listing('B', 0, 1), listing('C', -2, -1.5)], write);
    assert.deepEqual(
      rows.map(({ key, word, tone }) => [key, word, tone]),
      [
        ['C', 'Loses money', 'bad'],
        ['A', 'Loses money', 'bad'],
      ],
    );
    assert.equal(rows[1]?.text, 'You ask $5.00. It wins the buy box up to a price of $4.49, net $0.20 after fees.');
    const alone = listing('D', -1, 0, {
      WinningPrice: { resultStatus: 'NO_COMPETING_OFFER' },
      NetAtWinningPrice: undefined,
    });
    assert.equal(lossRows([alone], write)[0]?.text, 'You ask $5.00. Nobody competes: any price wins.');
  });

  it('is marked in an event', () => {
    const event = (Change: string, own: number, winning: number) =>
      ({
        type: 'BUY_BOX_CHANGED',
        data: {
          Change,
          BuyBoxPrice: { sellerId: 'RIVAL', LandedPrice: usd(4.5) },
          MyOffers: [listing('A', own, winning)],
        },
      }) as unknown as ListedEvent;
    const summaryFor = (...args: Parameters<typeof event>) =>
      summaryOf(event(...args), { money: write, date: String, seller: String });
    const { text, loss } = summaryFor('LOST', 0.1, -0.4);
    assert.equal(text, 'RIVAL has it for $4.50. You ask $5.00. A price of $4.49 wins it back.');
    assert.equal(loss, 'At the price that wins, each sale would lose $0.40 after fees.');
    assert.equal(summaryFor('WON', -0.1, -0.4).loss, 'Each sale loses $0.10 after fees.');
    assert.equal(summaryFor('LOST', 1, 0.5).loss, '');
  });
});

describe('the words of a state', () => {
  it('are true beside a price that wins, and beside none', () => {
    const states = ['winning', 'noCompetition', 'losing', 'unhealthy', 'inactive'];
    const labels = states.map((state) => wordsIn(listingStates, state).label);
    assert.deepEqual(labels, ['Buy box', 'No rival', 'Lost', 'Not eligible', 'Not on sale']);
    const none = {
      WinningPrice: { resultStatus: 'OFFER_NOT_ELIGIBLE', Reasons: ['feedbackCount'] },
      NetAtWinningPrice: undefined,
    };
    const rows = unhealthyRows([listing('A', 1, 0.5), listing('B', 1, 0, none)], write);
    for (const { word, text } of rows) assert.doesNotMatch(`${word} ${text}`, /can ?not win|can win/i);
    assert.equal(rows[1]?.text, 'The offer is not eligible for the buy box at any price: you have too few ratings.');
  });
});
