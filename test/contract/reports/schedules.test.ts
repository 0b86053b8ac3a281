// run: without coverage

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../../src/domain/duration.ts';
import { LOST_ACCESS_DAYS, type LostAccess, MAX_SCHEDULES } from '../../../src/domain/reports/schedule.ts';
import { ApplicationUse } from '../../../src/notifications/applications/application-use.ts';
import { type AskLostAccess, startDue } from '../../../src/reports/schedules/start-due.ts';
import { unusedAmong } from '../../../src/reports/schedules/unused-makers.ts';
import { lostAccessAt } from '../../../src/roles/worker/report-schedules.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { until } from '../../harness/until.ts';
import { openReports, type ReportsApp } from './reports-app.ts';

const DAILY = { reportType: 'PRICE_CHANGES', marketplaceIds: ['STORE_US'], hour: 6, timeZone: 'UTC' };
const NOBODY: AskLostAccess = async () => new Map();

withEngines('schedules of reports', (engine) => {
  const onSqlite = testOnSqliteOrInTorture(engine);
  let api: ReportsApp;
  before(async () => {
    api = await openReports(engine);
  });
  after(() => api.close());
  beforeEach(async () => {
    await api.db.run('DELETE FROM report_schedule');
    await api.db.run('DELETE FROM report');
  });

  const put = (token: string, id: string, payload: object = DAILY) =>
    api.send(token, 'PUT', `/schedules/${id}`, { payload });
  const saved = async (token: string, id: string, payload: object = DAILY) => {
    const answer = await put(token, id, payload);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const get = async (token: string, id: string) => (await api.send(token, 'GET', `/schedules/${id}`)).json();
  const idsOf = async (token: string) =>
    (await api.send(token, 'GET', '/schedules')).json().schedules.map((one: { scheduleId: string }) => one.scheduleId);
  const start = (lostAccess = NOBODY) =>
    startDue({ db: api.db, now: () => api.clock.now, reports: api.reports, lostAccess });
  const losing =
    (code: LostAccess): AskLostAccess =>
    async (schedules) =>
      new Map(schedules.map((one) => [one, code]));
  const goTo = (time: string) => {
    api.clock.now = Date.parse(time);
  };
  const reportsOf = async (token: string) => (await api.send(token, 'GET', '/reports')).json().reports;

  test('200 a schedule is added, replaced, listed and shown, with the time of its next report', async () => {
    const first = await saved('for.ACME', 'daily', { ...DAILY, parameters: { state: 'APPLIED' }, format: 'CSV' });
    const next = new Date(first.nextTime);
    assert.deepEqual([next.getUTCHours(), next.getUTCMinutes()], [6, 0]);
    assert.ok(next.getTime() > api.clock.now && next.getTime() <= api.clock.now + DAY_MS);
    assert.deepEqual([first.parameters, first.format, first.onlyChanges], [{ state: 'APPLIED' }, 'CSV', false]);
    api.clock.now += HOUR_MS;
    const second = await saved('for.ACME', 'daily', { ...DAILY, weekday: 'MONDAY', timeZone: 'Europe/Berlin' });
    assert.equal(new Date(second.nextTime).getUTCDay(), 1);
    assert.deepEqual([second.createdTime, second.createdTime < second.changedTime], [first.createdTime, true]);
    assert.deepEqual(await get('for.ACME', 'daily'), second);
    assert.deepEqual(await idsOf('for.ACME'), ['daily']);
  });

  test('400 what is wrong is named', async () => {
    for (const [body, named] of [
      [{ ...DAILY, hour: 24 }, /hour/],
      [{ ...DAILY, hour: undefined }, /hour/],
      [{ ...DAILY, timeZone: 'Mars/Olympus' }, /timeZone/],
      [{ ...DAILY, timeZone: '+01:00' }, /timeZone/],
      [{ ...DAILY, weekday: 'SOMEDAY' }, /weekday/],
      [{ ...DAILY, weekday: 'MONDAY', onlyChanges: true }, /onlyChanges/],
      [{ ...DAILY, reportType: 'NONE' }, /reportType/],
      [{ ...DAILY, marketplaceIds: ['NOWHERE'] }, /marketplaceIds/],
      [[], /./],
    ] as const) {
      const answer = await put('for.ACME', 'daily', body);
      assert.equal(answer.statusCode, 400, JSON.stringify(body));
      assert.match(answer.body, named);
    }
    assert.equal((await put('for.ACME', 'a%20b')).statusCode, 400);
    assert.deepEqual(await idsOf('for.ACME'), []);
  });

  test('404 no other seller and no other application sees, changes or deletes a schedule', async () => {
    await saved('for.ACME', 'own');
    await saved('app-1.for.ACME', 'own', { ...DAILY, hour: 7 });
    await saved('app-1.for.ACME', 'of-app1');
    for (const token of ['for.OTHER', 'app-2.for.ACME']) {
      assert.deepEqual(await idsOf(token), []);
      assert.equal((await api.send(token, 'GET', '/schedules/own')).statusCode, 404);
      assert.equal((await api.send(token, 'DELETE', '/schedules/of-app1')).statusCode, 404);
    }
    assert.deepEqual(await idsOf('app-1.for.ACME'), ['of-app1', 'own']);
    assert.equal((await get('app-1.for.ACME', 'own')).hour, 7);
    // The seller sees all, its own first.
    assert.deepEqual(await idsOf('for.ACME'), ['own', 'of-app1', 'own']);
    assert.equal((await get('for.ACME', 'own')).hour, 6);
    assert.equal((await api.send('for.ACME', 'DELETE', '/schedules/of-app1')).statusCode, 204);
    assert.deepEqual(await idsOf('app-1.for.ACME'), ['own']);
  });

  test('409 a seller and its applications have at most so many, also when they ask at the same time', async () => {
    const ids = Array.from({ length: MAX_SCHEDULES - 1 }, (_, n) => `s${n}`);
    for (const id of ids) await saved('for.ACME', id);
    const answers = await Promise.all([put('for.ACME', 'x'), put('app-1.for.ACME', 'y')]);
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [200, 409]);
    assert.equal((await put('for.ACME', 's0', { ...DAILY, hour: 1 })).statusCode, 200);
    assert.equal((await put('for.OTHER', 'x')).statusCode, 200);
  });

  test('a report that is due is asked for once, whoever looks, and once after missed days', async () => {
    goTo('2026-11-20T05:00Z');
    await saved('app-1.for.ACME', 'daily', { ...DAILY, format: 'CSV', locale: 'de-DE' });
    assert.equal(await start(), 0);
    goTo('2026-11-20T06:00Z');
    const counts = await Promise.all([start(), start(), start()]);
    assert.deepEqual(counts.toSorted(), [0, 0, 1]);
    const [report, ...others] = await reportsOf('app-1.for.ACME');
    assert.deepEqual(others, []);
    assert.deepEqual([report.scheduleId, report.format, report.locale], ['daily', 'CSV', 'de-DE']);
    const after = await get('app-1.for.ACME', 'daily');
    assert.deepEqual([after.nextTime, after.lastReportId], ['2026-11-21T06:00:00.000Z', report.reportId]);
    goTo('2026-11-25T12:00Z');
    assert.equal(await start(), 1);
    assert.equal(await start(), 0);
    assert.equal((await reportsOf('app-1.for.ACME')).length, 2);
    assert.equal((await get('app-1.for.ACME', 'daily')).nextTime, '2026-11-26T06:00:00.000Z');
    assert.deepEqual(await reportsOf('app-2.for.ACME'), []);
  });

  test('with onlyChanges each report is compared with the last one that is done', async () => {
    goTo('2026-12-01T05:00Z');
    await saved('for.ACME', 'daily', { ...DAILY, onlyChanges: true });
    const sinces: unknown[] = [];
    const ids: string[] = [];
    for (const [day, isMade] of [
      ['01', true],
      ['02', false],
      ['03', true],
      ['04', true],
    ] as const) {
      goTo(`2026-12-${day}T06:00Z`);
      assert.equal(await start(), 1);
      if (isMade) await api.makeAll();
      const [report] = await reportsOf('for.ACME');
      sinces.push(report.since);
      ids.push(report.reportId);
      if (!isMade) await api.send('for.ACME', 'DELETE', `/reports/${report.reportId}`);
    }
    assert.deepEqual(sinces, [undefined, ids[0], ids[0], ids[2]]);
  });

  onSqlite('a schedule that is saved again while it is due stays due, and with another time is not', async () => {
    goTo('2026-12-10T05:00Z');
    await saved('for.ACME', 'daily');
    goTo('2026-12-10T06:30Z');
    assert.equal((await saved('for.ACME', 'daily', { ...DAILY, format: 'CSV' })).nextTime, '2026-12-10T06:00:00.000Z');
    assert.equal((await saved('for.ACME', 'daily', { ...DAILY, hour: 7 })).nextTime, '2026-12-10T07:00:00.000Z');
    assert.equal(await start(), 0);
  });

  onSqlite('without access it stops with the reason, goes on with access, and is removed in the end', async () => {
    goTo('2027-01-01T05:00Z');
    await saved('app-1.for.ACME', 'daily');
    goTo('2027-01-01T06:00Z');
    assert.equal(await start(losing('ApplicationWithdrawn')), 0);
    assert.deepEqual(await reportsOf('for.ACME'), []);
    const { problem, nextTime } = await get('for.ACME', 'daily');
    assert.deepEqual([problem.code, problem.since], ['ApplicationWithdrawn', '2027-01-01T06:00:00.000Z']);
    assert.equal(nextTime, '2027-01-02T06:00:00.000Z');
    goTo('2027-01-02T06:00Z');
    await start(losing('ApplicationWithdrawn'));
    assert.equal((await get('for.ACME', 'daily')).problem.since, '2027-01-01T06:00:00.000Z');
    goTo('2027-01-03T06:00Z');
    assert.equal(await start(), 1);
    assert.equal((await get('for.ACME', 'daily')).problem, undefined);
    goTo('2027-01-04T06:00Z');
    await start(losing('SellerDisabled'));
    api.clock.now += (LOST_ACCESS_DAYS + 1) * DAY_MS;
    await start(losing('SellerDisabled'));
    assert.deepEqual(await idsOf('for.ACME'), []);
  });

  test('at a provider that cannot be asked the schedules of an application stop that shows no token', async () => {
    goTo('2027-03-01T05:00Z');
    await saved('app-1.for.ACME', 'daily');
    await saved('for.ACME', 'own');
    assert.equal(await api.identity.knowsGrants(), false);
    const asked: AskLostAccess = (schedules) =>
      lostAccessAt(api.identity, schedules, () => unusedAmong(api.db, schedules, api.clock.now, 90));
    const use = new ApplicationUse(
      api.db,
      () => api.clock.now,
      (error) => assert.fail(String(error)),
    );
    goTo('2027-03-01T06:00Z');
    assert.equal(await start(asked), 2);
    goTo('2027-06-01T06:00Z');
    assert.equal(await start(asked), 1);
    assert.equal((await get('app-1.for.ACME', 'daily')).problem.code, 'ApplicationUnused');
    assert.equal((await get('for.ACME', 'own')).problem, undefined);
    const recorded = () => api.db.get<{ used_ms: number }>('SELECT used_ms FROM delegated_application');
    use.record({ grant: 'delegated', clientId: 'app-1', sellerId: 'ACME', rights: new Set() });
    await until(async () => (await recorded())?.used_ms === api.clock.now);
    goTo('2027-06-02T06:00Z');
    assert.equal(await start(asked), 2);
    assert.equal((await get('app-1.for.ACME', 'daily')).problem, undefined);
    // A schedule of an older version, whose maker was not recorded: the days count from now.
    await api.db.run('DELETE FROM delegated_application');
    goTo('2027-06-03T06:00Z');
    assert.equal(await start(asked), 2);
    assert.equal((await recorded())?.used_ms, api.clock.now);
    assert.equal((await api.send('app-1.for.ACME', 'DELETE', '/schedules/daily')).statusCode, 204);
    assert.equal(await recorded(), undefined);
  });

  onSqlite(
    'with too many waiting reports it is tried again, and a provider that does not answer loses no run',
    async () => {
      goTo('2027-06-01T05:00Z');
      await saved('for.ACME', 'daily');
      for (let n = 0; n < 20; n += 1)
        await api.ask('for.ACME', { reportType: 'PRICE_CHANGES', marketplaceIds: ['STORE_US'] });
      goTo('2027-06-01T06:00Z');
      await assert.rejects(
        start(() => Promise.reject(new Error('expected'))),
        { message: 'expected' },
      );
      assert.equal(await start(), 0);
      const { problem, nextTime } = await get('for.ACME', 'daily');
      assert.deepEqual([problem.code, nextTime], ['TooManyReports', '2027-06-01T06:05:00.000Z']);
      await api.db.run("DELETE FROM report WHERE state = 'IN_QUEUE'");
      goTo('2027-06-01T06:05Z');
      assert.equal(await start(), 1);
      const { nextTime: next, problem: none } = await get('for.ACME', 'daily');
      assert.deepEqual([next, none], ['2027-06-02T06:00:00.000Z', undefined]);
    },
  );

  onSqlite('of a type that this version does not know stops, and is not lost', async () => {
    goTo('2027-07-01T05:00Z');
    await saved('for.ACME', 'daily');
    await api.db.run("UPDATE report_schedule SET type = 'OTHER'");
    goTo('2027-07-01T06:00Z');
    assert.equal(await start(), 0);
    const row = await api.db.get<{ problem: string }>('SELECT problem FROM report_schedule');
    assert.match(row?.problem ?? '', /NotPossible/);
  });
});
