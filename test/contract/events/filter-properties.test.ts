// run: without coverage

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import type { EventFilter } from '../../../src/domain/notifications/event-filter.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { drawnAlike, scaled } from '../../harness/scale.ts';
import { item, marketplace, NOW, offer, seller } from '../../market/market-fixture.ts';
import { anyStep, FIRST, ITEMS, SELLERS } from './event-changes.ts';
import { type EventsApp, openEvents } from './events-app.ts';

type Money = { Amount: number };
type Price = { condition: string; offerType: string; quantityTier?: number; LandedPrice: Money };
type Event = {
  type: string;
  subject?: string;
  sequence: string;
  data: {
    marketplaceId?: string;
    ItemCondition?: string;
    Change?: string;
    Health?: string;
    Own?: boolean;
    Offers?: { SellerSKU: string; ItemCondition: string }[];
    MyOffers?: { SellerSKU: string }[];
    MySKUs?: string[];
    PreviousSellerSKU?: string;
    BuyBoxPrice?: Price;
    PreviousBuyBoxPrice?: Price;
    Summary?: { LowestPrices: Price[] };
    LowestLandedPrice?: Money;
    PreviousLowestLandedPrice?: Money;
  };
};

/* What docs/events.md says about filters, from the event as its receiver sees it: nothing of the service is used. */

function reason(filter: EventFilter, event: Event): string | undefined {
  const { type, subject, data } = event;
  const { marketplaceIds, storeItemIds, skus, conditions, changes, minPriceChangePercent: percent } = filter;
  if (marketplaceIds && data.marketplaceId !== undefined && !marketplaceIds.includes(data.marketplaceId))
    return 'marketplaceIds';
  if (subject !== undefined) {
    if (storeItemIds && !storeItemIds.includes(subject)) return 'storeItemIds';
    if (skus && ownSkus(event).every((sku) => !skus.includes(sku))) return 'skus';
    const published: string[] = data.ItemCondition
      ? [data.ItemCondition]
      : (data.Offers ?? []).map((one) => one.ItemCondition);
    if (conditions && published.every((one) => !conditions.some((wanted) => wanted === one))) return 'conditions';
  }
  const words = {
    BUY_BOX_CHANGED: ['WON', 'LOST', 'HOLDER', 'PRICE', 'NONE'],
    PRICING_HEALTH: ['UNHEALTHY', 'RECOVERED'],
  };
  const ofKind = type === 'BUY_BOX_CHANGED' || type === 'PRICING_HEALTH' ? words[type] : [];
  const word = data.Change ?? data.Health;
  if (changes?.some((one) => ofKind.includes(one)) && !changes.some((one) => one === word)) return 'changes';
  if (percent !== undefined && subject !== undefined) {
    const [from, to] = pricesOf(event);
    if (from !== undefined && to !== undefined && !movesBy(from, to, percent)) return 'minPriceChangePercent';
  }
  if (filter.ownOnly && data.Own === false) return 'ownOnly';
  return filter.othersOnly && data.Own === true ? 'othersOnly' : undefined;
}

function ownSkus({ type, data }: Event): string[] {
  if (type === 'ANY_OFFER_CHANGED') return data.MySKUs ?? assert.fail();
  const listed = (type === 'PRICING_HEALTH' ? data.Offers : data.MyOffers) ?? assert.fail();
  return [...listed.map((one) => one.SellerSKU), ...(data.PreviousSellerSKU ? [data.PreviousSellerSKU] : [])];
}

const lowestOf = ({ data }: Event): number | undefined => {
  const shown = data.Summary?.LowestPrices.filter(
    (one) => one.condition === data.ItemCondition && one.offerType === 'B2C' && one.quantityTier === undefined,
  );
  return shown?.length ? Math.min(...shown.map((one) => one.LandedPrice.Amount)) : undefined;
};

