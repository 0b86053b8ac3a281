import { deepEqual, equal, ok } from 'node:assert/strict';
import { before, beforeEach, it } from 'node:test';
import type { SentOutcome } from '../../../src/domain/price-changes/outcome.ts';
import type { Receipt } from '../../../src/domain/price-changes/receipt.ts';
import type { OfferTerms } from '../../../src/domain/price-changes/terms.ts';
import { openMarket } from '../../../src/market/market.ts';
import { endPending } from '../../../src/market/price-changes/time-outs.ts';
import { migrations } from '../../../src/migrations/list.ts';
import { OperatorKey } from '../../../src/notifications/keys/operator-key.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { type Fixture, fixtureOn, item, offer, type Plain } from '../market-fixture.ts';

/* Decisions 47 and 49 in `confirmed`: a change waits for the outcome of the operator's system. */

const seal = new OperatorKey('a key of the tests, long enough');

withEngines('price changes in confirmed', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let market: Fixture;
  let n = 0;
  const sku = () => `SKU-${n}`;
  const record = (more: Plain = {}) => offer('S1', sku(), `I${n}`, { listingPrice: 25, ...more });
  const ask = async (listingMinor: number): Promise<Receipt> => {
    const strategy = { type: 'setTo', listingMinor } as const;
    const receipts = (await market.market.priceChanges.submit({
      ...{ marketplaceId: 'M1', sellerId: 'S1', changes: [{ sku: sku(), customer: 'Consumer', strategy }] },
      ...{ by: { clientId: 'app', isConsole: false }, requestId: 'r' },
    })) as readonly Receipt[];
    ok(receipts[0]);
    return receipts[0];
  };
  const settle = async (id: string, outcome: SentOutcome) => {
    const [settled] = await market.market.priceChangeOutcomes.settle([{ id, read: () => outcome }]);
    return [settled?.receipt?.state, settled?.problem];
  };
  const applied = (more: Partial<Extract<SentOutcome, { outcome: 'applied' }>> = {}): SentOutcome => ({
    ...{ outcome: 'applied', terms: undefined, asOfMs: market.clock.now },
    ...more,
  });
  const rejected: SentOutcome = { outcome: 'rejected', reason: 'not today' };
  const stored = async () => {
    const key = { marketplaceId: 'M1', sellerId: 'S1', sku: sku() };
    const [found] = await market.market.reader.listingPositions([key]);
    return [found?.offer.listingPriceMinor, found?.termsRevision];
  };
  const receiptOf = async (id: string) => (await market.market.priceChanges.receipt('S1', id)) as Receipt;
  const code = async (id: string) => (await receiptOf(id)).result.refusal?.code;
  const times = (mode: 'confirmed' | 'direct') => ({ mode, seconds: 900, now: () => market.clock.now });

  before(async () => {
    const db = await (await engine.migrated()).open();
    market = await fixtureOn(db, migrations, { priceChanges: 'confirmed', seal });
  });

  beforeEach(async () => {
    n += 1;
    market.clock.now += 3_600_000;
    await endPending(market.db, times('direct'));
    await market.take([item(`I${n}`), record(), offer('S2', `R-${n}`, `I${n}`, { listingPrice: 22 })]);
    market.clock.now += 1_000;
  });

  it('change nothing before their outcome, and one of a listing waits at a time', async () => {
    const first = await ask(2100);
    equal(first.state, 'PENDING');
    deepEqual(await stored(), [2500, 1]);
    const second = await ask(2000);
    const replaced = await receiptOf(first.id);
    deepEqual([replaced.state, replaced.result.replacedBy], ['REPLACED', second.id]);
  });

  once('are in force when they are applied, and the same outcome again is answered alike', async () => {
    const { id } = await ask(2100);
    deepEqual(await settle(id, applied()), ['APPLIED', undefined]);
    deepEqual(await stored(), [2100, 2]);
    deepEqual(await settle(id, applied()), ['APPLIED', undefined]);
    const { result, termsRevision, settledMs } = await receiptOf(id);
    deepEqual(
      [
        result.before?.listingPriceMinor,
        result.after?.listingPriceMinor,
        result.box?.isHolder,
        termsRevision,
        settledMs,
      ],
      [2500, 2100, true, 2, market.clock.now],
    );
    deepEqual(await settle(id, rejected), ['APPLIED', 'the change is APPLIED']);
    deepEqual(await settle('pc_nothing', applied()), [undefined, 'there is no such change']);
  });

  once('take the terms that the operator applied, or none', async () => {
    const { id } = await ask(2100);
    const terms: OfferTerms = { listingPriceMinor: 2150, shippingMinor: 0, quantityDiscounts: [] };
    deepEqual(await settle(id, applied({ terms })), ['APPLIED', undefined]);
    deepEqual(await stored(), [2150, 2]);
    deepEqual(await settle(id, applied({ terms })), ['APPLIED', undefined]);
    deepEqual(await settle(id, applied({ terms: { ...terms, listingPriceMinor: 2151 } })), [
      ...['APPLIED', 'the change was applied with other terms; send a record of the offer to change them'],
    ]);
    const other = await ask(2000);
    deepEqual(await settle(other.id, rejected), ['REJECTED', undefined]);
    deepEqual([await code(other.id), await stored()], ['RejectedByOperator', [2150, 2]]);
    deepEqual(await settle(other.id, rejected), ['REJECTED', undefined]);
    deepEqual(await settle(other.id, applied()), ['REJECTED', 'the change was rejected by an earlier outcome']);
  });

  once('of an outcome that is older than the last record are applied and overridden at once', async () => {
    const { id } = await ask(2100);
    const asOfMs = market.clock.now;
    market.clock.now += 1_000;
    await market.take([record({ listingPrice: 24 })]);
    deepEqual(await settle(id, applied({ asOfMs })), ['OVERRIDDEN', undefined]);
    deepEqual(await stored(), [2400, 2]);
  });

  once('of an outcome that is older than a record which changed nothing are overridden, too', async () => {
    const { id } = await ask(2100);
    const asOfMs = market.clock.now;
    market.clock.now += 1_000;
    await market.take([record()]);
    await market.take([record({ termsAsOf: new Date(asOfMs - 5_000).toISOString() })]);
    deepEqual(
      await settle(id, applied({ asOfMs })),
      ['OVERRIDDEN', undefined],
      'a record of an earlier time takes nothing back',
    );
    deepEqual(await stored(), [2500, 1]);
    const later = await ask(2000);
    await market.take([record()]);
    deepEqual(await settle(later.id, applied({ asOfMs: market.clock.now })), ['APPLIED', undefined]);
    deepEqual(await stored(), [2000, 2]);
  });

  once('that are applied have the cost of that time in their receipts, encrypted', async () => {
    const scope = { marketplaceId: 'M1', sellerId: 'S1' };
    const setCost = (costMinor: number) =>
      market.market.limits.set(scope, [{ sku: sku(), wanted: { costMinor } }], true);
    await setCost(1234);
    const { id } = await ask(2100);
    await setCost(1357);
    await settle(id, applied());
    await setCost(1468);
    const receipt = await receiptOf(id);
    equal(market.market.limits.openCost(receipt.result.box?.sealedCost ?? '', receipt), 1357);
  });

  once('of an outcome that is not older than the last record count, and a later record overrides them', async () => {
    const { id } = await ask(2100);
    await market.take([record({ listingPrice: 24, termsAsOf: new Date(market.clock.now - 1).toISOString() })]);
    deepEqual(await settle(id, applied({ asOfMs: market.clock.now })), ['APPLIED', undefined]);
    deepEqual(await stored(), [2100, 3]);
    await market.take([record({ listingPrice: 24 })]);
    deepEqual([(await receiptOf(id)).state, await stored()], ['OVERRIDDEN', [2400, 4]]);
  });

  once('whose terms came with a record are applied by it', async () => {
    const { id } = await ask(2100);
    await market.take([record({ listingPrice: 21 })]);
    deepEqual(await settle(id, applied({ asOfMs: market.clock.now - 500 })), ['APPLIED', undefined]);
    deepEqual(await stored(), [2100, 2]);
    await market.take([record({ listingPrice: 24 })]);
    equal((await receiptOf(id)).state, 'OVERRIDDEN');
  });

  once('time out, and an outcome that comes later still counts', async () => {
    const { id } = await ask(2100);
    market.clock.now += 899_000;
    equal(await endPending(market.db, times('confirmed')), 0);
    market.clock.now += 1_000;
    equal(await endPending(market.db, times('confirmed')), 1);
    deepEqual([(await receiptOf(id)).state, await code(id)], ['REJECTED', 'TimedOut']);
    deepEqual(await settle(id, applied()), ['APPLIED', undefined]);
    deepEqual([await code(id), await stored()], [undefined, [2100, 2]]);
  });

  once('end when the setting changes, and then no outcome counts', async () => {
    const { id } = await ask(2100);
    equal(await endPending(market.db, times('direct')), 1);
    deepEqual([(await receiptOf(id)).state, await code(id)], ['REJECTED', 'SettingChanged']);
    const direct = openMarket(market.db, () => market.clock.now, { priceChanges: 'direct' });
    const [settled] = await direct.priceChangeOutcomes.settle([{ id, read: () => applied() }]);
    equal(settled?.problem, 'PRICE_CHANGES is not confirmed: no change waits for an outcome');
    deepEqual(await stored(), [2500, 1]);
  });

  once('of a removed offer end, and a late outcome says so', async () => {
    const { id } = await ask(2100);
    await market.take([{ kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku: sku() }]);
    equal(await code(id), 'OfferRemoved');
    deepEqual(await settle(id, applied()), ['REJECTED', 'the listing was removed']);
  });

  it('that are asked for, settled, ended and overridden at once leave one that waits, and receipts that are true', async () => {
    const ids = new Set<string>();
    const asks = async (cents: number) => ids.add((await ask(cents)).id);
    await asks(2400);
    await Promise.all([
      ...[2390, 2380, 2370, 2360].map(asks),
      ...[2350, 2340].map((cents) => market.take([record({ listingPrice: cents / 100 })])),
      ...Array.from(ids, (id) => settle(id, applied())),
      endPending(market.db, times('direct')),
    ]);
    await Promise.all([...Array.from(ids, (id, n) => settle(id, n % 2 === 0 ? applied() : rejected)), asks(2330)]);
    const receipts = await Promise.all(Array.from(ids, receiptOf));
    const inState = (...states: Receipt['state'][]) => receipts.filter(({ state }) => states.includes(state));
    ok(inState('PENDING').length <= 1);
    const [price, revision] = await stored();
    const made = inState('APPLIED').map(({ termsRevision }) => termsRevision);
    equal(new Set(made).size, made.length, 'no two changes made the same revision');
    const last = inState('APPLIED').find(({ termsRevision }) => termsRevision === revision);
    if (last) equal(last.result.after?.listingPriceMinor, price);
  });

  it('stand in the feed with numbers without gaps, however many read it at once', async () => {
    const feed = market.market.priceChangeFeed;
    const { latest } = await feed.page('M1', 0, 1);
    const [first, second] = [await ask(2100), await ask(2000)];
    const pages = await Promise.all(Array.from({ length: 4 }, () => feed.page('M1', latest, 10)));
    for (const page of pages) {
      deepEqual(
        page.lines.map(({ number, receipt }) => [number, receipt.id]),
        [
          [latest + 1, first.id],
          [latest + 2, second.id],
        ],
      );
      equal(page.latest, latest + 2);
    }
    deepEqual((await feed.page('M1', latest, 1)).lines.length, 1);
    equal(await feed.hasLinesAfter('M1', latest + 2), false);
    deepEqual(await feed.page('NOWHERE', 0, 10), { lines: [], latest: 0, oldest: 1 });
  });
});
