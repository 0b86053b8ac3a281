import assert from 'node:assert/strict';
import { after, before, beforeEach, test as testOnBoth } from 'node:test';
import type { Row } from '../../../src/db/db.ts';
import { HOUR_MS } from '../../../src/domain/duration.ts';
import type { AttemptOutcome } from '../../../src/domain/notifications/delivery.ts';
import { writeTime } from '../../../src/domain/time.ts';
import { DeliveryLog } from '../../../src/notifications/deliveries/delivery-log.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import { errorsOf, good, HOOK, ME, type NotificationApi, openNotificationApi } from './notifications-app.ts';

type Shown = { deliveryId: string; state: string; attemptCount: number };

withEngines('the delivery log', (engine) => {
  const test = testOnSqliteOrInTorture(engine);
  let api: NotificationApi;
  let id: string;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());
  beforeEach(async () => {
    for (const { channelId } of good(await api.get('/destinations')).channels)
      await api.delete(`/destinations/${channelId}`);
    id = (await api.create({ webhookConfig: { url: HOOK }, windowSeconds: 0 })).channelId;
  });

  const log = async (query = '') => good(await api.get(`/destinations/${id}/deliveries${query}`));
  const statesIn = async (query = '') => (await log(query)).deliveries.map(({ state }: Shown) => state);
  /** Settles all due deliveries with this outcome; how many. */
  const attempt = async (outcome: AttemptOutcome): Promise<number> => {
    const claimed = await api.queue.claim(100);
    await api.settle(claimed, outcome);
    // A failing destination gets one delivery at a time.
    return claimed.length === 0 ? 0 : claimed.length + (await attempt(outcome));
  };

  test('200 pages list every delivery once, newest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      // Some have the same time.
      api.clock.now += n % 2;
      ids.push(...(await api.publish(ME)));
    }
    const all = (await log()).deliveries;
    assert.deepEqual(new Set(all.map(({ deliveryId }: Shown) => deliveryId)), new Set(ids));
    const pages: Shown[] = [];
    let token: string | undefined;
    do {
      const page = await log(`?limit=2${token === undefined ? '' : `&NEXTTOKEN=${token}`}`);
      assert.ok(page.deliveries.length <= 2);
      pages.push(...page.deliveries);
      token = page.nextToken;
    } while (token !== undefined);
    assert.deepEqual(pages, all);
    assert.equal((await log('?limit=5')).nextToken, undefined);
  });

  test('200 the log can be filtered by state, in any case, and by time', async () => {
    await api.publish(ME);
    await attempt({ result: 'delivered', code: 204 });
    api.clock.now += 60_000;
    await api.publish(ME);
    await attempt({ result: 'refused', code: 400, error: 'HTTP 400', answer: 'no' });
    api.clock.now += 60_000;
    await api.publish(ME);
    assert.deepEqual(await statesIn(), ['PENDING', 'DEAD', 'DELIVERED']);
    assert.deepEqual(await statesIn('?state=dead'), ['DEAD']);
    assert.deepEqual(await statesIn('?State=PENDING'), ['PENDING']);
    assert.deepEqual(await statesIn('?state=EXPIRED'), []);
    const at = (ms: number) => encodeURIComponent(writeTime(api.clock.now + ms));
    assert.deepEqual(await statesIn(`?from=${at(-60_000)}`), ['PENDING', 'DEAD']);
    assert.deepEqual(await statesIn(`?to=${at(-60_000)}`), ['DELIVERED']);
    assert.deepEqual(await statesIn(`?from=${at(-60_000)}&to=${at(0)}`), ['DEAD']);
  });

  test('200 the log tells what was kept back and what waits, and why', async () => {
    const won = { ...{ eventTypes: ['BUY_BOX_CHANGED'], windowSeconds: 0 }, filter: { changes: ['WON'] } };
    id = (await api.create({ webhookConfig: { url: HOOK }, ...won })).channelId;
    await api.publish(ME, 1, 'BUY_BOX_CHANGED');
    const [filtered, ...others] = (await log('?state=FILTERED')).deliveries;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [filtered.filteredBy, filtered.attemptCount, filtered.settledTime, filtered.nextAttemptTime],
      ['changes', 0, writeTime(api.clock.now), undefined],
    );
    assert.deepEqual(await statesIn('?state=SUPERSEDED'), []);
    assert.equal(good(await api.get(`/deliveries/${filtered.deliveryId}`)).event.id, filtered.notificationId);
    // After the first event about an item the last one waits for the end of the window, and replaces those in between.
    id = (await api.create({ webhookConfig: { url: HOOK }, windowSeconds: 60 })).channelId;
    await api.publish(ME);
    await attempt({ result: 'delivered', code: 204 });
    await api.publish(ME, 3);
    const [waiting] = (await log('?state=PENDING')).deliveries;
    assert.deepEqual([waiting.heldBy, waiting.nextAttemptTime], ['WINDOW', writeTime(api.clock.now + 60_000)]);
    const replaced = (await log('?state=SUPERSEDED')).deliveries;
    assert.deepEqual(
      replaced.map((one: Record<string, string>) => [one.supersededBy, one.heldBy, one.settledTime]),
      [waiting, replaced[0]].map(({ notificationId }) => [notificationId, undefined, writeTime(api.clock.now)]),
    );
    assert.deepEqual(await statesIn(), ['PENDING', 'SUPERSEDED', 'SUPERSEDED', 'DELIVERED']);
    // At night nobody is woken.
    const night = new Date(api.clock.now).toISOString().slice(11, 14);
    const quietHours = { start: `${night}00`, end: `${night}59`, timeZone: 'UTC' };
    api.clock.now = Math.floor(api.clock.now / HOUR_MS) * HOUR_MS;
    id = (await api.create({ type: 'EMAIL', windowSeconds: 0, quietHours })).channelId;
    await api.publish(ME, 1, 'PRICING_HEALTH');
    await attempt({ result: 'delivered', code: 204 });
    const [held] = (await log('?state=PENDING')).deliveries;
    const endMs = api.clock.now + 59 * 60_000;
    assert.deepEqual([held.heldBy, held.nextAttemptTime], ['QUIET_HOURS', writeTime(endMs)]);
    const counts = new Map([
      ['QUIET_HOURS', 1],
      ['WINDOW', 1],
    ]);
    assert.deepEqual((await api.queue.depth()).held, counts);
    api.clock.now = endMs;
    await attempt({ result: 'failed', code: 421, error: 'later' });
    const [retried] = (await log('?state=PENDING')).deliveries;
    assert.deepEqual([retried.heldBy, retried.attemptCount], [undefined, 1], 'it waits for its retry');
    assert.equal((await api.queue.depth()).held.size, 0);
  });

  testOnBoth('200 a page by state does not look at thousands of rows of another state', async () => {
    const publish = async (outcome?: AttemptOutcome) => {
      await api.publish(ME);
      if (outcome) await attempt(outcome);
      api.clock.now += 1;
    };
    await publish({ result: 'delivered', code: 204 });
    await publish();
    const rows = 10_000;
    const sequences = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})`;
    await api.db.run(
      `${sequences} INSERT INTO delivery (delivery_id, channel_id, notification_id, kind, is_test, state, attempts, tries,
         due_ms, created_ms, expires_ms, settled_ms, sequence, reason)
       SELECT 'dlv_f' || i || channel_id, channel_id, notification_id, kind, 0, 'FILTERED', 0, 0, due_ms,
         created_ms + 1, expires_ms, created_ms, sequence, 'skus'
       FROM delivery CROSS JOIN n WHERE channel_id = $1 AND state = 'PENDING'`,
      [id],
    );
    await api.db.run('ANALYZE');
    const read: { sql: string; params: Row }[] = [];
    const all = (sql: string, params: Row) => {
      if (sql.includes('LIMIT $6')) read.push({ sql, params });
      return api.db.all(sql, params);
    };
    const recording = Object.assign(Object.create(api.db), {
      all,
      get: api.db.get.bind(api.db),
      many: api.db.many.bind(api.db),
    });
    for (const state of ['DELIVERED', 'PENDING', 'DEAD', 'FILTERED'] as const) {
      const page = await new DeliveryLog({ db: recording, source: 'x' }).deliveries(id, { state, limit: 5 });
      assert.equal(page.length, { DELIVERED: 1, PENDING: 1, DEAD: 0, FILTERED: 5 }[state]);
    }
    for (const { sql, params } of read) {
      if (engine.name === 'postgres') {
        const plan = await api.db.all<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING OFF) ${sql}`, params);
        const text = plan.map((line) => line['QUERY PLAN']).join('\n');
        const looked = [...text.matchAll(/rows=(\d+)(?:\.\d+)? loops|Rows Removed by Filter: (\d+)/g)];
        for (const [found, one, other] of looked) assert.ok(Number(one ?? other) < 100, `${found}\n${text}`);
      } else {
        const plan = await api.db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params);
        const [first = ''] = plan.map(({ detail }) => detail).filter((detail) => detail.startsWith('SEARCH'));
        assert.match(first, /delivery_settled \(channel_id=\? AND state=\?|delivery_open \(channel_id=\?\)/);
      }
    }
    assert.equal(read.length, 4);
  });

  test('200 a delivery shows every attempt with its answer, and the event', async () => {
    const [deliveryId] = await api.publish(ME);
    const began = api.clock.now;
    const waiting = good(await api.get(`/deliveries/${deliveryId}`));
    assert.deepEqual([waiting.attempts, waiting.attemptCount, waiting.nextAttemptTime], [[], 0, writeTime(began)]);
    await attempt({ result: 'failed', code: 500, error: 'HTTP 500', answer: 'oops' });
    api.clock.now += 10_000;
    const [lost] = await api.queue.claim(1);
    assert.equal(lost?.delivery.deliveryId, deliveryId);
    const sending = good(await api.get(`/deliveries/${deliveryId}`));
    assert.equal(sending.state, 'SENDING');
    assert.deepEqual([sending.attempts[1].outcome, sending.nextAttemptTime], ['IN_PROGRESS', undefined]);
    api.clock.now += 60_000;
    await attempt({ result: 'delivered', code: 204 });
    const { attempts, event, ...done } = good(await api.get(`/deliveries/${deliveryId}`));
    assert.deepEqual(
      attempts.map(({ number, outcome, code, error, answer }: Record<string, unknown>) => [
        number,
        outcome,
        code,
        error,
        answer,
      ]),
      [
        [1, 'FAILED', 500, 'HTTP 500', 'oops'],
        [2, 'UNKNOWN', undefined, undefined, undefined],
        [3, 'DELIVERED', 204, undefined, undefined],
      ],
    );
    assert.deepEqual([attempts[0].startedTime, attempts[0].durationMs], [writeTime(began), 7]);
    assert.equal(event.id, done.notificationId);
    assert.deepEqual([done.state, done.settledTime, done.channelId], ['DELIVERED', writeTime(api.clock.now), id]);
    assert.deepEqual((await log()).deliveries, [done]);
  });

  test('200 the log has the last attempt, the item and the SKUs of each delivery, as GET of one delivery does', async () => {
    const publish = async (kind: 'BUY_BOX_CHANGED' | 'ANY_OFFER_CHANGED' | 'PRICING_HEALTH') => {
      api.clock.now += 1_000;
      const [deliveryId] = await api.publish(ME, 1, kind);
      return deliveryId as string;
    };
    await publish('ANY_OFFER_CHANGED');
    await attempt({ result: 'delivered', code: 204, answer: 'thanks' });
    const failed = await publish('BUY_BOX_CHANGED');
    await attempt({ result: 'failed', code: 503, error: 'HTTP 503', answer: 'later' });
    await publish('PRICING_HEALTH');
    good(await api.post('/subscriptions/WEBHOOKS/testNotification', {}));
    const { deliveries } = await log();
    assert.equal(deliveries.length, 4);
    for (const shown of deliveries) {
      const { attempts: _attempts, event, ...one } = good(await api.get(`/deliveries/${shown.deliveryId}`));
      assert.deepEqual(shown, one);
      assert.deepEqual(shown.storeItemId, event.subject);
    }
    const of = (deliveryId: string) => deliveries.find((one: Shown) => one.deliveryId === deliveryId);
    const { number, outcome, durationMs, code, error, answer } = of(failed).lastAttempt;
    assert.deepEqual([number, outcome, durationMs, code, error, answer], [1, 'FAILED', 7, 503, 'HTTP 503', undefined]);
    const items = deliveries.filter((one: { storeItemId?: string }) => one.storeItemId !== undefined);
    assert.equal(items.length, 3, 'a test is about no item');
    for (const { marketplaceId, skus } of items)
      assert.deepEqual([typeof marketplaceId, skus.length > 0], ['string', true]);
  });

  testOnBoth(
    '200 the log is searched by the id of a delivery or of a notification, with the other filters',
    async () => {
      const [first, second] = [await api.publish(ME), await api.publish(ME)].map(([one]) => one as string);
      const other = (await api.create({ webhookConfig: { url: HOOK }, windowSeconds: 0 })).channelId;
      const idsOf = async (query: string) => (await log(query)).deliveries.map((one: Shown) => one.deliveryId);
      assert.deepEqual(await idsOf(`?id=${first}`), [first]);
      const { notificationId } = good(await api.get(`/deliveries/${second}`));
      assert.deepEqual(await idsOf(`?id=${notificationId}`), [second]);
      assert.deepEqual(await idsOf(`?id=${notificationId}&state=PENDING&limit=1`), [second]);
      assert.deepEqual(await idsOf(`?id=${notificationId}&state=DEAD`), []);
      assert.deepEqual(await idsOf(`?id=${first}&to=2026-01-01`), []);
      assert.deepEqual(await idsOf('?id=dlv_unknown'), []);
      // Deliveries of another destination are not found here, even of the same seller.
      assert.deepEqual(good(await api.get(`/destinations/${other}/deliveries?id=${first}`)).deliveries, []);
      assert.match(errorsOf(await api.get(`/destinations/${id}/deliveries?id=`), 400, 'InvalidInput'), /id/);
    },
  );

  testOnBoth('200 a search by id reads rows by key', async () => {
    const read: { sql: string; params: Row }[] = [];
    const recording = Object.assign(Object.create(api.db), {
      all: (sql: string, params: Row) => {
        read.push({ sql, params });
        return api.db.all(sql, params);
      },
      many: api.db.many.bind(api.db),
    });
    for (const state of [undefined, 'DEAD'] as const)
      await new DeliveryLog({ db: recording, source: 'x' }).deliveries(id, { id: 'ntf_x', state, limit: 5 });
    assert.equal(read.length, 2);
    for (const { sql, params } of read) {
      // A table of few rows would be scanned.
      const plan = await api.db.transaction(async (tx) => {
        if (engine.name === 'postgres') await tx.run('SET LOCAL enable_seqscan = off');
        const explain = engine.name === 'postgres' ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
        return tx.all<Record<string, string>>(`${explain} ${sql}`, params);
      });
      const text = plan.map((line) => line['QUERY PLAN'] ?? line.detail).join('\n');
      assert.match(text, /delivery_notification/);
      assert.match(text, /delivery_pkey|sqlite_autoindex_delivery_1/);
      assert.doesNotMatch(text, /Seq Scan|SCAN delivery\b(?! USING)/);
    }
  });

  test('202 a resent delivery keeps its id and gets all its retries', async () => {
    const [deliveryId] = await api.publish(ME);
    await attempt({ result: 'delivered', code: 200 });
    const again = good(await api.post(`/deliveries/${deliveryId}/resend`), 202);
    assert.deepEqual([again.state, again.attemptCount, again.settledTime], ['PENDING', 1, undefined]);
    assert.equal(await attempt({ result: 'delivered', code: 200 }), 1);
    assert.equal(good(await api.get(`/deliveries/${deliveryId}`)).attempts.length, 2);
  });

  test('409 nothing is resent to an INACTIVE or unconfirmed destination', async () => {
    const [deliveryId] = await api.publish(ME);
    await api.patch(`/destinations/${id}`, { status: 'INACTIVE' });
    assert.match(errorsOf(await api.post(`/deliveries/${deliveryId}/resend`), 409, 'Conflict'), /ACTIVE/);
    const since = { since: '2026-01-01T00:00:00+01:00' };
    assert.match(errorsOf(await api.post(`/destinations/${id}/recover`, since), 409, 'Conflict'), /INACTIVE/);
    const email = (await api.create({ emailConfig: { address: 'new@store.example' } })).channelId;
    assert.match(errorsOf(await api.post(`/destinations/${email}/recover`, since), 409, 'Conflict'), /confirm/);
  });

  test('202 recover resends every delivery that failed since a time', async () => {
    await api.publish(ME, 3);
    await attempt({ result: 'refused', code: 400 });
    api.clock.now += 60_000;
    const since = writeTime(api.clock.now);
    await api.publish(ME, 2);
    await attempt({ result: 'refused', code: 400 });
    assert.deepEqual(good(await api.post(`/destinations/${id}/recover`, { since }), 202), { recovered: 2 });
    assert.deepEqual(await statesIn(), ['PENDING', 'PENDING', 'DEAD', 'DEAD', 'DEAD']);
    assert.deepEqual(good(await api.post(`/destinations/${id}/recover`, { since: '2026-01-01' }), 202), {
      recovered: 3,
    });
    assert.deepEqual(good(await api.post(`/destinations/${id}/recover`, { since }), 202), { recovered: 0 });
  });

  test('400 an invalid query or body', async () => {
    await api.publish(ME, 3);
    const token = (await log('?limit=1')).nextToken as string;
    const other = (await api.create({})).channelId;
    const bad: [query: string, message: RegExp][] = [
      ['state=LOST', /state must be one of PENDING, SENDING, DELIVERED/],
      ['limit=0', /limit/],
      ['limit=101', /limit/],
      ['limit=x', /limit must be an integer/],
      ['from=yesterday', /from must be a time/],
      ['to=2026-13-01', /to must be a time/],
      ['nextToken=x', /nextToken/],
      [`nextToken=${token}A`, /nextToken/],
      [`nextToken=${token}%3D`, /nextToken/],
      [`nextToken=${token.slice(1)}`, /nextToken/],
      [`nextToken=${token.slice(0, -1)}`, /nextToken/],
      ['nextToken=', /nextToken/],
      [`nextToken=${'A'.repeat(300)}`, /nextToken/],
    ];
    for (const [query, message] of bad) {
      assert.match(errorsOf(await api.get(`/destinations/${id}/deliveries?${query}`), 400, 'InvalidInput'), message);
    }
    errorsOf(await api.get(`/destinations/${other}/deliveries?nextToken=${token}`), 400, 'InvalidInput');
    const recover = (body: unknown) => api.post(`/destinations/${id}/recover`, body);
    assert.match(errorsOf(await recover({}), 400, 'InvalidInput'), /since is missing/);
    assert.match(errorsOf(await recover({ since: 5 }), 400, 'InvalidInput'), /since must be a string/);
    assert.match(errorsOf(await recover({ since: 'now' }), 400, 'InvalidInput'), /since must be a time/);
  });
});