function pricesOf(event: Event): [number | undefined, number | undefined] {
  const { type, data } = event;
  if (type === 'ANY_OFFER_CHANGED') return [data.PreviousLowestLandedPrice?.Amount, lowestOf(event)];
  if (type !== 'BUY_BOX_CHANGED' || data.Change !== 'PRICE') return [undefined, undefined];
  return [data.PreviousBuyBoxPrice?.LandedPrice.Amount, data.BuyBoxPrice?.LandedPrice.Amount];
}

/** Whole numbers of cents and of hundredths of a percent, read from decimal texts. */
function movesBy(from: number, to: number, percent: number): boolean {
  const whole = (value: number) => BigInt(value.toFixed(2).replace('.', ''));
  const difference = whole(to) - whole(from);
  const size = difference < 0n ? -difference : difference;
  return size > 0n && size * 10_000n >= whole(from) * whole(percent);
}

const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const anyFilter: fc.Arbitrary<EventFilter> = fc
  .record(
    {
      marketplaceIds: some('M1', 'M1', 'M1', 'M2', 'STORE_US'),
      storeItemIds: some(...ITEMS, 'I9'),
      skus: some('a', 'b', 'c', 'd'),
      conditions: some<'New' | 'Used' | 'Club' | 'Refurbished'>('New', 'Used', 'Club', 'Refurbished'),
      changes: some<'WON' | 'LOST' | 'HOLDER' | 'PRICE' | 'NONE' | 'UNHEALTHY' | 'RECOVERED'>(
        ...(['WON', 'LOST', 'HOLDER', 'PRICE', 'NONE', 'UNHEALTHY', 'RECOVERED'] as const),
      ),
      // For the prices 10, 11, 12, 20 and 31: 9.09 % is less than from 11 to 10, 9.1 % is more; 10 % is from 10 to 11.
      minPriceChangePercent: fc.constantFrom(0.01, 8.33, 8.34, 9.09, 9.1, 10, 10.01, 50, 100, 1_000),
      whose: fc.constantFrom<EventFilter>({ ownOnly: true }, { othersOnly: true }, {}),
    },
    { requiredKeys: [] },
  )
  .map(({ whose, ...filter }) => ({ ...filter, ...whose }));

const PULLED = 12;

