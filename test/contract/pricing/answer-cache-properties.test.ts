// run: without coverage

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { HOUR_MS } from '../../../src/domain/duration.ts';
import { Fault } from '../../../src/domain/fault.ts';
import { type OffersKey, offerAnswers } from '../../../src/http/routes/pricing/offers.ts';
import type { BoardTime } from '../../../src/market/decisions/marked-items.ts';
import type { Market } from '../../../src/market/market.ts';
import { onEngine } from '../../db/engines.ts';
import { item, offer, seller } from '../../harness/market-records.ts';
import { scaled } from '../../harness/scale.ts';
import { change, NOW, openSharedStore, QUERY, removal, type SharedStore } from './shared-store.ts';

onEngine('sqlite', 'any repeated offers request', (engine) => {
  let shared: SharedStore;
  let elsewhere: Market;
  before(async () => {
    shared = await openSharedStore(engine);
    elsewhere = await shared.marketElsewhere();
  });
  after(() => shared.app.close());

  const SKUS = ['a', 'b'];
  const ITEMS = ['I1', 'I2'];
  const SELLERS = ['S1', 'S2'];
  const anyBoards = fc.constantFrom<BoardTime>('now', 'later', 'bulk');
  const anyWhere = fc.constantFrom('here', 'here', 'elsewhere');
  const anyOffer = { sku: fc.constantFrom(...SKUS), sellerId: fc.constantFrom(...SELLERS) };
  const anyStep = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        ...{ does: fc.constant('put' as const), ...anyOffer, where: anyWhere, boards: anyBoards },
        ...{ itemId: fc.constantFrom(...ITEMS), listingPrice: fc.integer({ min: 1, max: 5 }) },
        startsIn: fc.constantFrom(undefined, undefined, 1, 2),
      }),
    },
    fc.record({ does: fc.constant('remove' as const), ...anyOffer, where: anyWhere, boards: anyBoards }),
    fc.record({
      ...{ does: fc.constant('rate' as const), sellerId: fc.constantFrom(...SELLERS), where: anyWhere },
      ...{ feedbackRating: fc.integer({ min: 70, max: 99 }), follows: fc.boolean() },
    }),
    fc.record({ does: fc.constant('wait' as const), hours: fc.constantFrom(1, 2) }),
    fc.record({ does: fc.constant('refresh' as const), where: anyWhere }),
  );
  type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

  const perform = async (step: Step): Promise<void> => {
    const { app } = shared;
    const market = 'where' in step && step.where === 'elsewhere' ? elsewhere : app.market;
    if (step.does === 'put') {
      const { sku, sellerId, itemId, listingPrice, startsIn, boards } = step;
      const start = startsIn ? { startTime: new Date(app.clock.now + startsIn * HOUR_MS).toISOString() } : {};
      await change(market, [offer(sku, { sellerId, itemId, listingPrice, ...start })], boards);
    } else if (step.does === 'remove') {
      await change(market, [removal(step.sku, step.sellerId)], step.boards);
    } else if (step.does === 'rate') {
      await change(market, [{ ...seller, sellerId: step.sellerId, feedbackRating: step.feedbackRating }]);
      if (step.follows) while (await market.maintenance.propagateSellerChanges());
    } else if (step.does === 'wait') {
      app.clock.now += step.hours * HOUR_MS;
    } else {
      await market.maintenance.refreshDue();
    }
    // Two requests with a change between them are never in one batch.
    await setImmediate();
  };

  const requests = SELLERS.flatMap((sellerId) => [
    ...SKUS.map((sku): [string, OffersKey] => [sellerId, { sku }]),
    ...ITEMS.map((itemId): [string, OffersKey] => [sellerId, { itemId }]),
  ]);
  const fromApp = async (sellerId: string, key: OffersKey) => {
    const path = 'sku' in key ? `/listings/${key.sku}/offers` : `/items/${key.itemId}/offers`;
    const { statusCode, body, headers } = await shared.app.get(sellerId, path, QUERY);
    return statusCode === 200 ? `${headers.etag} ${body}` : statusCode;
  };
  /** The answer of a process that has just started. */
  const fromStore = async (sellerId: string, key: OffersKey) => {
    try {
      const { text, etag } = await offerAnswers(shared.marketHere())(sellerId, key, QUERY);
      return `${etag} ${text}`;
    } catch (error) {
      if (error instanceof Fault && error.code === 'NotFound') return 404;
      throw error;
    }
  };

  test('200 and 404 equal the answers of a process without a cache', async () => {
    const anySteps = fc.array(fc.tuple(anyStep, fc.subarray(requests)), { minLength: 1, maxLength: 8, size: 'max' });
    let compared = 0;
    const property = fc.asyncProperty(anySteps, async (steps) => {
      shared.app.clock.now = NOW;
      const start = SELLERS.flatMap((sellerId) => SKUS.map((sku) => offer(sku, { sellerId })));
      await change(shared.app.market, [item, { ...item, itemId: 'I2' }, ...start]);
      for (const [sellerId, key] of requests) await fromApp(sellerId, key);
      for (const [step, repeated] of steps) {
        await perform(step);
        for (const [sellerId, key] of repeated) {
          const answer = await fromApp(sellerId, key);
          assert.equal(answer, await fromStore(sellerId, key), `${sellerId} ${JSON.stringify(key)}`);
          if (answer !== 404) compared += 1;
        }
      }
    });
    await fc.assert(property, { numRuns: scaled(20, 40) });
    assert.ok(compared > 100, `only ${compared} answers were compared`);
  });
});
