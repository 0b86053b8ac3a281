import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { defaultFeeSchedule, flat } from '../../../src/cli/fee-schedules/default.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { FeeEvents } from '../../../src/market/projections/fees/fee-events.ts';
import { startFeeAnnouncer } from '../../../src/notifications/dispatch/fee-announcer.ts';
import { assignReceiverGroups } from '../../../src/notifications/events/receiver-groups.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { eventProblem } from '../../harness/event-check.ts';
import { isTorture } from '../../harness/scale.ts';
import { until } from '../../harness/until.ts';
import { item, marketplace, NOW, offer, type Plain, seller } from '../../market/market-fixture.ts';
import { notificationsOn } from '../../notifications/notification-store.ts';
import { type EventsApp, openEvents } from '../events/events-app.ts';

type Published = {
  sequence: string;
  type: string;
  time: string;
  data: Plain & { Listings: Plain[]; Largest: Plain[] };
};

const TABLES = [
  ...[
    'fee_task_facts',
    'fee_task',
    'fee_walk_facts',
    'fee_walk',
    'fee_watch',
    'fee_schedule',
    'offer',
    'shelf',
    'board',
    'item',
    'market_event',
  ],
  ...['delivery', 'lane', 'destination', 'event_receiver', 'event_content', 'seller_event'],
] as const;

const day = (days: number) => new Date(NOW + days * DAY_MS).toISOString();
const usd = (Amount: number) => ({ CurrencyCode: 'USD', Amount });

/** 15 % on books and 10 on toys, unless it says something else. */
function schedule(from: number, { books = 15, toys = 10, promotions = [] as Plain[] } = {}): Plain {
  const categories = { everything_else: flat(15), books: flat(books), toys: flat(toys) };
  const referral = { defaultCategory: 'everything_else', categories };
  return {
    ...{ ...defaultFeeSchedule('M1'), effectiveFrom: day(from), version: `${books} ${toys}`, referral, promotions },
  };
}
const promotion = (more: Plain = {}): Plain => ({
  ...{ promotionId: 'P1', name: 'Spring', feeType: 'ReferralFee', kind: 'percentage', value: 50 },
  ...{ from: day(2), until: day(9), categories: ['books'], ...more },
});

/** S1 has two books at 20.00 and 10.00, and a toy; S2 a toy at 30.00; S3 a book, and receives no events. */
const MARKET = [
  ...[item('B1'), item('B2'), item('T1', { category: 'toys' })],
  ...[offer('S1', 'BOOK-1', 'B1'), offer('S1', 'BOOK-2', 'B2', { listingPrice: 10 }), offer('S1', 'TOY', 'T1')],
  ...[offer('S1', 'OFF', 'B1', { active: false }), offer('S1', 'SOLD-OUT', 'B2', { listingPrice: 2, quantity: 0 })],
  ...[offer('S2', 'TOY', 'T1', { listingPrice: 30 }), offer('S3', 'BOOK', 'B1')],
];

