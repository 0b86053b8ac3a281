// run: without coverage

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { HOUR_MS } from '../../../src/domain/duration.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { drawnAlike } from '../../harness/scale.ts';
import { marketplace, NOW, type Plain } from '../../market/market-fixture.ts';
import { anyStep, CONDITIONS, FIRST, ITEMS, SELLERS, STARTED_FOR_A_READER, type Step } from './event-changes.ts';
import { answerOf, EventFollower, type ReceivedEvent } from './event-follower.ts';
import { LowestMarks } from './event-lowest.ts';
import { TrustMarks } from './event-trust.ts';
import { type EventsApp, openEvents } from './events-app.ts';

const CUSTOMERS = ['Consumer', 'Business'] as const;
const BOXES = [
  ['Consumer', 'B2C'],
  ['Business', 'B2B'],
  ['Business', 'B2C'],
] as const;
const TABLES = [
  ...['offer', 'shelf', 'board', 'item', 'market_event', 'event_receiver', 'event_content', 'seller_event'],
] as const;

/** A seller that reads the pricing answers once, and follows its events from then on. */
type Following = { sellerId: string; follower: EventFollower; afterSequence: number; trust: TrustMarks };

withEnginesInTorture('random changes and clock steps', (engine) => {
  let app: EventsApp;
  const counted = { compared: 0, boxes: 0, businessBoxes: 0, health: 0, lowest: 0, events: new Map<string, number>() };
  before(async () => {
    app = await openEvents(engine);
    await app.apply([marketplace('M1', 'USD', true)]);
  });
  after(() => app.close());

  const offersOf = async (sellerId: string, itemId: string, condition: string, customer: string) => {
    const query = `MarketplaceId=M1&ItemCondition=${condition}&CustomerType=${customer}`;
    return (await app.get(sellerId, `/products/pricing/v4/items/${itemId}/offers?${query}`)).payload;
  };
  const listingsOf = async (sellerId: string, state: string): Promise<{ SellerSKU: string; storeItemId: string }[]> => {
    const query = `MarketplaceId=M1&state=${state}`;
    return (await app.get(sellerId, `/products/pricing/v4/listings?${query}`)).payload.Listings;
  };

  /** The recipe of docs/events.md for late subscribers. */
  async function follow(sellerId: string): Promise<Following> {
    const { latestSequence } = await app.get(sellerId, '/notifications/v4/events');
    const follower = new EventFollower();
    for (const itemId of ITEMS)
      for (const condition of CONDITIONS)
        for (const customer of CUSTOMERS)
          follower.begin(customer, await offersOf(sellerId, itemId, condition, customer));
    follower.beginUnhealthy((await listingsOf(sellerId, 'unhealthy')).map(({ SellerSKU }) => SellerSKU));
    return { sellerId, follower, afterSequence: latestSequence, trust: new TrustMarks(latestSequence) };
  }

  async function run(
    steps: readonly Step[],
    lateAt: number,
    dispatch: () => Promise<void> = () => app.dispatch(),
  ): Promise<Following[]> {
    await app.db.transaction(async (tx) => {
      for (const table of TABLES) await tx.run(`DELETE FROM ${table}`);
    });
    app.clock.now = NOW;
    await app.apply(FIRST);
    await app.settle();
    const followings = await Promise.all(SELLERS.map(follow));
    const lowest = new LowestMarks();
    await lowest.settled(app);
    for (const [n, step] of steps.entries()) {
      if (n === lateAt) {
        followings.push(await follow(SELLERS[lateAt % SELLERS.length] ?? ''));
        for (const one of followings) await one.trust.read(app, one.sellerId);
      }
      app.clock.now += step.hours * HOUR_MS;
      if (step.quiet) {
        await dispatch();
        for (const one of followings) await one.trust.quiet(app, one.sellerId, step.records);
      }
      await app.apply(step.records, { boards: step.boards, quiet: step.quiet });
      if (step.work === 'settle') await app.settle();
      if (step.work !== 'none') await dispatch();
      // The facts of a seller reach its items later, quietly.
      if (step.quiet && step.records.some(({ kind }) => kind === 'seller')) {
        await app.settle();
        await dispatch();
        for (const one of followings) await one.trust.quiet(app, one.sellerId, step.records);
      }
      for (const one of followings) await one.trust.look(app, one.sellerId, step.work);
      if (step.quiet) lowest.clear();
      if (step.work === 'settle') await lowest.settled(app);
    }
    await app.settle();
    await dispatch();
    await lowest.settled(app);
    counted.lowest += lowest.compared;
    return followings;
  }

  async function check({ sellerId, follower, afterSequence, trust }: Following): Promise<void> {
    const { events } = (await app.events(sellerId, afterSequence)) as { events: ReceivedEvent[] };
    assert.deepEqual(
      events.map(({ sequence }) => sequence),
      events.map((_, n) => String(afterSequence + n + 1)),
      'no gap and no repeat',
    );
    for (const event of events) {
      follower.apply(event);
      trust.told(event);
      counted.events.set(event.type, (counted.events.get(event.type) ?? 0) + 1);
    }
    const unhealthy = new Set((await listingsOf(sellerId, 'unhealthy')).map(({ SellerSKU }) => SellerSKU));
    const onSale = await listingsOf(sellerId, 'winning,noCompetition,losing,unhealthy');
    for (const itemId of new Set(onSale.map(({ storeItemId }) => storeItemId))) {
      for (const condition of CONDITIONS) {
        if (!trust.isOffersTrusted(itemId, condition)) continue;
        for (const customer of CUSTOMERS) {
          const said = answerOf(await offersOf(sellerId, itemId, condition, customer));
          const where = `${sellerId} ${itemId} ${condition} ${customer}`;
          assert.deepEqual(follower.answer(itemId, customer, condition), said, where);
          counted.compared += 1;
        }
        for (const [customer, offerType] of BOXES) {
          const name = `${condition} ${customer} ${offerType}`;
          if (!trust.isBoxTrusted(itemId, name)) continue;
          const { Summary } = follower.answer(itemId, customer, condition) as { Summary: { BuyBoxPrices: Plain[] } };
          const price = Summary.BuyBoxPrices.find(
            (one) => one.condition === condition && one.offerType === offerType && one.quantityTier === undefined,
          );
          const { condition: _, offerType: __, ...holder } = price ?? {};
          const followed = follower.box(itemId, customer, condition, offerType);
          assert.deepEqual(followed, price && holder, `${sellerId} ${itemId} ${name}`);
          if (customer === 'Consumer') counted.boxes += 1;
          else counted.businessBoxes += 1;
        }
      }
    }
    for (const { SellerSKU: sku } of onSale) {
      if (!trust.isHealthTrusted(sku)) continue;
      assert.equal(follower.unhealthy.has(sku), unhealthy.has(sku), `${sellerId} ${sku}`);
      counted.health += 1;
    }
  }

  for (const withQuiet of [false, true]) {
    describe(withQuiet ? 'with quiet loads' : 'without quiet loads', () => {
      it('following the events gives the pricing answers, the holders and the unhealthy listings', async () => {
        const steps = fc.array(anyStep(withQuiet), { minLength: 1, maxLength: 10 });
        await fc.assert(
          fc.asyncProperty(steps, fc.nat(9), async (drawn, lateAt) => {
            for (const following of await run(drawn, lateAt)) await check(following);
          }),
          {
            ...drawnAlike(withQuiet ? 12 : 13, engine.name === 'sqlite' ? 1_000 : 150),
            examples: withQuiet ? [] : [[STARTED_FOR_A_READER, 3]],
          },
        );
      });
    });
  }

  // With one worker, and on SQLite with more, transactions do not overlap.
  if (engine.name === 'postgres') {
    it('two workers on one store leave no gap and repeat nothing', async () => {
      const workers = await app.startDispatchers(2);
      const steps = fc.array(anyStep(false), { minLength: 5, maxLength: 10 });
      await fc.assert(
        fc.asyncProperty(steps, fc.nat(9), async (drawn, lateAt) => {
          const unaddressed = drawn.map((step): Step => ({ ...step, work: 'none' }));
          const followings = await run(unaddressed, lateAt, () => workers.settled());
          for (const following of followings) await check(following);
        }),
        drawnAlike(5, 100),
      );
      await workers.stop();
    });
  }

  it('enough was compared, of every kind', () => {
    assert.ok(counted.compared > 100 && counted.boxes > 30 && counted.health > 8, JSON.stringify(counted));
    assert.ok(counted.businessBoxes > 60 && counted.lowest > 15, JSON.stringify(counted));
    for (const kind of ['ANY_OFFER_CHANGED', 'BUY_BOX_CHANGED', 'PRICING_HEALTH'])
      assert.ok((counted.events.get(kind) ?? 0) > 5, `${kind}: ${counted.events.get(kind)}`);
  });
});
