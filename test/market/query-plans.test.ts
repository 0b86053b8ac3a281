import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { seedRecords } from '../../src/cli/seed/records.ts';
import type { Db, Sql } from '../../src/db/db.ts';
import { forEngine } from '../../src/db/sql-text.ts';
import { boxNames } from '../../src/domain/pricing/decision.ts';
import { seenBy } from '../../src/domain/pricing/offers.ts';
import { keepHistory } from '../../src/market/history/retention.ts';
import { Market } from '../../src/market/market.ts';
import { Intake } from '../../src/market/records/intake.ts';
import { followGrants } from '../../src/notifications/applications/application-access.ts';
import { ApplicationUse } from '../../src/notifications/applications/application-use.ts';
import { endUnused } from '../../src/notifications/applications/unused-applications.ts';
import { applyRetention } from '../../src/notifications/deliveries/delivery-retention.ts';
import { latestEngineTime } from '../../src/notifications/engine-time.ts';
import { onEngine } from '../db/engines.ts';
import { offered } from '../domain/market.ts';
import { notificationsOn } from '../notifications/notification-store.ts';
import { queued, queueOnly, receive } from './queued-events.ts';

/** The same store, and the text of every statement that it ran. */
function recording(db: Db): { db: Db; statements: Set<string> } {
  const statements = new Set<string>();
  const record = <S extends Sql>(target: S): S =>
    new Proxy(target, {
      get: (from, name) => {
        const value = Reflect.get(from, name);
        if (typeof value !== 'function') return value;
        if (name === 'transaction') {
          return (work: (tx: Sql) => unknown, ...rest: unknown[]) =>
            value.call(from, (tx: Sql) => work(record(tx)), ...rest);
        }
        return (...args: unknown[]) => {
          if (typeof args[0] === 'string') statements.add(args[0]);
          return value.apply(from, args);
        };
      },
    });
  return { db: record(db), statements };
}

/** The statement as SQLite runs it: `VALUES {rows: text key, bigint}` for two rows. */
function sqliteText(sql: string): string {
  return forEngine('sqlite', sql)
    .replace(/VALUES\s*\{rows:([^{}]*)\}/g, (_all, columns: string) => {
      const row = `(${columns
        .split(',')
        .map(() => '?')
        .join(', ')})`;
      return /^\s*INSERT/.test(sql) && !/SELECT/.test(sql) ? `VALUES ${row}` : `VALUES ${row}, ${row}`;
    })
    .replace(/\$(\d+)/g, '?$1');
}

/** Tables of a handful of rows, lists of values, the groups that an item's offers are counted in, and the days of a box. */
const small =
  /^(SCAN (marketplace|event_receiver EXISTS|lane\d|page|k|day|listing|range\d+|of_item|own|counted|(\d+ )?CONSTANT ROWS?|\d+-ROW VALUES CLAUSE|v|seller_ripple USING INDEX)\b)/;