withEnginesInTorture('filters of a random market', (engine) => {
  let app: EventsApp;
  const published = new Map<string, Event[]>();
  const destinations: { channelId: string; sellerId: string; filter: EventFilter }[] = [];
  const counts = { passed: 0, kept: new Map<string, number>() };
  before(async () => {
    app = await openEvents(engine);
    app.clock.now = NOW;
    await app.apply([marketplace('M1', 'USD', true), ...FIRST]);
    const seed = drawnAlike(1, 1).seed ?? Date.now();
    for (const [n, filter] of fc.sample(anyFilter, { numRuns: PULLED, seed }).entries()) {
      const sellerId = SELLERS[n % SELLERS.length] ?? '';
      const body = { type: 'PULL', windowSeconds: 0, filter };
      const { channelId } = await app.post(sellerId, '/notifications/v4/destinations', body);
      destinations.push({ channelId, sellerId, filter });
    }
    for (const step of fc.sample(anyStep(false), { numRuns: scaled(90, 400), seed })) {
      app.clock.now += step.hours * 60_000;
      await app.apply(step.records, { boards: step.boards });
      await app.settle();
      await app.dispatch();
    }
    for (const sellerId of SELLERS) {
      await app.publish(sellerId, 1, 'FEE_PROMOTION');
      await app.publish(sellerId, 1, 'DESTINATION_SUSPENDED');
      published.set(sellerId, (await app.events(sellerId)).events);
    }
  });
  after(() => app.close());

  it('a filter that is tried lets pass what its description says, and counts it by kind', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, fc.constantFrom(...SELLERS), async (filter, sellerId) => {
        const events = published.get(sellerId) ?? [];
        const passing = events.filter((event) => reason(filter, event) === undefined);
        const tested = await app.post(sellerId, '/notifications/v4/filters/test', { filter });
        const kinds = Map.groupBy(events, ({ type }) => type);
        assert.deepEqual(
          Object.fromEntries(
            tested.kinds.map((one: { eventType: string }) => {
              const { eventType, ...figures } = one;
              return [eventType, figures];
            }),
          ),
          Object.fromEntries(
            [...kinds].map(([kind, list]) => [
              kind,
              { events: list.length, passed: list.filter((event) => passing.includes(event)).length },
            ]),
          ),
        );
        assert.deepEqual([tested.events, tested.passed], [events.length, passing.length]);
        assert.deepEqual(tested.examples, passing.slice(-3).reverse());
        counts.passed += passing.length;
        for (const event of events) {
          const key = reason(filter, event);
          if (key !== undefined) counts.kept.set(key, (counts.kept.get(key) ?? 0) + 1);
        }
      }),
      drawnAlike(80, 2_000),
    );
    assert.ok(counts.passed > 400, `${counts.passed} pass`);
    for (const key of ['marketplaceIds', 'storeItemIds', 'skus', 'conditions', 'changes', 'minPriceChangePercent'])
      assert.ok((counts.kept.get(key) ?? 0) > 20, `${key} keeps back ${counts.kept.get(key)}`);
  });

  it('a destination gets the same events; the log has the others, with the key that kept them back', async () => {
    for (const { channelId, sellerId, filter } of destinations) {
      const rows = await app.db.all<{
        sequence: number;
        state: string;
        reason: string | null;
        previous: number | null;
      }>(
        `SELECT sequence, state, reason, previous_sequence AS previous FROM delivery WHERE channel_id = $1 ORDER BY sequence`,
        [channelId],
      );
      let previous: number | null = null;
      const expected = [];
      for (const event of published.get(sellerId) ?? []) {
        const key = reason(filter, event) ?? null;
        const state = key === null ? 'PENDING' : 'FILTERED';
        expected.push({ sequence: Number(event.sequence), state, reason: key, previous });
        if (key === null) previous = Number(event.sequence);
      }
      assert.deepEqual(rows, expected, JSON.stringify(filter));
    }
  });

  it('ANY_OFFER_CHANGED tells the lowest price that consumers see, and its own SKUs of the condition', () => {
    let compared = 0;
    for (const event of [...published.values()].flat()) {
      if (event.type !== 'ANY_OFFER_CHANGED') continue;
      assert.equal(event.data.LowestLandedPrice?.Amount, lowestOf(event));
      if (event.data.LowestLandedPrice) compared += 1;
    }
    assert.ok(compared > 30, String(compared));
  });

  it('the lowest price before is that of the state before, also for a seller that is new on the item', async () => {
    await app.apply([item('I7'), seller('S1'), offer('S1', 'x', 'I7'), offer('S1', 'y', 'I7', { condition: 'Club' })]);
    await app.dispatch();
    const after = Number((await app.events('S1')).latest);
    const since = async (sellerId: string, sequence: number) =>
      ((await app.events(sellerId, sequence)).events as Event[])
        .filter(({ type, subject }) => type === 'ANY_OFFER_CHANGED' && subject === 'I7')
        .map(({ data }) => [
          ...[data.ItemCondition, data.PreviousLowestLandedPrice?.Amount, data.LowestLandedPrice?.Amount],
        ]);
    await app.apply([offer('S1', 'x', 'I7', { listingPrice: 18.5, shipping: 1 })]);
    await app.dispatch();
    assert.deepEqual(await since('S1', after), [['New', 20, 19.5]]);
    const before2 = Number((await app.events('S2')).latest);
    await app.apply([seller('S2'), offer('S2', 'z', 'I7', { listingPrice: 17 })]);
    await app.dispatch();
    assert.deepEqual(await since('S2', before2), [
      ['New', 19.5, 17],
      ['Club', 20, 20],
    ]);
    const filter = { storeItemIds: ['I7'], conditions: ['Club', 'New'], minPriceChangePercent: 1 };
    const tried = await app.post('S2', '/notifications/v4/filters/test', {
      ...{ filter, eventTypes: ['ANY_OFFER_CHANGED'] },
    });
    assert.deepEqual(
      [tried.passed, tried.examples[0].data.ItemCondition],
      [1, 'New'],
      'a price that stays moves by nothing',
    );
  });
});