withEnginesInTorture('events about fees', (engine) => {
  let app: EventsApp;
  before(async () => {
    app = await openEvents(engine);
    await app.apply([marketplace('M1', 'USD', true), ...['S1', 'S2', 'S3'].map((id) => seller(id))]);
  });
  beforeEach(async () => {
    await app.db.transaction(async (tx) => {
      for (const table of TABLES) await tx.run(`DELETE FROM ${table}`);
    });
    app.clock.now = NOW;
    await app.apply([...MARKET, schedule(-100)]);
    await app.publishFees();
    for (const sellerId of ['S1', 'S2']) await app.get(sellerId, '/notifications/v4/events');
  });
  after(() => app.close());

  /** Moves the clock and tells what is due; the events of a seller since the last call. */
  const seen = new Map<string, number>();
  beforeEach(() => seen.clear());
  async function published(days: number, sellerId = 'S1'): Promise<Published[]> {
    app.clock.now = NOW + days * DAY_MS;
    await app.publishFees();
    const { events } = (await app.events(sellerId, seen.get(sellerId) ?? 0)) as { events: Published[] };
    seen.set(sellerId, Number(events.at(-1)?.sequence ?? seen.get(sellerId) ?? 0));
    for (const event of events) assert.equal(eventProblem(event), undefined);
    return events;
  }
  const summary = ({ data }: Published) =>
    [data.Change ?? data.DaysBefore, data.PromotionId ?? data.version, data.ListingCount].join(' ');
  const publishedOf = async (days: number, sellerId?: string) => (await published(days, sellerId)).map(summary);

  it('a promotion is told to sellers whose listings it reduces: when it begins, changes and ends', async () => {
    await app.apply([schedule(-100, { promotions: [promotion()] })]);
    assert.deepEqual(await publishedOf(1.9), []);
    const [begins, ...more] = await published(2);
    assert.deepEqual([more, await publishedOf(2, 'S2')], [[], []]);
    const listed = (sku: string, itemId: string, Amount: number) => ({
      ...{ SellerSKU: sku, storeItemId: itemId, FeePromotion: usd(Amount) },
    });
    const books = [listed('BOOK-1', 'B1', 1.5), listed('BOOK-2', 'B2', 0.75), listed('SOLD-OUT', 'B2', 0.15)];
    assert.deepEqual(begins?.data, {
      ...{ payloadVersion: '1.0', sellerId: 'S1', marketplaceId: 'M1', PromotionId: 'P1', PromotionName: 'Spring' },
      ...{ Change: 'BEGINS', FeeType: 'ReferralFee', RatePercent: 50, EffectiveFrom: day(2), EffectiveUntil: day(9) },
      ...{ ListingCount: 3, Listings: books },
    });
    assert.equal(begins?.time, day(2));
    // At the price of the moment. Its own listings are the same, but toys are promoted, too.
    const wider = promotion({ categories: ['books', 'toys'], minPrice: 5 });
    await app.apply([offer('S1', 'BOOK-1', 'B1', { listingPrice: 40 }), schedule(-100, { promotions: [wider] })]);
    const [changed] = await published(3);
    assert.deepEqual(
      [changed?.data.Change, changed?.data.Listings],
      ['CHANGED', [listed('BOOK-1', 'B1', 3), listed('BOOK-2', 'B2', 0.75), listed('TOY', 'T1', 1)]],
    );
    assert.deepEqual(await publishedOf(3, 'S2'), ['BEGINS P1 1']);
    assert.deepEqual(await publishedOf(8.9), []);
    assert.deepEqual([await publishedOf(9), await publishedOf(9, 'S2')], [['ENDS P1 3'], ['ENDS P1 1']]);
    assert.deepEqual(await publishedOf(20), []);
  });

  it('a promotion that others leave nothing of the fee begins when they end, and ends when they begin', async () => {
    const whole = (id: string, from: number, until: number) =>
      promotion({ promotionId: id, value: 100, from: day(from), until: day(until) });
    const half = promotion({ promotionId: 'HALF', from: day(-1), until: day(9) });
    const others = promotion({ promotionId: 'TOYS', from: day(-1), until: day(20), categories: ['toys'] });
    const promotions = [whole('ALL-1', -1, 2), whole('ALL-2', 4, 6), half, others];
    await app.apply([schedule(-100, { promotions })]);
    assert.deepEqual(await publishedOf(0), ['BEGINS ALL-1 3', 'BEGINS TOYS 1']);
    assert.deepEqual(await publishedOf(2), ['ENDS ALL-1 3', 'BEGINS HALF 3']);
    const [, ended] = await published(4);
    assert.deepEqual(
      [ended?.data.PromotionId, ended?.data.Change, ended?.data.EffectiveUntil],
      ['HALF', 'ENDS', day(4)],
    );
    assert.deepEqual(await publishedOf(6), ['ENDS ALL-2 3', 'BEGINS HALF 3']);
    assert.deepEqual(await publishedOf(9), ['ENDS HALF 3']);
  });

  it('a quiet load tells nothing, and what comes later is told by its date', async () => {
    const quiet = { quiet: true };
    await app.apply(
      [schedule(-100, { promotions: [promotion({ from: day(-1) })] }), schedule(20, { toys: 11 })],
      quiet,
    );
    assert.deepEqual(await publishedOf(1), []);
    assert.deepEqual([await publishedOf(9), await publishedOf(13)], [['ENDS P1 3'], ['7 15 11 1']]);
    // Nobody has looked for days, and nothing was to be told.
    app.clock.now = NOW + 16 * DAY_MS;
    await app.apply([schedule(-100, { toys: 9 })], quiet);
    assert.deepEqual(await publishedOf(16), []);
    // A loud change that nobody has looked at yet is told with the quiet one after it.
    await app.apply([schedule(-100, { promotions: [promotion({ from: day(0), until: day(50) })] })]);
    await app.apply([schedule(-100, { promotions: [promotion({ from: day(0), until: day(40) })] })], quiet);
    const [begins] = await published(17);
    assert.equal(begins?.data.EffectiveUntil, day(40));
  });

  it('a schedule that one batch changes twice counts as one change, from what it was before the batch', async () => {
    const quiet = { quiet: true };
    await app.apply([schedule(3, { books: 20 }), schedule(3, { books: 21 })], quiet);
    assert.deepEqual(await publishedOf(0), []);
    await app.apply([schedule(-100, { toys: 11 }), schedule(-100, { toys: 12 })], quiet);
    assert.deepEqual(await publishedOf(0), []);
    // The first schedules of a marketplace are no news, even when the batch corrects them.
    const remove = (from: number) => ({
      ...{ kind: 'feeSchedule', op: 'delete', marketplaceId: 'M1', effectiveFrom: day(from) },
    });
    await app.apply([remove(3), remove(-100)], quiet);
    assert.deepEqual(await publishedOf(0), []);
    await app.apply([schedule(-100), schedule(-100, { books: 20 })]);
    assert.deepEqual(await publishedOf(0), []);
  });

  describe('of many listings', () => {
    const LISTINGS = 130;
    const many = Array.from({ length: LISTINGS }, (_, n) =>
      offer('S2', `MANY-${String(n).padStart(3, '0')}`, 'B1', { listingPrice: 10 + n }),
    );
    const figures = (events: readonly Published[]) => JSON.stringify(events.map(({ data }) => data));
    const due = [schedule(5, { books: 20, toys: 5 }), schedule(-100, { promotions: [promotion({ from: day(-1) })] })];

    async function undisturbed(): Promise<string[]> {
      await app.apply([...many, ...due]);
      const lists = [];
      for (const sellerId of ['S1', 'S2']) lists.push(figures(await published(0, sellerId)));
      return lists;
    }

    it('batches are small, whatever the seller has, and the first 100 and the 20 largest are told', async () => {
      await app.apply([...many, ...due]);
      const batches = await app.publishFees(25);
      assert.ok(batches >= LISTINGS / 25, String(batches));
      const [begins, change] = await published(0, 'S2');
      assert.deepEqual([begins?.data.ListingCount, begins?.data.Listings.length], [LISTINGS, 100]);
      assert.equal(begins?.data.Listings[99]?.SellerSKU, 'MANY-099');
      assert.deepEqual([change?.data.ListingCount, change?.data.Largest.length], [LISTINGS + 1, 20]);
      assert.deepEqual(change?.data.Largest[0], {
        ...{ SellerSKU: 'MANY-129', storeItemId: 'B1' },
        ...{ Before: usd(10.42), After: usd(27.8), Difference: usd(17.38) },
      });
    });

    it('a process that ends at any batch loses and repeats nothing', async () => {
      const expected = await undisturbed();
      await app.db.transaction(async (tx) => {
        for (const table of TABLES) await tx.run(`DELETE FROM ${table}`);
      });
      await app.apply([...MARKET, schedule(-100)]);
      await app.publishFees();
      for (const sellerId of ['S1', 'S2']) await app.get(sellerId, '/notifications/v4/events');
      await app.apply([...many, ...due]);
      // Every batch is done twice: at first its process ends before the commit.
      for (let isDone = false, batches = 0; !isDone; batches += 1) {
        assert.ok(batches < 100);
        const batch = (ends: boolean) =>
          app.db.transaction(async (tx) => {
            const events = await new FeeEvents().nextBatch(tx, NOW, 25);
            await app.notifications.events.append(tx, events ?? []);
            if (ends) throw new Error('killed');
            return events === undefined;
          });
        await assert.rejects(batch(true), /killed/);
        isDone = await batch(false);
      }
      seen.clear();
      assert.deepEqual([figures(await published(0, 'S1')), figures(await published(0, 'S2'))], expected);
    });

    it('several workers tell everything once', async () => {
      const expected = await undisturbed();
      const failures: unknown[] = [];
      const counts = { published: 0, deliveries: 0 };
      await app.webhook('S2');
      await app.apply([schedule(5, { books: 20, toys: 4 }), schedule(-100)]);
      // As a process of the release before leaves them.
      await app.db.run('UPDATE event_receiver SET seller_group = NULL');
      const workers = Array.from({ length: 2 }, () =>
        startFeeAnnouncer({
          // Its clock runs fast, so that leases end all the time.
          ...{ db: app.db, now: () => NOW + Math.round(performance.now()) * 100, pollMs: 1 },
          ...{ source: new FeeEvents(), events: notificationsOn(app.db).notifications.events },
          transaction: (work, options) => app.db.transaction(work, options),
          onPublished({ events, deliveries }) {
            counts.published += events.length;
            counts.deliveries += deliveries;
          },
          onFailure: (error) => failures.push(error),
        }),
      );
      const open = () =>
        app.db.get(`SELECT 1 AS one FROM fee_task UNION ALL SELECT 1 FROM fee_walk
          UNION ALL SELECT 1 FROM fee_watch WHERE next_ms = 0`);
      await until(async () => (await open()) === undefined);
      await Promise.all(workers.map((one) => one.stop()));
      assert.deepEqual(failures, []);
      // For each of both sellers the end of the promotion (S1, S2) and the corrected schedule (both have toys).
      assert.deepEqual(counts, { published: 4, deliveries: 2 });
      assert.deepEqual(
        [await publishedOf(0), await publishedOf(0, 'S2')],
        [
          ['ENDS P1 3', '7 20 4 4'],
          [`ENDS P1 ${LISTINGS}`, `7 20 4 ${LISTINGS + 1}`],
        ],
      );
      assert.equal(expected.length, 2);
    });
  });

  it('a task that a process of the release before has begun goes on where it was, with the sellers that are left', async () => {
    await app.apply([schedule(5, { books: 20, toys: 4 })]);
    const batch = () => app.db.transaction((tx) => app.market.feeEvents.nextBatch(tx, NOW, 25));
    assert.deepEqual(await batch(), []);
    // It has told S1.
    assert.equal(await app.db.run(`UPDATE fee_task SET seller_id = 'S1'`), 1);
    await app.db.run('UPDATE event_receiver SET seller_group = NULL');
    assert.deepEqual([await batch(), await batch()], [[], []], 'no walk passes a receiver that has no group');
    await assignReceiverGroups(app.db);
    assert.deepEqual([await publishedOf(0), await publishedOf(0, 'S2')], [[], ['7 20 4 1']]);
    const left =
      'SELECT 1 AS one FROM fee_walk UNION ALL SELECT 1 FROM fee_walk_facts UNION ALL SELECT 1 FROM fee_task';
    assert.equal(await app.db.get(left), undefined);
  });

  // The rest is about rules, which do not depend on the engine.
  if (engine.name === 'postgres' && !isTorture) return;

  it('a promotion that changes for others alone is not told; one that is removed has ended', async () => {
    const fixed = promotion({ kind: 'fixed', value: 0.5, from: day(0), itemIds: ['B1', 'T1'], categories: undefined });
    await app.apply([schedule(-100, { promotions: [fixed] })]);
    assert.deepEqual([await publishedOf(1), await publishedOf(1, 'S2')], [['BEGINS P1 2'], ['BEGINS P1 1']]);
    await app.apply([schedule(-100, { promotions: [{ ...fixed, itemIds: ['B1', 'T1', 'B9'] }] })]);
    assert.deepEqual([await publishedOf(2), await publishedOf(2, 'S2')], [[], []]);
    await app.apply([schedule(-100, { promotions: [{ ...fixed, itemIds: ['B1'] }] })]);
    assert.deepEqual([await publishedOf(3), await publishedOf(3, 'S2')], [['CHANGED P1 1'], ['ENDS P1 1']]);
    await app.apply([schedule(-100)]);
    const [ends, ...more] = await published(4);
    assert.deepEqual([more, await publishedOf(4, 'S2')], [[], []]);
    assert.deepEqual(
      [ends?.data.Change, ends?.data.FeePromotion, ends?.data.EffectiveUntil, ends?.data.Listings[0]?.FeePromotion],
      ['ENDS', usd(0.5), day(4), usd(0.5)],
    );
  });

  it('a schedule is told 30, 7 and 1 days before, with the figures of the compare endpoint', async () => {
    await app.apply([schedule(40, { books: 20, toys: 5 })]);
    assert.deepEqual(await publishedOf(9.9), []);
    const [notice] = await published(10);
    const change = (SellerSKU: string, storeItemId: string, before: number, after: number, difference: number) => ({
      ...{ SellerSKU, storeItemId, Before: usd(before), After: usd(after), Difference: usd(difference) },
    });
    assert.deepEqual(notice?.data, {
      ...{ payloadVersion: '1.0', sellerId: 'S1', marketplaceId: 'M1', scheduleId: 'store-us-default' },
      ...{ version: '20 5', EffectiveFrom: day(40), DaysBefore: 30, ListingCount: 4, TotalDifference: usd(0.6) },
      Largest: [
        ...[change('BOOK-1', 'B1', 3, 4, 1), change('TOY', 'T1', 2, 1, -1)],
        ...[change('BOOK-2', 'B2', 1.5, 2, 0.5), change('SOLD-OUT', 'B2', 0.3, 0.4, 0.1)],
      ],
    });
    const requests = [{ IdType: 'SellerSKU', IdValue: 'BOOK-1' }];
    const asOf = [new Date(NOW + 40 * DAY_MS - 1).toISOString(), day(40)];
    const compared = await app.post('S1', '/products/fees/v4/compare', { asOf, requests });
    assert.match(JSON.stringify(compared), /"CurrencyCode":"USD","Amount":1[,}]/);
    assert.deepEqual(await publishedOf(10, 'S2'), ['30 20 5 1']);
    await app.apply([offer('S1', 'BOOK-1', 'B1', { listingPrice: 30 })]);
    const [week] = await published(33);
    assert.deepEqual([week?.data.DaysBefore, week?.data.Largest[0]?.After], [7, usd(6)]);
    assert.deepEqual(
      [await publishedOf(39), await publishedOf(39.9), await publishedOf(40), await publishedOf(50)],
      [['1 20 5 4'], [], [], []],
    );
  });

  it('one that is loaded later is told at once; what was told is corrected for those whom it concerns', async () => {
    await app.apply([schedule(3, { books: 20 })]);
    assert.deepEqual([await publishedOf(0), await publishedOf(0, 'S2')], [['7 20 10 3'], []]);
    await app.apply([schedule(3, { books: 20, toys: 12 })]);
    assert.deepEqual([await publishedOf(1), await publishedOf(1, 'S2')], [['7 20 12 4'], ['7 20 12 1']]);
    await app.apply([schedule(3, { toys: 12 })]);
    // S1 was told of its books; for S2 nothing is new.
    assert.deepEqual([await publishedOf(1.5), await publishedOf(1.5, 'S2')], [['7 15 12 1'], []]);
    await app.apply([{ kind: 'feeSchedule', op: 'delete', marketplaceId: 'M1', effectiveFrom: day(3) }]);
    assert.deepEqual([await publishedOf(1.6), await publishedOf(1.6, 'S2')], [['7 15 12 0'], ['7 15 12 0']]);
    await app.apply([schedule(1, { toys: 11 })]);
    const [now] = await published(1.7);
    assert.deepEqual(
      [now?.data.DaysBefore, now?.data.EffectiveFrom, now?.data.TotalDifference],
      [0, day(1.7), usd(0.2)],
    );
  });

  it('a schedule that changes nothing for a seller is not told', async () => {
    await app.apply([schedule(5, { toys: 11 })]);
    assert.deepEqual([await publishedOf(0, 'S2'), await publishedOf(0)], [['7 15 11 1'], ['7 15 11 1']]);
    await app.apply([{ ...schedule(5, { toys: 11 }), scheduleId: 'renamed' }, schedule(6, { toys: 11 })]);
    assert.deepEqual(
      [await publishedOf(1), await publishedOf(4), await publishedOf(5), await publishedOf(6)],
      [[], ['1 15 11 1'], [], []],
    );
  });

  it('a seller that receives events later gets later news only, and a destination the kinds that it takes', async () => {
    await app.apply([schedule(20, { books: 20 })]);
    assert.deepEqual(await publishedOf(0), ['30 20 10 3']);
    app.clock.now = NOW + DAY_MS;
    await app.get('S3', '/notifications/v4/events');
    const all = await app.webhook('S1');
    await app.webhook('S1', { eventTypes: ['FEE_PROMOTION'] });
    const other = await app.webhook('S1', { filter: { marketplaceIds: ['M2'], skus: ['NONE'] } });
    const mine = await app.webhook('S1', { filter: { marketplaceIds: ['M1'], skus: ['NONE'], ownOnly: true } });
    assert.deepEqual(
      [await publishedOf(2, 'S3'), await publishedOf(13, 'S3'), await publishedOf(13)],
      [[], ['7 20 10 1'], ['7 20 10 3']],
    );
    const rows = await app.db.all<{ id: string; kind: string; state: string; due_ms: number }>(
      'SELECT channel_id AS id, kind, state, due_ms FROM delivery ORDER BY channel_id',
    );
    // A default window does not hold back what is not about an item.
    const published = (id: string, state: string) => ({ id, kind: 'FEE_CHANGED', state, due_ms: app.clock.now });
    const expected = [
      ...[
        published(all.destinationId, 'PENDING'),
        published(other.destinationId, 'FILTERED'),
        published(mine.destinationId, 'PENDING'),
      ],
    ];
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      expected.sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });
});