onEngine('sqlite', 'query plans', (engine) => {
  test('no statement of the market scans a table, or all of a marketplace', async () => {
    const database = await engine.migrated();
    const { db, statements } = recording(await database.open());
    const market = new Market(db, Date.now);
    const records = Array.from(seedRecords({ items: 300, sellers: 20, seed: 5 }));
    const load = async (list: object[], boards: 'now' | 'later' | 'bulk') => {
      const intake = await Intake.open(market, {
        boards,
        batchSize: 500,
        onReject: (_line, { reason }) => assert.fail(reason),
      });
      for (const [n, record] of list.entries()) await intake.take(n, record);
      await intake.flush();
    };
    await load(records, 'bulk');
    statements.clear();

    // Every operation of the market.
    const [anOffer, ...offers] = records.filter(({ kind }) => kind === 'offer') as Record<string, string>[];
    const changed = { ...anOffer, quantity: 77 };
    await load([changed, ...offers.slice(0, 50).map((one) => ({ ...one, quantity: 78 }))], 'later');
    await load(
      [
        { ...changed, quantity: 79 },
        { ...changed, op: 'delete' },
      ],
      'now',
    );
    const aSeller = records.find(({ kind }) => kind === 'seller');
    await load([{ ...aSeller, feedbackCount: 5 }], 'now');
    while (await market.maintenance.propagateSellerChanges());
    while ((await market.maintenance.refreshDue()) > 0);
    await market.maintenance.refreshGaps(1);
    while ((await market.maintenance.refreshGaps()) > 0);
    await market.maintenance.refreshDue(1, 'by date');
    await market.maintenance.nextDueInMs();
    await market.maintenance.refreshOutdated({ marketplaceId: '', itemId: '' });
    const key = { marketplaceId: 'STORE_US', sellerId: offers[0]?.sellerId ?? '', sku: offers[0]?.sku ?? '' };
    for (const customer of ['Consumer', 'Business'] as const) {
      await market.listing(key, customer, 'New');
      await market.itemBoard({ marketplaceId: 'STORE_US', itemId: offers[0]?.itemId ?? '' }, customer, 'New');
      await market.productsBySku([key], { customer });
      await market.productsWithOwnOfferTexts([key]);
      await market.productsByItem(key.sellerId, [{ marketplaceId: 'STORE_US', itemId: offers[0]?.itemId ?? '' }], {
        customer,
      });
    }
    for (const sort of ['sku', 'price', 'gap'] as const) {
      const page = { ...key, sort, descending: false, states: [], limit: 20 };
      await market.listingPage(page);
      await market.listingPage({ ...page, states: ['losing'], query: key.sku });
    }
    await market.listingCounts('STORE_US', key.sellerId);
    await market.listingCounts('STORE_US', key.sellerId, 'a');
    await market.listingPositions([key]);
    await market.facts.seller(key.sellerId);
    await market.facts.listingForFees(key);
    const itemKey = { marketplaceId: 'STORE_US', itemId: offers[0]?.itemId ?? '' };
    await market.facts.itemForFees(itemKey, key.sellerId);
    await market.facts.itemsForFees([itemKey, itemKey], key.sellerId);
    await market.facts.ownOffers(key.sellerId, itemKey);
    const [aDay, never] = [86_400_000, 4_000];
    for (const customer of ['Consumer', 'Business'] as const) {
      const box = { ...itemKey, condition: 'New', customer, offerType: 'B2C' } as const;
      const { next } = await market.history.steps(box, { fromMs: 0, untilMs: Date.now() + aDay }, 1);
      await market.history.steps(box, { fromMs: 0, untilMs: Date.now() + aDay, after: next ?? { atMs: 0, id: 0 } }, 5);
      await market.history.newestSteps(box, 0, 5);
    }
    await market.history.boxPrices([itemKey], 30);
    await market.history.listingShares('STORE_US', key.sellerId, [key.sku], 0);
    await market.history.sellerShares('STORE_US', key.sellerId, 0);
    await keepHistory(db, Date.now(), never);
    await keepHistory(db, Date.now() + 9 * aDay, 1);

    await receive(db, [key.sellerId]);
    const box = { condition: 'New', customer: 'Consumer', offerType: 'B2C' } as const;
    // Of the test itself: it empties the queue and lists it.
    const known = new Set(statements);
    await queueOnly(db, [
      queued({ ...itemKey, kind: 'BUY_BOX_CHANGED', named: [key.sellerId], facts: { box, before: null, after: null } }),
    ]);
    for (const statement of statements)
      if (!known.has(statement) && !/INSERT/.test(statement)) statements.delete(statement);
    await db.transaction(async (tx) => {
      const events = await market.events.next(tx, 10, [{ marketplaceId: 'STORE_US', itemId: 'OTHER' }]);
      const concerned = await market.events.sellersOf(tx, events, 5);
      assert.equal((await market.events.partsOf(tx, events, concerned)).length, 1);
      await market.events.advance(tx, events[0]?.id ?? 0, key.sellerId);
      await market.events.finish(tx, [events[0]?.id ?? 0]);
    });
    await market.events.depth();

    assert.ok(statements.size > 25, `${statements.size} statements`);
    assert.deepEqual(badPlans(database.config.file, statements), []);
  });

  test('the place of an offer is counted by an index alone, in its order', async () => {
    const database = await engine.migrated();
    const { db, statements } = recording(await database.open());
    const market = new Market(db, Date.now);
    statements.clear();
    const seen = seenBy('Business', offered({ businessPriceMinor: 900 }));
    for (const box of boxNames('New')) assert.equal(await market.eligibleBefore(box, seen), 0);
    const plans = new DatabaseSync(database.config.file as string);
    const steps = [...statements].flatMap((statement) =>
      plans.prepare(`EXPLAIN QUERY PLAN ${sqliteText(statement)}`).all(),
    ) as { detail: string }[];
    plans.close();
    const before = (group: string, landed: string) =>
      `(marketplace_id=? AND item_id=? AND ${group}=? AND (${landed},standing,seller_id,sku)<(?,?,?,?))`;
    assert.deepEqual(
      steps.map(({ detail }) => detail).filter((detail) => detail.startsWith('SEARCH')),
      [
        `SEARCH offer USING COVERING INDEX offer_rank ${before('rank_group', 'landed_minor')}`,
        `SEARCH offer USING COVERING INDEX offer_business_rank ${before('business_group', 'business_landed')}`,
      ],
    );
  });

  test('no statement of notifications scans the log, or all open deliveries', async () => {
    const database = await engine.migrated();
    const { db, statements } = recording(await database.open());
    statements.clear();
    const { notifications, queue, clock, key, webhook, publish, settle } = notificationsOn(db);

    const destination = await webhook('S1');
    const { destinationId } = destination;
    await publish('S1', 20);
    await settle((await queue.claim(5)).slice(0, 3), { result: 'delivered' });
    await settle(await queue.claim(5), { result: 'refused' });
    await queue.nextDueMs();
    const page = { limit: 5, fromMs: 1, untilMs: clock.now + 1 };
    for (const state of [undefined, 'DEAD', 'DELIVERED', 'PENDING'] as const) {
      const [first] = await notifications.log.deliveries(destinationId, { ...page, state });
      assert.ok(first);
      await notifications.log.deliveries(destinationId, { ...page, state, before: first });
    }
    const [one] = await notifications.log.deliveries(destinationId, { limit: 1 });
    await notifications.log.delivery({ sellerId: 'S1' }, one?.deliveryId ?? '');
    await notifications.redelivery.resend({ sellerId: 'S1' }, one?.deliveryId ?? '');
    await notifications.redelivery.recover(destination, 0);
    await notifications.destinations.list({ sellerId: 'S1' });
    await notifications.destinations.change({ sellerId: 'S1' }, destinationId, (same) => same);
    const made = await notifications.destinations.create({
      ...{ sellerId: 'S1', name: 'Queue', type: 'PULL', status: 'ACTIVE', isConfirmed: true },
      settings: { pull: { visibilityTimeoutSeconds: 30, retentionSeconds: 60 } },
    });
    const pullId = 'destination' in made ? made.destination.destinationId : '';
    await publish('S1', 3);
    const handles = (await notifications.pull.receive(pullId, 2, 1000)).map(({ receiptHandle }) => receiptHandle);
    await notifications.pull.changeVisibility(pullId, handles, 5);
    await notifications.pull.acknowledge(pullId, handles);
    const request = { caller: 'c', operation: 'o', key: 'k', body: {} };
    const test = {
      access: { sellerId: 'S1' },
      type: 'PULL',
      destinationId: undefined,
      content: { payloadVersion: '1' },
      marketplaceId: 'M',
    };
    await notifications.publisher.sendTest(test as never, request);
    await webhook('S1', { application: 'app', createdBy: 'app' });
    const now = () => clock.now;
    const { publisher } = notifications;
    for (const isGranted of [false, true])
      await followGrants({ db, now, publisher }, async () => ({ isGranted: () => isGranted, nameOf: () => 'App' }));
    const contactOf = async () => ({ email: 'a@shop.example' });
    for (let n = 0; n < 2; n += 1) {
      clock.now += 80 * 86_400_000;
      await endUnused({ db, key, now, publisher, contactOf }, 90);
    }
    new ApplicationUse(db, now, (error) => assert.fail(String(error))).record({
      ...{ clientId: 'app', grant: 'delegated', sellerId: 'S1', rights: new Set() },
    });
    await notifications.destinations.remove({ sellerId: 'S1' }, destinationId);
    await applyRetention(db, clock.now + 1, 0);
    await latestEngineTime(db);

    assert.ok(statements.size > 30, `${statements.size} statements`);
    assert.deepEqual(badPlans(database.config.file, statements), []);
  });
});

