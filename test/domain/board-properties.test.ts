// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_BRIDGED_MS } from '../../src/domain/clock-bridge.ts';
import { HOUR_MS } from '../../src/domain/duration.ts';
import { boardTime } from '../../src/domain/pricing/board-time.ts';
import { judge } from '../../src/domain/pricing/judgement.ts';
import { compareOffers, seenBy } from '../../src/domain/pricing/offers.ts';
import { CUSTOMER_TYPES } from '../../src/domain/vocabulary.ts';
import { scaled } from '../harness/scale.ts';
import { anyOffers, type Board, ITEM, isCurrent, makeBoard, NOW, viewFor } from './market.ts';

const text = (board: Board): string => JSON.stringify(board);

describe('any board', () => {
  const shuffled = anyOffers.chain((offers) =>
    fc.tuple(fc.constant(offers), fc.shuffledSubarray(offers, { minLength: offers.length })),
  );

  it('has the same text for every order of the offers', () => {
    fc.assert(
      fc.property(shuffled, ([offers, other]) => {
        assert.equal(text(makeBoard(ITEM, offers, NOW)), text(makeBoard(ITEM, other, NOW)));
      }),
      { numRuns: scaled(300, 1000) },
    );
  });

  it('survives being stored as JSON', () => {
    fc.assert(
      fc.property(anyOffers, (offers) => {
        const board = makeBoard(ITEM, offers, NOW);
        assert.deepEqual(JSON.parse(text(board)), board);
      }),
      { numRuns: scaled(100, 300) },
    );
  });

  it('stays the same while it is valid, and the next one begins where it ends', () => {
    const moment = fc.integer({ min: -3 * HOUR_MS, max: 3 * HOUR_MS }).map((offset) => NOW + offset);
    fc.assert(
      fc.property(anyOffers, moment, moment, (offers, now, other) => {
        const board = makeBoard(ITEM, offers, now);
        assert.ok(isCurrent(board, now));
        const edges = [board.validFrom, board.validUntil === null ? null : board.validUntil - 1];
        for (const inside of [other, ...edges]) {
          if (inside === null || !isCurrent(board, inside)) continue;
          assert.equal(text(makeBoard(ITEM, offers, boardTime(board.validFrom, inside))), text(board));
        }
        if (board.validUntil !== null) {
          assert.ok(!isCurrent(board, board.validUntil));
          assert.equal(makeBoard(ITEM, offers, board.validUntil).validFrom, board.validUntil);
        }
        if (board.validFrom !== null) {
          assert.ok(isCurrent(board, board.validFrom - MAX_BRIDGED_MS));
          assert.ok(!isCurrent(board, board.validFrom - MAX_BRIDGED_MS - 1));
          assert.equal(makeBoard(ITEM, offers, board.validFrom - 1).validUntil, board.validFrom);
        }
      }),
      { numRuns: scaled(600, 2000) },
    );
  });

  it('agrees with the rules applied one offer at a time', () => {
    fc.assert(
      fc.property(anyOffers, fc.constantFrom(...CUSTOMER_TYPES), (offers, customer) => {
        const view = viewFor(makeBoard(ITEM, offers, NOW), customer);
        const buyable = offers.filter((one) => judge(one, ITEM, NOW).availability === 'buyable');
        assert.equal(view.total, buyable.length);
        assert.equal(view.listings.at(-1)?.count, view.total);
        const sum = (counts: { count: number }[]) => counts.reduce((total, { count }) => total + count, 0);
        assert.equal(sum(view.counts), view.total);
        const eligible = buyable.filter((one) => {
          const { failing, businessFailing } = judge(one, ITEM, NOW);
          return (customer === 'Business' ? (businessFailing ?? failing) : failing) === 0;
        });
        assert.equal(sum(view.eligibleCounts), eligible.length);
        const firsts = eligible.map((one) => seenBy(customer, one)).sort(compareOffers);
        for (const price of view.buyBox) {
          if (price.quantityTier !== undefined) continue;
          const first = firsts.find(
            (one) => one.offer.condition === price.condition && one.offerType === price.offerType,
          );
          assert.deepEqual([first?.offer.sellerId, first?.offer.sku], [price.sellerId, price.sku]);
        }
        const news = firsts.filter(({ offer }) => offer.condition === 'New').map((one) => one.landedMinor);
        assert.equal(view.suggestedLowerPriceMinor, news.length === 0 ? undefined : Math.min(...news));
      }),
      { numRuns: scaled(300, 1000) },
    );
  });
});
