import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { defaultFeeSchedule } from '../../../src/cli/fee-schedules/default.ts';
import { openMarket } from '../../../src/market/market.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { recordOf } from '../../harness/record-of.ts';
import { openReports, type ReportsApp } from './reports-app.ts';

type NotInEvents = { reportId: string; instant: string; sequence: string; changes: Record<string, unknown>[] };

const BOLT = {
  ...{ kind: 'seller', sellerId: 'BOLT', plan: 'Individual', feedbackRating: 95.5, feedbackCount: 400 },
  featuredMerchant: true,
};
const POSITIONS = { reportType: 'POSITIONS', marketplaceIds: ['STORE_US'] };

withEngines('what no event tells between two reports (decision 54)', (engine) => {
  const once = testOnSqliteOrInTorture(engine);
  let app: ReportsApp;
  before(async () => {
    app = await openReports(engine);
  });
  after(() => app.close());

  const apply = (records: object[], quiet: boolean | ReadonlySet<string>) => {
    app.clock.now += 1_000;
    return app.market.writer.apply(records.map(recordOf as (one: object) => ReturnType<typeof recordOf>), {
      boards: 'now',
      quiet,
    });
  };
  const pan = (listingPrice: number) => ({
    ...{ kind: 'offer', marketplaceId: 'STORE_US', sellerId: 'CORE', sku: 'pan-core', itemId: 'PAN' },
    ...{ condition: 'New', subCondition: 'New', channel: 'SELLER', listingPrice, shipping: 2, quantity: 43 },
  });
  const made = async (payload: object = POSITIONS, token = 'for.ACME') => {
    app.clock.now += 1_000;
    const report = await app.made(token, payload);
    assert.equal(report.state, 'DONE', JSON.stringify(report.failure));
    const { head } = await app.lines(token, report.reportDocumentId as string);
    // The first line of the document says the same.
    assert.deepEqual(head.notInEvents, report.notInEvents);
    return report as typeof report & { notInEvents?: NotInEvents; instant: string; sequence: string };
  };

  once('the next report names quiet loads and another fee schedule, and nothing else', async () => {
    const first = await made();
    assert.equal(first.notInEvents, undefined, 'there is no report before it');
    await apply([pan(19)], false);
    const second = await made();
    assert.deepEqual(second.notInEvents, {
      ...{ reportId: first.reportId, instant: first.instant, sequence: first.sequence },
      changes: [],
    });
    await apply([pan(18), { ...pan(40), sku: 'pan-core-2' }], true);
    const quietAt = new Date(app.clock.now).toISOString();
    await apply([pan(17)], false);
    // Another type, another application: each follows its own.
    assert.equal((await made({ ...POSITIONS, reportType: 'FEES' })).notInEvents, undefined);
    assert.equal((await made(POSITIONS, 'app-2.for.ACME')).notInEvents, undefined);
    const third = await made();
    assert.equal(third.notInEvents?.reportId, second.reportId);
    const quiet = { kind: 'QUIET_LOAD', marketplaceId: 'STORE_US', records: 2, lastTime: quietAt };
    assert.deepEqual(third.notInEvents?.changes, [quiet]);
    const schedule = { ...defaultFeeSchedule(), scheduleId: 'other', version: '2', effectiveFrom: '2026-01-02' };
    await apply([schedule], false);
    const [change, ...others] = (await made()).notInEvents?.changes ?? [];
    assert.deepEqual([change?.kind, change?.marketplaceId, others], ['FEE_SCHEDULE', 'STORE_US', []]);
    assert.match(String(change?.before), /./);
    assert.equal(change?.now, 'other 2');
    // With `since` it is what came after that one.
    const since = await made({ ...POSITIONS, since: second.reportId });
    assert.equal(since.notInEvents?.reportId, second.reportId);
    assert.deepEqual(
      since.notInEvents?.changes.map(({ kind }) => kind),
      ['QUIET_LOAD', 'FEE_SCHEDULE'],
    );
  });

  once('facts of a seller that change quietly count wherever they are quiet, and elsewhere they do not', async () => {
    const body = { reportType: 'WHAT_IF', parameters: { strategy: { type: 'win' } } };
    await made(body);
    await apply([BOLT], new Set(['STORE_JP']));
    const { notInEvents } = await made(body);
    assert.deepEqual(
      notInEvents?.changes.map(({ kind, marketplaceId, records }) => [kind, marketplaceId, records]),
      [['QUIET_LOAD', 'STORE_JP', 1]],
    );
    const changes = await made({ reportType: 'PRICE_CHANGES' });
    assert.equal((await made({ reportType: 'PRICE_CHANGES' })).notInEvents, undefined);
    assert.deepEqual(Object.keys(changes.versions as object), ['program']);
  });

  test('loads side by side are all counted', async () => {
    await made();
    const other = engine.name === 'postgres' ? app.secondDb : app.db;

    const beside = openMarket(other, () => app.clock.now, { priceChanges: 'direct' });
    const loads = Array.from({ length: 12 }, (_, n) => {
      const market = n % 2 === 0 ? app.market : beside;
      const skus = [`side-${n}-a`, `side-${n}-b`].map((sku) =>
        recordOf({ ...pan(50 + n), sku, itemId: n % 3 === 0 ? 'LAMP' : 'KETTLE' }),
      );
      return market.writer.apply(skus, { boards: 'later', quiet: true });
    });
    await Promise.all(loads);
    const { notInEvents } = await made();
    assert.deepEqual(
      notInEvents?.changes.map(({ kind, records }) => [kind, records]),
      [['QUIET_LOAD', 24]],
    );
  });
});