function badPlans(file: string, statements: ReadonlySet<string>): string[] {
  const plans = new DatabaseSync(file);
  const bad: string[] = [];
  for (const statement of statements) {
    const steps = plans.prepare(`EXPLAIN QUERY PLAN ${sqliteText(statement)}`).all() as { detail: string }[];
    for (const { detail } of steps) {
      // The first few entries of an index in its order; and the check of references to a deleted row.
      const isShort = /\bLIMIT\b|^DELETE FROM destination/.test(statement) && /USING (COVERING )?INDEX/.test(detail);
      const isQueue =
        /^SCAN (seller_time_change|market_event)$/.test(detail) &&
        /ORDER BY (id|.*at_ms) LIMIT|LIMIT 1$/.test(statement);
      // The result of a subquery that has a LIMIT.
      const isBounded = /^SCAN \w+$/.test(detail) && / LIMIT \d+\) AS (\w+)/.exec(statement)?.[1] === detail.slice(5);
      const scans = !isQueue && !isBounded && detail.startsWith('SCAN') && !small.test(detail) && !isShort;
      const wide = /(offer|board|shelf|item) USING .*\(marketplace_id=\?\)$|delivery USING .*\(channel_id=\?\)$/.test(
        detail,
      );
      const tooWide = wide && !isShort;
      // Also with LIMIT: no order of a seller's listings finds those of one item.
      // A seller has one row for each day of history, and listings without a state only after an upgrade.
      const wholeSeller =
        /\(marketplace_id=\? AND seller_id=\?\)$|USING INDEX offer_of_seller \(seller_id=\?\)$/.test(detail) &&
        !/^SEARCH (seller_time|offer USING INDEX listing_without_state)/.test(detail);
      if (scans || tooWide || (wholeSeller && !statement.startsWith('SELECT 1 AS found')))
        bad.push(`${detail}: ${statement.replace(/\s+/g, ' ').slice(0, 160)}`);
    }
  }
  plans.close();
  return bad;
}
